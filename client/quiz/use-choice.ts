// One question in hand: the choice sealed and saved at once, three seconds in which it can be taken back by a retract,
// then on to the next by itself or by Enter, as the study says.
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { type Sealed, seal } from "#client/capture/seal";
import { createTiming, type Timing } from "#client/capture/timing";
import type { ItemRow, PersonDatabase, StudyRow } from "#client/outbox/database";
import { put } from "#client/outbox/put";
import type { Viewing } from "#client/player/stimulus";
import { type Letter, letters } from "#schemas/labels";
import type { SkipReason } from "#schemas/response";
import { keyOf } from "../shell/order.ts";

const undoMs = 3000;

/** `open`: nothing chosen; `saving`; `chosen`: saved, may be undone; `over`: saved, waits for Enter; `failed`: not saved. */
export interface ChoiceState {
  readonly phase: "open" | "saving" | "chosen" | "over" | "failed";
  readonly option?: Letter;
  /** The saved choice, or the saved skip of "cannot tell". */
  readonly saved?: string;
  readonly until?: number;
}

export const optionsOf = (item: ItemRow): Letter[] => letters.filter((letter) => item.options?.[letter] !== undefined);

interface ChoiceGiven {
  readonly db: PersonDatabase;
  readonly study: StudyRow;
  readonly item: ItemRow;
  readonly onGone: () => void;
}

const fresh: ChoiceState = { phase: "open" };

export function useChoice({ db, study, item, onGone }: ChoiceGiven) {
  const key = keyOf(item);
  const [held, setHeld] = useState<{ key: string; state: ChoiceState }>({ key, state: fresh });
  const state = held.key === key ? held.state : fresh;
  const now = useRef({ key, state });
  now.current = { key, state };
  const timed = useRef<{ key: string; timing: Timing }>(undefined);
  if (timed.current?.key !== key) {
    timed.current?.timing.stop();
    timed.current = { key, timing: createTiming() };
  }
  const { timing } = timed.current;
  const viewing = useRef<Viewing>(undefined);
  const gone = useRef(onGone);
  gone.current = onGone;

  const set = useCallback((next: ChoiceState) => {
    now.current = { key: now.current.key, state: next };
    setHeld({ key: now.current.key, state: next });
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new question begins a new log
  useLayoutEffect(() => {
    viewing.current = undefined;
  }, [key]);
  useEffect(() => () => timed.current?.timing.stop(), []);

  useEffect(() => {
    if (state.phase !== "chosen" || state.until === undefined) return;
    const timer = setTimeout(() => {
      if (now.current.key !== key || now.current.state.phase !== "chosen") return;
      if (study.settings.advance === "auto") gone.current();
      else set({ ...now.current.state, phase: "over" });
    }, state.until - performance.now());
    return () => clearTimeout(timer);
  }, [key, state.phase, state.until, study.settings.advance, set]);

  const about = { study: study.id, studyVersion: study.version, item: item.id, occasion: item.occasion };
  const measured = () => {
    const latencyMs = timing.latencyMs();
    return {
      activeMs: timing.activeMs(),
      ...(latencyMs === undefined ? {} : { latencyMs }),
      ...(viewing.current === undefined ? {} : { viewing: viewing.current }),
      ...(item.media === undefined ? {} : { media: [item.media] }),
    };
  };
  const keep = async (sealed: Sealed, option?: Letter) => {
    const mine = now.current.key;
    const given = option === undefined ? {} : { option };
    set({ phase: "saving", ...given });
    try {
      await put(db, sealed);
      if (now.current.key !== mine) return;
      set({ phase: "chosen", saved: sealed.id, until: performance.now() + undoMs, ...given });
    } catch {
      if (now.current.key === mine) set({ phase: "failed" });
    }
  };
  const mayChoose = () => now.current.state.phase === "open" || now.current.state.phase === "failed";
  const isSeen = () => timed.current?.timing.latencyMs() !== undefined;

  return {
    state,
    timing: {
      shown: () => timed.current?.timing.shown(),
      playing: (on: boolean) => timed.current?.timing.playing(on),
    },
    viewed: (seen: Viewing) => {
      viewing.current = seen;
    },
    choose: (at: number) => {
      const shown = optionsOf(item);
      const option = shown[at];
      if (option === undefined || !mayChoose() || !isSeen()) return;
      timing.input();
      void keep(seal({ kind: "choice", ...about, ...measured(), answer: { option, shown } }), option);
    },
    /** "Cannot tell" where the study offers it, or trouble with the medium. */
    skip: (reason: SkipReason, text?: string) => {
      if (!mayChoose()) return;
      const answer = { reason, ...(text === undefined ? {} : { text }) };
      void keep(seal({ kind: "skip", ...about, ...measured(), answer }));
    },
    undo: async () => {
      const { phase, saved } = now.current.state;
      if (phase !== "chosen" || saved === undefined) return;
      const before = now.current.state;
      set({ ...before, phase: "saving" });
      try {
        await put(db, seal({ kind: "retract", ...about, replaces: saved, answer: {} }));
        set(fresh);
      } catch {
        set(before);
      }
    },
    goOn: () => {
      if (now.current.state.phase === "chosen" || now.current.state.phase === "over") gone.current();
    },
    /** Leaves for a break: a choice on the screen is saved already and stays. */
    leave: (to: () => void) => {
      if (now.current.state.phase !== "saving") to();
    },
  };
}
