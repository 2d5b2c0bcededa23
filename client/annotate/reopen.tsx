// One earlier answer opened again from "My answers": the same clip screen with what stands, and back when it is sent.
import { useLiveQuery } from "dexie-react-hooks";
import { useLocation } from "wouter";
import { itemStates } from "#client/outbox/status";
import { useWords } from "#client/words/words";
import { useDb } from "../shell/here.ts";
import { useMediaFacts } from "../shell/media-facts.ts";
import { keyOf } from "../shell/order.ts";
import { Page, Waiting } from "../shell/page.tsx";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { ClipScreen } from "./annotate.tsx";

export function Reopen({ study: id, item: key }: { readonly study: string; readonly item: string }) {
  const words = useWords();
  const db = useDb();
  const [, go] = useLocation();
  const study = useLiveQuery(() => db.studies.get(id), [db, id]);
  const states = useLiveQuery(() => itemStates(db, id), [db, id]);
  const media = useMediaFacts(id);
  if (study === undefined || states === undefined || media === undefined) return <Waiting />;
  const back = () => go(`/work/${id}/mine`);
  const found = states.find((state) => keyOf(state.item) === decodeURIComponent(key));
  if (found === undefined || found.locked)
    return (
      <Page box>
        <Notice
          title={found === undefined ? words.failure.notFound : words.mine.locked}
          actions={<Button onClick={back}>{words.mine.title}</Button>}
        />
      </Page>
    );
  return (
    <ClipScreen
      study={study}
      item={found.item}
      next={undefined}
      media={media}
      onDone={back}
      onNotHere={() => {}}
      onBack={back}
    />
  );
}
