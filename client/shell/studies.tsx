// The person's studies: what there is to do, how far they are, whether it works offline, and the way in.
import { useLiveQuery } from "dexie-react-hooks";
import { LogOut, RefreshCw } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { metaOf } from "#client/outbox/database";
import { refreshPack } from "#client/outbox/packs";
import { useWords } from "#client/words/words";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { Ask } from "./ask.tsx";
import { Help } from "./help.tsx";
import { useDb } from "./here.ts";
import { OfflineReady } from "./offline-ready.tsx";
import { Page } from "./page.tsx";
import css from "./shell.module.css";
import { StudyCard } from "./study-card.tsx";
import { useSync } from "./sync.ts";
import { SyncPanel } from "./sync-panel.tsx";
import { readAhead } from "./work-part.ts";

const Leave = lazy(() => import("./leave.tsx").then((loaded) => ({ default: loaded.Leave })));
const Lost = lazy(() => import("./lost.tsx").then((loaded) => ({ default: loaded.Lost })));
const StorageLine = lazy(() => import("./storage-state.tsx").then((loaded) => ({ default: loaded.StorageLine })));

export function Studies() {
  const words = useWords();
  const db = useDb();
  const sync = useSync(db);
  const name = useLiveQuery(() => metaOf(db, "name"), [db]);
  const studies = useLiveQuery(() => db.studies.toArray(), [db]);
  const known = useLiveQuery(async () => (await metaOf(db, "device")) !== undefined, [db]) ?? false;
  const [open, setOpen] = useState<"help" | "sync" | "leave" | "ask">();
  const only = studies?.length === 1 ? studies[0] : undefined;
  const [news, setNews] = useState<"fresh" | "unreachable" | "refused">();
  const close = () => setOpen(undefined);
  useEffect(() => {
    const ahead = async () => {
      const protocols = new Set((await db.studies.toArray()).map(({ protocol }) => protocol));
      await Promise.all([...protocols].map(readAhead));
    };
    const timer = setTimeout(() => void ahead().catch(() => undefined), 500);
    return () => clearTimeout(timer);
  }, [db]);
  const look = async () => setNews(await refreshPack(db));
  return (
    <Page bar={{ sync, onSync: () => setOpen("sync"), onHelp: () => setOpen("help") }}>
      <header className={css["head"]}>
        <h2>{words.work.title}</h2>
        {name !== undefined && name !== "" && <p className={css["soft"]}>{words.work.hello(name)}</p>}
      </header>
      {news === "unreachable" && <Notice title={words.work.offlineNow} />}
      {news === "refused" && <Notice kind="warn" title={words.sync.paused} />}
      {news === "fresh" && <Notice kind="good" title={words.work.refreshed} />}
      <Suspense fallback={null}>
        <Lost />
      </Suspense>
      {studies?.length === 0 && known && <Notice title={words.work.none}>{words.work.noneLead}</Notice>}
      {studies?.map((study) => (
        <StudyCard key={study.id} study={study} />
      ))}
      {studies !== undefined && studies.length > 0 && <OfflineReady />}
      <Suspense fallback={null}>
        <StorageLine onSync={() => setOpen("sync")} />
      </Suspense>
      <div className={css["actions"]}>
        <Button icon={<RefreshCw size={20} aria-hidden="true" />} onClick={look}>
          {words.work.refresh}
        </Button>
        <Button kind="quiet" icon={<LogOut size={20} aria-hidden="true" />} onClick={() => setOpen("leave")}>
          {words.work.signOut}
        </Button>
      </div>
      {open === "help" && (
        <Help study={only} onClose={close} {...(only === undefined ? {} : { onAsk: () => setOpen("ask") })} />
      )}
      {open === "ask" && only !== undefined && (
        <Ask about={{ study: only.id, studyVersion: only.version }} onClose={close} />
      )}
      {open === "sync" && <SyncPanel sync={sync} onClose={close} />}
      {open === "leave" && (
        <Suspense fallback={null}>
          <Leave sync={sync} onClose={close} />
        </Suspense>
      )}
    </Page>
  );
}
