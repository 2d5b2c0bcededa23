// Each answer that cannot be sent, with the reason in words, when it is tried again, and the way out.
import { useLiveQuery } from "dexie-react-hooks";
import { stuckHere } from "#client/outbox/status";
import { useFormats } from "#client/words/formats";
import { useDb } from "./here.ts";
import { useHereWords } from "./here-words.ts";
import css from "./shell.module.css";

const most = 20;

export function StuckList() {
  const words = useHereWords().stuck;
  const formats = useFormats();
  const db = useDb();
  const rows = useLiveQuery(() => stuckHere(db), [db]) ?? [];
  if (rows.length === 0) return null;
  return (
    <>
      <ul className={css["stuckRows"]}>
        {rows.slice(0, most).map(({ id, n, at, reason, problem, retryAt }) => (
          <li key={id}>
            <strong>{words.item(n, formats.dateTime(at))}</strong>
            <br />
            {words.reasons[reason]}
            {problem !== undefined && ` ${words.said(problem)}`}
            {retryAt !== undefined && ` ${words.retry(formats.dateTime(retryAt))}`}
          </li>
        ))}
      </ul>
      <p>{words.way}</p>
    </>
  );
}
