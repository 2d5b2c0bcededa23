// One study on the person's page: how much is answered, the blocks, and Start or Go on.
import { useLiveQuery } from "dexie-react-hooks";
import { Check } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useLocation } from "wouter";
import { metaOf, type StudyRow } from "#client/outbox/database";
import { itemStates } from "#client/outbox/status";
import { useWords } from "#client/words/words";
import { Button } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";
import { Notice } from "../ui/notice.tsx";
import ui from "../ui/ui.module.css";
import { freshIn } from "./begun.ts";
import { useDb } from "./here.ts";
import { blocksOf, isDone } from "./order.ts";
import css from "./shell.module.css";

const InstructionsDialog = lazy(() =>
  import("./instructions.tsx").then((loaded) => ({ default: loaded.InstructionsDialog })),
);

export function StudyCard({ study }: { readonly study: StudyRow }) {
  const words = useWords();
  const db = useDb();
  const [, go] = useLocation();
  const [showBlocks, setShowBlocks] = useState(false);
  const states = useLiveQuery(() => itemStates(db, study.id), [db, study.id]);
  if (states === undefined) return <section className={css["study"]} aria-busy="true" />;
  const done = states.filter(isDone).length;
  const all = done === states.length;
  const blocks = blocksOf(states, study.settings.breakEvery);
  const count = study.protocol === "choice" ? words.work.questions(states.length) : words.work.clips(states.length);
  return (
    <section className={css["study"]} aria-labelledby={`study-${study.id}`}>
      <div className={css["studyHead"]}>
        <h2 id={`study-${study.id}`}>{study.title}</h2>
        <span className={css["small"]}>
          {study.code} · {count}
        </span>
      </div>
      <Meter done={done} of={states.length} />
      {study.state === "closed" && (
        <Notice title={words.work.closed}>
          {study.score !== undefined && <p>{words.end.score(study.score.right, study.score.asked)}</p>}
        </Notice>
      )}
      <div className={css["actions"]}>
        {study.state !== "closed" &&
          (all ? (
            <span className={css["actions"]}>
              <Check size={20} aria-hidden="true" /> {words.work.allDone}
            </span>
          ) : (
            <Button kind="main" onClick={() => go(`/work/${study.id}`)}>
              {done > 0 ? words.work.resume : words.work.start}
            </Button>
          ))}
        {study.protocol === "emotion" && done > 0 && (
          <Button onClick={() => go(`/work/${study.id}/mine`)}>{words.work.mine}</Button>
        )}
        {blocks.length > 1 && !all && (
          <Button
            kind="quiet"
            aria-expanded={showBlocks}
            aria-controls={`blocks-${study.id}`}
            onClick={() => setShowBlocks(!showBlocks)}
          >
            {words.work.blocks(blocks.length)}
          </Button>
        )}
        <span className={css["answered"]}>{words.work.answered(done, states.length)}</span>
      </div>
      {study.state !== "closed" && <Before study={study} />}
      {showBlocks && (
        <ul className={css["blocks"]} id={`blocks-${study.id}`}>
          {blocks.map((block) => {
            const given = block.states.filter(isDone).length;
            return (
              <li key={block.number}>
                <button
                  type="button"
                  className={css["block"]}
                  onClick={() => go(`/work/${study.id}/block/${block.number}`)}
                >
                  <span className={ui["srOnly"]}>{words.work.blockAria(block.number, given, block.states.length)}</span>
                  <span aria-hidden="true">{words.work.block(block.number)}</span>
                  <span aria-hidden="true" className={css["small"]}>
                    {given} / {block.states.length}
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

/** What stands before the items, to be opened again; and what was added to the instructions since they were read. */
function Before({ study }: { readonly study: StudyRow }) {
  const words = useWords();
  const db = useDb();
  const [, go] = useLocation();
  const [reading, setReading] = useState(false);
  const begun = useLiveQuery(async () => (await metaOf(db, "begun"))?.[study.id], [db, study.id]);
  const fresh = begun === undefined ? 0 : freshIn(study, begun);
  const told = study.instructions !== undefined || study.announcements !== undefined;
  return (
    <div className={css["actions"]}>
      {told && (
        <Button kind="quiet" onClick={() => setReading(true)}>
          {words.work.instructions}
        </Button>
      )}
      {fresh > 0 && <Chip>{words.work.fresh(fresh)}</Chip>}
      {study.consent !== undefined && (
        <Button kind="quiet" onClick={() => go(`/work/${study.id}/consent`)}>
          {words.work.consent}
        </Button>
      )}
      <Button kind="quiet" onClick={() => go(`/work/${study.id}/set-up`)}>
        {words.work.setUp}
      </Button>
      {reading && (
        <Suspense>
          <InstructionsDialog study={study} onClose={() => setReading(false)} />
        </Suspense>
      )}
    </div>
  );
}

export function Meter({ done, of }: { readonly done: number; readonly of: number }) {
  return (
    <div className={css["meter"]} aria-hidden="true">
      <span style={{ width: `${of === 0 ? 0 : (100 * done) / of}%` }} />
    </div>
  );
}
