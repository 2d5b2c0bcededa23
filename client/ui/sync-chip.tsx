// The only thing on a screen that speaks of the machine: how many answers are only on this device, and for how long.
// Filled green dot: everything sent. Hollow amber ring: some only here. Hollow red square: some the server will not take.
import { useEffect, useState } from "react";
import { useFormats } from "#client/words/formats";
import { useWords } from "#client/words/words";
import { names } from "./button.tsx";
import css from "./ui.module.css";

export interface SyncState {
  /** Answers only on this device. */
  readonly waiting: number;
  /** What else is: consents, questions, flags. */
  readonly others: number;
  readonly oldestAt: string | null;
  readonly stuck: number;
  readonly sent: number;
}

/** Milliseconds since the oldest unsent answer, looked at twice a minute; under a minute it is not worth a word. */
function useAge(oldestAt: string | null): number | undefined {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    setNow(Date.now());
    if (oldestAt === null) return;
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, [oldestAt]);
  const age = oldestAt === null ? undefined : now - Date.parse(oldestAt);
  return age !== undefined && age >= 60_000 ? age : undefined;
}

export function SyncChip({ state, onOpen }: { readonly state: SyncState; readonly onOpen?: () => void }) {
  const words = useWords();
  const formats = useFormats();
  const age = useAge(state.waiting > 0 ? state.oldestAt : null);
  const text =
    state.stuck > 0
      ? words.sync.stuck(state.stuck)
      : state.waiting > 0
        ? words.sync.waiting(state.waiting, age === undefined ? undefined : formats.duration(age))
        : state.others > 0
          ? words.sync.notAll
          : words.sync.sent(state.sent);
  return (
    <span className={names(css["chip"], onOpen && css["chipOpens"])}>
      <span
        className={names(css["dot"], state.stuck > 0 ? css["stuck"] : state.waiting + state.others > 0 && css["ring"])}
        aria-hidden="true"
      />
      <span role="status">{text}</span>
      {onOpen && <button type="button" className={css["chipCover"]} aria-label={text} onClick={onOpen} />}
    </span>
  );
}
