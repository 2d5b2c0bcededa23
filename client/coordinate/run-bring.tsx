// The form that brings a file of predictions in. Where a target is not our key the server names the lines and stores
// nothing.
import { Upload } from "lucide-react";
import { useRef, useState } from "react";
import * as z from "zod/mini";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { Box } from "./box.tsx";
import css from "./desk.module.css";
import { useFigureWords } from "./figure-words.ts";
import flow from "./new-study.module.css";
import { useProblemText } from "./problem-text.ts";
import { useAct } from "./reading.tsx";
import { Select } from "./select.tsx";

const stored = z.object({ answers: z.int(), missing: z.int() });
const formats = ["", "vlmevalkit", "lmms-eval", "openai-batch"] as const;

export function BringRun({ study }: { readonly study: string }) {
  const words = useFigureWords();
  const say = useProblemText();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const [name, setName] = useState("");
  const [format, setFormat] = useState<(typeof formats)[number]>("");
  const [frames, setFrames] = useState("");
  const [reasoning, setReasoning] = useState("");
  const [effort, setEffort] = useState("");
  const [lacks, setLacks] = useState<string>();
  const bringing = useAct(stored);
  const send = () => {
    const badFrames = frames.trim() !== "" && !(Number(frames) > 0 && Number(frames) <= 1000);
    const told =
      file === undefined || name.trim() === "" ? words.bring.missing : badFrames ? words.bring.badFrames : undefined;
    setLacks(told);
    if (told !== undefined || file === undefined || bringing.isPending) return;
    const said = Object.entries({ file: file.name, name, format, framesPerSecond: frames, reasoning, effort });
    const query = new URLSearchParams(
      said.map(([key, value]) => [key, value.trim()]).filter(([, value]) => value !== ""),
    );
    bringing.mutate(
      { path: `/api/studies/${encodeURIComponent(study)}/runs?${query}`, file },
      {
        onSuccess: () => {
          setFile(undefined);
          setName("");
          if (input.current !== null) input.current.value = "";
        },
      },
    );
  };
  return (
    <Box title={words.bring.title} sub={words.bring.sub} wide>
      <div className={flow["flow"]}>
        <div className={css["row"]}>
          <Button icon={<Upload size={20} aria-hidden="true" />} onClick={() => input.current?.click()}>
            {words.bring.choose}
          </Button>
          <span role="status" className={file === undefined ? css["soft"] : undefined}>
            {file?.name ?? words.bring.noFile}
          </span>
          <input
            ref={input}
            type="file"
            hidden
            aria-label={words.bring.choose}
            onChange={(event) => setFile(event.currentTarget.files?.[0])}
          />
        </div>
        <Field
          label={words.bring.name}
          hint={words.bring.nameHint}
          value={name}
          maxLength={200}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <div className={css["fields"]}>
          <Select
            label={words.bring.format}
            value={format}
            onChange={setFormat}
            options={formats.map((value) => ({ value, name: words.bring.formats[value] }))}
          />
          <Field
            label={words.bring.frames}
            inputMode="decimal"
            value={frames}
            onChange={(event) => setFrames(event.currentTarget.value)}
          />
          <Field
            label={words.bring.reasoning}
            value={reasoning}
            maxLength={200}
            onChange={(event) => setReasoning(event.currentTarget.value)}
          />
          <Field
            label={words.bring.effort}
            value={effort}
            maxLength={200}
            onChange={(event) => setEffort(event.currentTarget.value)}
          />
        </div>
        {lacks !== undefined && <Notice kind="warn" title={lacks} />}
        {bringing.error !== null && <Notice kind="bad" title={say(bringing.error)} />}
        {bringing.data !== undefined && (
          <Notice kind="good" title={words.bring.done(bringing.data.answers, bringing.data.missing)} />
        )}
        <div>
          <Button kind="main" onClick={send} aria-busy={bringing.isPending}>
            {words.bring.send}
          </Button>
        </div>
      </div>
    </Box>
  );
}
