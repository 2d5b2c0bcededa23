// New study: files go up, what was understood is shown with every fault, and only then it is stored, as a draft. Where
// they bring no study.json the screen asks what they are: clips to label, or sign entries to build a quiz from.
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useLocation } from "wouter";
import {
  type AboutStudy,
  newUpload,
  type StoredStudy,
  type StudyPreview,
  storedStudy,
  studyPreview,
} from "#schemas/new-study";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { RadioRow } from "../ui/radio-row.tsx";
import { useFormats } from "../words/formats.ts";
import { Box } from "./box.tsx";
import css from "./new-study.module.css";
import { AboutForm } from "./new-study-about.tsx";
import { DropPlace } from "./new-study-drop.tsx";
import type { Chosen } from "./new-study-files.ts";
import { Preview } from "./new-study-preview.tsx";
import { QuizBuilder } from "./new-study-quiz.tsx";
import { type Sent, sendFiles } from "./new-study-send.ts";
import { StudyHere } from "./new-study-stored.tsx";
import { useProblemText } from "./problem-text.ts";
import { codeOf, useAct } from "./reading.tsx";
import { useDeskWords } from "./words.ts";

type Kind = "clips" | "entries";

export function NewStudyScreen({ guard }: { readonly guard: (fault: Error | null) => boolean }) {
  const words = useDeskWords().newStudy;
  const say = useProblemText();
  const [, go] = useLocation();
  const [sent, setSent] = useState<Sent>();
  const [kind, setKind] = useState<Kind>();
  const [about, setAbout] = useState<AboutStudy>();
  const [preview, setPreview] = useState<StudyPreview>();
  const [stored, setStored] = useState<StoredStudy>();
  const upload = useRef<string>(undefined);
  const abort = useRef<AbortController>(undefined);
  const beginning = useAct(newUpload);
  const looking = useAct(studyPreview);
  const storing = useAct(storedStudy);

  const look = async (with_: AboutStudy | undefined) => {
    const body = with_ === undefined ? {} : { about: with_ };
    setPreview(await looking.mutateAsync({ path: `/api/uploads/${upload.current}/preview`, body }));
  };
  const sending = useMutation<void, Error, readonly Chosen[]>({
    networkMode: "always",
    mutationFn: async (files) => {
      abort.current = new AbortController();
      upload.current ??= (await beginning.mutateAsync({ path: "/api/uploads" })).upload;
      await sendFiles(upload.current, files, setSent, abort.current.signal);
      setSent(undefined);
      await look(about);
    },
    onError: (fault) => {
      setSent(undefined);
      if (codeOf(fault) === "not-found") upload.current = undefined;
    },
  });
  const fault = sending.error ?? looking.error ?? storing.error;
  if (guard(fault)) return null;
  if (stored !== undefined)
    return (
      <StudyHere
        stored={stored}
        onGoOn={() => go(`/desk/${stored.study}`)}
        onAnother={() => {
          upload.current = undefined;
          setKind(undefined);
          setAbout(undefined);
          setPreview(undefined);
          setStored(undefined);
        }}
      />
    );
  const busy = sending.isPending || looking.isPending || storing.isPending;
  const stopped = sending.error instanceof DOMException;
  const asks =
    preview !== undefined &&
    preview.study === null &&
    (preview.asksAbout || preview.entries !== null || about !== undefined);
  const tables = preview?.tables ?? [];
  const kinds = [
    ...(preview !== undefined && preview.videos > 0 && preview.entries === null ? (["clips"] as const) : []),
    ...(tables.length > 0 ? (["entries"] as const) : []),
  ];
  const what = kind ?? (kinds.length === 1 ? kinds[0] : undefined);
  return (
    <>
      <Box title={words.title} sub={words.sub} wide>
        <div className={css["flow"]}>
          <DropPlace small={preview !== undefined} busy={busy} onFiles={(files) => sending.mutate(files)} />
          {sent !== undefined && <Sending sent={sent} onStop={() => abort.current?.abort()} />}
          <div role="status">
            {looking.isPending && <p>{words.reading}</p>}
            {storing.isPending && <p>{words.storing}</p>}
          </div>
          {stopped && <Notice title={words.stopped} />}
          {fault !== null && !stopped && (
            <Notice kind="bad" title={codeOf(fault) === "not-found" ? words.gone : say(fault)} />
          )}
        </div>
      </Box>
      {asks && !busy && (
        <>
          {kinds.length !== 1 && (
            <Box title={words.what} wide>
              {kinds.length === 0 ? (
                <Notice kind="warn" title={words.neither} />
              ) : (
                <RadioRow
                  legend={words.what}
                  hideLegend
                  value={kind}
                  onChange={setKind}
                  options={kinds.map((value) => ({ value, label: words[value] }))}
                />
              )}
            </Box>
          )}
          {what === "clips" && (
            <AboutForm
              table={preview.clipTable}
              onLook={(told) => {
                setAbout(told);
                void look(told).catch(() => undefined);
              }}
            />
          )}
          {what === "entries" && upload.current !== undefined && (
            <QuizBuilder
              upload={upload.current}
              tables={tables}
              onUse={() => void look(undefined).catch(() => undefined)}
            />
          )}
        </>
      )}
      {preview !== undefined && !sending.isPending && (!asks || (what === "clips" && about !== undefined)) && (
        <Preview
          preview={preview}
          busy={busy}
          onStore={() =>
            storing.mutate(
              { path: `/api/uploads/${upload.current}/study`, body: about === undefined ? {} : { about } },
              { onSuccess: setStored },
            )
          }
        />
      )}
    </>
  );
}

function Sending({ sent, onStop }: { readonly sent: Sent; readonly onStop: () => void }) {
  const words = useDeskWords().newStudy;
  const formats = useFormats();
  const { files, of, bytes, bytesOf } = sent;
  return (
    <div className={css["progress"]}>
      <progress max={Math.max(1, bytesOf)} value={bytes} aria-label={words.progress} />
      <div className={css["picks"]}>
        <span>{words.sending(files, of, formats.bytes(bytes), formats.bytes(bytesOf))}</span>
        <Button onClick={onStop}>{words.stop}</Button>
      </div>
    </div>
  );
}
