// What a browser that has lost what it kept says of itself: at the door, and on the page of studies.
import { useLiveQuery } from "dexie-react-hooks";
import { metaOf } from "#client/outbox/database";
import { useFormats } from "#client/words/formats";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { useDb } from "./here.ts";
import { useHereWords } from "./here-words.ts";

export function LostAtDoor() {
  const words = useHereWords().lost;
  return (
    <Notice kind="warn" title={words.door}>
      <p>{words.doorLead}</p>
    </Notice>
  );
}

export function Lost() {
  const words = useHereWords().lost;
  const formats = useFormats();
  const db = useDb();
  const found = useLiveQuery(
    async () => ({ lost: await metaOf(db, "lost"), empty: (await metaOf(db, "device")) === undefined }),
    [db],
  );
  if (found === undefined) return null;
  const { lost, empty } = found;
  if (empty)
    return (
      <Notice kind="warn" title={words.empty}>
        <p>{words.emptyLead}</p>
      </Notice>
    );
  if (lost === undefined) return null;
  const since = lost.lastSeenAt === undefined ? undefined : formats.dateTime(lost.lastSeenAt);
  return (
    <Notice
      kind={lost.certain || lost.unsent > 0 ? "warn" : "info"}
      title={lost.certain ? words.here : words.maybe}
      actions={<Button onClick={() => void db.meta.delete("lost")}>{words.understood}</Button>}
    >
      <p>{lost.certain ? words.hereLead(lost.unsent, since) : words.maybeLead(lost.unsent, since)}</p>
      <p>{words.tell}</p>
    </Notice>
  );
}
