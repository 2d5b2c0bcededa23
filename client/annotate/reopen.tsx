// One earlier answer opened again from "My answers": the same clip screen with what stands, and back when it is sent. An
// answer whose content has left this device is fetched first.
import { useLiveQuery } from "dexie-react-hooks";
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { bringBack } from "#client/outbox/bring-back";
import type { PersonDatabase } from "#client/outbox/database";
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
  const found = states?.find((state) => keyOf(state.item) === decodeURIComponent(key));
  const content = useContent(db, found?.response?.id);
  if (study === undefined || states === undefined || media === undefined) return <Waiting />;
  const back = () => go(`/work/${id}/mine`);
  const locked = study.state === "closed" ? words.mine.lockedClosed : words.mine.lockedCaption;
  const why =
    found === undefined
      ? words.work.withdrawn
      : found.locked
        ? locked
        : content === "missing"
          ? words.mine.notBack
          : undefined;
  if (found === undefined || why !== undefined)
    return (
      <Page box>
        <Notice title={why ?? words.work.withdrawn} actions={<Button onClick={back}>{words.mine.title}</Button>} />
      </Page>
    );
  if (content === undefined && found.response !== undefined) return <Waiting />;
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

/** Undefined while it is looked for; what is here once stays here. */
function useContent(db: PersonDatabase, response: string | undefined): "here" | "missing" | undefined {
  const [content, setContent] = useState<"here" | "missing">();
  useEffect(() => {
    if (response === undefined || content === "here") return;
    let gone = false;
    const look = async () => {
      const row = await db.responses.get(response);
      const here = row === undefined || row.text !== "" || (await bringBack(db, response).catch(() => false));
      if (!gone) setContent(here ? "here" : "missing");
    };
    void look();
    return () => {
      gone = true;
    };
  }, [db, response, content]);
  return content;
}
