// My answers: everything this person has said in a study; open and change until it is locked, or take one back.
import { useLiveQuery } from "dexie-react-hooks";
import { GitFork } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { seal } from "#client/capture/seal";
import type { StudyRow } from "#client/outbox/database";
import { put } from "#client/outbox/put";
import { type ItemState, itemStates } from "#client/outbox/status";
import type { Words } from "#client/words/en";
import { useFormats } from "#client/words/formats";
import { useWords } from "#client/words/words";
import { useDb } from "../shell/here.ts";
import { keyOf } from "../shell/order.ts";
import { Page } from "../shell/page.tsx";
import css from "../shell/shell.module.css";
import { useSync } from "../shell/sync.ts";
import { Button } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { summaryOf } from "./steps.ts";

export function Mine({ study: id }: { readonly study: string }) {
  const words = useWords();
  const db = useDb();
  const sync = useSync(db);
  const [, go] = useLocation();
  const study = useLiveQuery(() => db.studies.get(id), [db, id]);
  const states = useLiveQuery(() => itemStates(db, id), [db, id]);
  const [taking, setTaking] = useState<ItemState>();
  const given = (states ?? [])
    .map((state, at) => ({ state, number: at + 1 }))
    .filter(({ state }) => state.response !== undefined);
  return (
    <Page bar={{ title: study?.title ?? words.common.name, sync, onBack: () => go("/work") }}>
      <div className={css["head"]}>
        <h2>{words.mine.title}</h2>
      </div>
      {states !== undefined && given.length === 0 && <Notice title={words.mine.none} />}
      <ul className={css["rows"]}>
        {given.map(({ state, number }) => (
          <Row
            key={keyOf(state.item)}
            state={state}
            number={number}
            closed={study?.state === "closed"}
            onOpen={() => go(`/work/${id}/mine/${encodeURIComponent(keyOf(state.item))}`)}
            onTakeBack={() => setTaking(state)}
          />
        ))}
      </ul>
      {taking !== undefined && study !== undefined && (
        <TakeBack study={study} state={taking} onClose={() => setTaking(undefined)} />
      )}
    </Page>
  );
}

interface RowProps {
  readonly state: ItemState;
  readonly number: number;
  readonly closed: boolean;
  readonly onOpen: () => void;
  readonly onTakeBack: () => void;
}

function Row({ state, number, closed, onOpen, onTakeBack }: RowProps) {
  const words = useWords();
  const formats = useFormats();
  const { response } = state;
  if (response === undefined) return null;
  return (
    <li className={css["answer"]}>
      <div className={css["grow"]}>
        <strong>{words.mine.item(number)}</strong>
        <span>{state.onServerOnly ? words.mine.onServer : saidIn(words, state)}</span>
        {state.conflict && <Chip icon={<GitFork size={18} aria-hidden="true" />}>{words.mine.conflict}</Chip>}
        <span className={css["small"]}>
          {formats.dateTime(response.at)} · {state.sent ? words.mine.sent : words.mine.waiting}
        </span>
      </div>
      {state.locked ? (
        <span className={css["small"]}>{closed ? words.mine.lockedClosed : words.mine.lockedCaption}</span>
      ) : (
        <div className={css["actions"]}>
          <Button aria-label={words.mine.open(number)} onClick={onOpen}>
            {words.common.open}
          </Button>
          <Button kind="quiet" onClick={onTakeBack}>
            {words.mine.takeBack}
          </Button>
        </div>
      )}
    </li>
  );
}

function saidIn(words: Words, { response }: ItemState): string {
  if (response?.kind === "skip") return `${words.mine.skipped}: ${words.skip.reasons[response.answer.reason]}`;
  if (response?.kind !== "emotion") return "";
  const { answer } = response;
  return [summaryOf(words, answer, "sentiment"), summaryOf(words, answer, "emotions")].filter(Boolean).join(" · ");
}

interface TakeBackProps {
  readonly study: StudyRow;
  readonly state: ItemState;
  readonly onClose: () => void;
}

function TakeBack({ study, state, onClose }: TakeBackProps) {
  const words = useWords();
  const db = useDb();
  const [failed, setFailed] = useState(false);
  const take = async () => {
    if (state.response === undefined) return;
    try {
      await put(
        db,
        seal({
          kind: "retract",
          study: study.id,
          studyVersion: study.version,
          item: state.item.id,
          occasion: state.item.occasion,
          replaces: state.response.id,
          answer: {},
        }),
      );
      onClose();
    } catch {
      setFailed(true);
    }
  };
  return (
    <Dialog
      title={words.mine.takeBackAsk}
      onClose={onClose}
      actions={
        <>
          <Button kind="main" onClick={take}>
            {words.mine.takeBack}
          </Button>
          <Button onClick={onClose}>{words.common.cancel}</Button>
        </>
      }
    >
      <p>{words.mine.takeBackLead}</p>
      {failed && <Notice kind="bad" title={words.annotate.notSaved} />}
    </Dialog>
  );
}
