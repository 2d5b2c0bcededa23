// New study, from a template: files go up, what was understood is shown with every fault, and only then it is stored, as a
// draft. Where they bring no study.json the screen asks what they are and which column of a table holds what.
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
  type TablePreview,
  type TableWish,
} from "#schemas/new-study";
import { studyChanged } from "#schemas/set-up";
import { type Template, templates } from "#schemas/study";
import { fixedBy, templateRows } from "#schemas/templates";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { RadioRow } from "../ui/radio-row.tsx";
import { useFormats } from "../words/formats.ts";
import { Box } from "./box.tsx";
import { ClipPicker } from "./clip-picker.tsx";
import desk from "./desk.module.css";
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
import { TableMap } from "./table-map.tsx";
import { TagCompare } from "./tag-compare.tsx";
import { useDeskWords } from "./words.ts";

type Kind = "clips" | "entries" | "ratings";
const kindOf = { emosign: "clips", cnsl: "entries", none: undefined } as const;
const ratedShapes = ["emosign", "qualtrics", "ratings", "matrix"] as const;

interface Mapped {
  readonly wish: TableWish | undefined;
  readonly told: TablePreview | undefined;
}

export function NewStudyScreen({ guard }: { readonly guard: (fault: Error | null) => boolean }) {
  const { newStudy: words, bringIn } = useDeskWords();
  const say = useProblemText();
  const [, go] = useLocation();
  const [template, setTemplate] = useState<Template | "none">();
  const [sent, setSent] = useState<Sent>();
  const [kind, setKind] = useState<Kind>();
  const [mapped, setMapped] = useState<Mapped>();
  const [about, setAbout] = useState<AboutStudy>();
  const [preview, setPreview] = useState<StudyPreview>();
  const [stored, setStored] = useState<StoredStudy>();
  const upload = useRef<string>(undefined);
  const abort = useRef<AbortController>(undefined);
  const beginning = useAct(newUpload);
  const looking = useAct(studyPreview);
  const storing = useAct(storedStudy);
  const setting = useAct(studyChanged);

  const told = (table: TableWish | undefined, said: AboutStudy | undefined) => ({
    ...(said === undefined ? {} : { about: said }),
    ...(table === undefined ? {} : { table }),
  });
  const look = async (table: TableWish | undefined, said: AboutStudy | undefined) =>
    setPreview(await looking.mutateAsync({ path: `/api/uploads/${upload.current}/preview`, body: told(table, said) }));
  const again = (table: TableWish | undefined, said: AboutStudy | undefined) =>
    void look(table, said).catch(() => undefined);
  const sending = useMutation<void, Error, readonly Chosen[]>({
    networkMode: "always",
    mutationFn: async (files) => {
      abort.current = new AbortController();
      upload.current ??= (await beginning.mutateAsync({ path: "/api/uploads" })).upload;
      await sendFiles(upload.current, files, setSent, abort.current.signal);
      setSent(undefined);
      await look(mapped?.wish, about);
    },
    onError: (fault) => {
      setSent(undefined);
      if (codeOf(fault) === "not-found") upload.current = undefined;
    },
  });
  const put = (name: string, text: string) => sending.mutate([{ name, file: new File([text], name) }]);
  const fits = (one: Template): boolean => preview?.study?.protocol === templateRows[one].protocol;
  const store = async () => {
    const path = `/api/uploads/${upload.current}/study`;
    const study = await storing.mutateAsync({ path, body: told(mapped?.wish, about) });
    if (template !== undefined && template !== "none" && fits(template)) {
      const change = { template, settings: fixedBy(template) };
      const at = `/api/studies/${encodeURIComponent(study.study)}/versions`;
      await setting.mutateAsync({ path: at, body: change }).catch(() => undefined);
    }
    setStored(study);
  };
  const fault = sending.error ?? looking.error ?? storing.error;
  if (guard(fault)) return null;
  if (stored !== undefined)
    return (
      <StudyHere
        stored={stored}
        onGoOn={() => go(`/desk/${stored.study}/set-up`)}
        onAnother={() => {
          upload.current = undefined;
          setKind(undefined);
          setMapped(undefined);
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
  const tables = (preview?.tables ?? []).filter((name) => name !== "clips.csv");
  const kinds = [
    ...(preview !== undefined && (preview.videos > 0 || preview.clipTable) && preview.entries === null
      ? (["clips"] as const)
      : []),
    ...(tables.length > 0 ? (["entries"] as const) : []),
    ...(tables.length > 0 && preview?.entries === null ? (["ratings"] as const) : []),
  ];
  const fixed = template === undefined ? undefined : kindOf[template];
  const what = kind ?? fixed ?? (kinds.length === 1 ? kinds[0] : undefined);
  const shapes =
    what === "clips" ? (["clips"] as const) : what === "entries" ? (["entries", "questions"] as const) : ratedShapes;
  const own = what === "entries" ? (preview?.entries ?? null) : null;
  const maps = tables.length > 0 && own === null && !(what === "clips" && preview?.clipTable);
  const isMapped = !maps || mapped !== undefined;
  const quiz = what === "entries" && mapped?.told?.shape !== "questions";
  const entries = own === null ? mapped?.wish : { file: own };
  const captioned = preview?.clipTable === true || (mapped?.told?.counts.captioned ?? 0) > 0;
  return (
    <>
      <Box title={words.title} sub={words.sub} wide>
        <div className={css["flow"]}>
          {preview === undefined && (
            <>
              <RadioRow
                legend={bringIn.template}
                value={template}
                onChange={setTemplate}
                options={([...templates, "none"] as const).map((value) => ({ value, label: bringIn.templates[value] }))}
              />
              <p className={desk["soft"]}>
                {template === undefined ? bringIn.templateSub : bringIn[`${template}Needs`]}
              </p>
            </>
          )}
          {template !== undefined && (
            <DropPlace small={preview !== undefined} busy={busy} onFiles={(files) => sending.mutate(files)} />
          )}
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
          {fixed === undefined && kinds.length !== 1 && (
            <Box title={words.what} wide>
              {kinds.length === 0 ? (
                <Notice kind="warn" title={words.neither} />
              ) : (
                <RadioRow
                  legend={words.what}
                  hideLegend
                  value={kind}
                  onChange={(chosen) => {
                    setKind(chosen);
                    setMapped(undefined);
                  }}
                  options={kinds.map((value) => ({
                    value,
                    label: value === "ratings" ? bringIn.ratings : words[value],
                  }))}
                />
              )}
            </Box>
          )}
          {fixed !== undefined && !kinds.includes(fixed) && (
            <Box title={words.what} wide>
              <Notice kind="warn" title={words.neither} />
            </Box>
          )}
          {what !== undefined && kinds.includes(what) && maps && upload.current !== undefined && (
            <TableMap
              key={what}
              upload={upload.current}
              tables={tables}
              shapes={shapes}
              mayLack={what === "clips" && (preview?.videos ?? 0) > 0}
              onUse={(wish, seen) => setMapped({ wish, told: seen })}
            />
          )}
          {what === "clips" && mapped?.wish !== undefined && upload.current !== undefined && (
            <ClipPicker
              upload={upload.current}
              table={mapped.wish}
              onUse={(file) => {
                setMapped({ wish: undefined, told: undefined });
                put("clips.csv", file);
              }}
            />
          )}
          {what !== undefined && kinds.includes(what) && isMapped && !quiz && (
            <AboutForm
              key={String(captioned)}
              table={what === "clips" && captioned}
              onLook={(said) => {
                setAbout(said);
                again(mapped?.wish, said);
              }}
            />
          )}
          {quiz && entries !== undefined && upload.current !== undefined && (
            <>
              <TagCompare
                upload={upload.current}
                entries={entries.file}
                tables={tables}
                onUse={(file) => put("tags.csv", file)}
              />
              <QuizBuilder
                upload={upload.current}
                tables={tables}
                table={entries}
                onUse={() => again(undefined, undefined)}
              />
            </>
          )}
        </>
      )}
      {preview !== undefined && !sending.isPending && (!asks || about !== undefined) && (
        <Preview preview={preview} busy={busy} onStore={() => void store().catch(() => undefined)} />
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
