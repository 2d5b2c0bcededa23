// What a browser that has lost what it kept says of itself: at the door, and on the page of studies.
import { useLiveQuery } from "dexie-react-hooks";
import { lazy, Suspense } from "react";
import { type Lost as LostHere, metaOf } from "#client/outbox/database";
import { useFormats } from "#client/words/formats";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { useDb } from "./here.ts";
import { useHereWords } from "./here-words.ts";

const Gone = lazy(() => import("./gone.tsx").then((loaded) => ({ default: loaded.Gone })));

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
  const db = useDb();
  const found = useLiveQuery(
    async () => ({
      lost: await metaOf(db, "lost"),
      empty: (await metaOf(db, "device")) === undefined,
      gone: ((await metaOf(db, "gone")) ?? []).some(({ seen }) => !seen),
    }),
    [db],
  );
  if (found === undefined) return null;
  const { lost, empty, gone } = found;
  if (empty)
    return (
      <Notice kind="warn" title={words.empty}>
        <p>{words.emptyLead}</p>
      </Notice>
    );
  return (
    <>
      {gone && (
        <Suspense fallback={null}>
          <Gone />
        </Suspense>
      )}
      {lost !== undefined && <LostBefore lost={lost} />}
    </>
  );
}

function LostBefore({ lost }: { readonly lost: LostHere }) {
  const words = useHereWords().lost;
  const formats = useFormats();
  const db = useDb();
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
