// Consent and the set-up check opened again from the list of studies.
import { useLiveQuery } from "dexie-react-hooks";
import { useLocation } from "wouter";
import { useWords } from "#client/words/words";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { Consent } from "./consent.tsx";
import { useDb } from "./here.ts";
import { Page, Waiting } from "./page.tsx";
import { SetUp } from "./set-up.tsx";
import { useSync } from "./sync.ts";

export function Again({ study: id, part }: { readonly study: string; readonly part: "consent" | "set-up" }) {
  const words = useWords();
  const db = useDb();
  const sync = useSync(db);
  const [, go] = useLocation();
  const study = useLiveQuery(async () => (await db.studies.get(id)) ?? null, [db, id]);
  const back = () => go("/work");
  if (study === undefined) return <Waiting />;
  if (study === null || (part === "consent" && study.consent === undefined))
    return (
      <Page box>
        <Notice title={words.failure.notFound} actions={<Button onClick={back}>{words.bar.back}</Button>} />
      </Page>
    );
  return (
    <Page bar={{ title: study.title, sync, onBack: back }} study={study}>
      {part === "consent" && study.consent !== undefined && (
        <Consent study={study} text={study.consent} onAgreed={back} onNotNow={back} />
      )}
      {part === "set-up" && <SetUp study={study} onDone={back} />}
    </Page>
  );
}
