// Tells the person which of their answers are lost with a restored server, so that no item is silently open again.
import { useLiveQuery } from "dexie-react-hooks";
import { goneHere, markGone } from "#client/outbox/gone";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { useDb } from "./here.ts";
import { useHereWords } from "./here-words.ts";

export function Gone() {
  const words = useHereWords().lost;
  const db = useDb();
  const gone = useLiveQuery(() => goneHere(db), [db]);
  if (gone === undefined || gone.studies.length === 0) return null;
  const count = gone.studies.reduce((sum, { items }) => sum + items.length, 0);
  const understood = () => db.transaction("rw", db.meta, () => markGone(db, gone.ids, { seen: true }));
  return (
    <Notice
      kind="warn"
      title={words.gone(count)}
      actions={<Button onClick={() => void understood()}>{words.understood}</Button>}
    >
      <p>{words.goneLead}</p>
      {gone.studies.map(({ title, items }) => (
        <p key={title}>{words.goneItems(title, items.join(", "))}</p>
      ))}
    </Notice>
  );
}
