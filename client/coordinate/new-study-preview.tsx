// What was understood of the files: the study in one line, every fault with its mend, every file with its verdict.
import type { StudyPreview } from "#schemas/new-study";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { useFormats } from "../words/formats.ts";
import { Box, Table } from "./box.tsx";
import desk from "./desk.module.css";
import css from "./new-study.module.css";
import { useServerText } from "./server-text.ts";
import cells from "./table.module.css";
import { useDeskWords } from "./words.ts";

interface PreviewProps {
  readonly preview: StudyPreview;
  readonly busy: boolean;
  readonly onStore: () => void;
}

const filesShown = 200;
const rank = { refused: 0, taken: 1, "not used": 2 };

export function Preview({ preview, busy, onStore }: PreviewProps) {
  const words = useDeskWords().newStudy;
  const { study, faults, moreFaults, warnings, files } = preview;
  const tell = useServerText();
  return (
    <>
      <Box title={words.understood} sub={words.understoodSub} wide>
        <div className={css["flow"]}>
          {study !== null && <Understood study={study} />}
          {study?.taken && <Notice kind="bad" title={words.taken} />}
          {faults.length > 0 && (
            <Notice kind="bad" title={words.faults(faults.length + moreFaults)}>
              <p>{words.faultsLead}</p>
            </Notice>
          )}
          {faults.length > 0 && <FaultTable faults={faults} moreFaults={moreFaults} />}
          {warnings.length > 0 && (
            <Notice kind="warn" title={words.warnings}>
              <ul className={css["lines"]}>
                {warnings.map((warning) => (
                  <li key={warning} lang={tell(warning).lang}>
                    {tell(warning).text}
                  </li>
                ))}
              </ul>
            </Notice>
          )}
          {study !== null && !study.taken && (
            <div className={css["picks"]}>
              <Button kind="main" waiting={busy} onClick={() => busy || onStore()}>
                {words.store}
              </Button>
              <span className={desk["soft"]}>{words.storeHint}</span>
            </div>
          )}
        </div>
      </Box>
      {files.length > 0 && <FileTable files={files} />}
    </>
  );
}

function Understood({ study }: { readonly study: NonNullable<StudyPreview["study"]> }) {
  const { newStudy: words, common } = useDeskWords();
  const formats = useFormats();
  return (
    <div>
      <p className={css["big"]}>{study.title}</p>
      <p>
        {common.protocols[study.protocol]} · {study.id} ·{" "}
        {words.counts(
          words.items[study.protocol](study.items),
          study.practice,
          words.people(study.people),
          words.media(study.media),
          formats.bytes(study.bytes),
        )}
      </p>
    </div>
  );
}

export function FaultTable({ faults, moreFaults }: Pick<StudyPreview, "faults" | "moreFaults">) {
  const words = useDeskWords().newStudy;
  const tell = useServerText();
  return (
    <>
      <Table caption={words.faults(faults.length + moreFaults)} hideCaption>
        <thead>
          <tr>
            {[words.where, words.whatIsWrong, words.mend].map((name) => (
              <th key={name} scope="col" className={cells["text"]}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {faults.map((fault) => (
            <tr key={`${fault.file} ${fault.line} ${fault.message}`}>
              <th scope="row" className={cells["text"]}>
                {words.line(fault.file, fault.line)}
              </th>
              {[fault.message, fault.mend].map((said) => (
                <td key={said} className={`${cells["text"]} ${cells["long"]}`} lang={tell(said).lang}>
                  {tell(said).text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      {moreFaults > 0 && <p>{words.moreFaults(moreFaults)}</p>}
    </>
  );
}

function FileTable({ files }: { readonly files: StudyPreview["files"] }) {
  const words = useDeskWords().newStudy;
  const tell = useServerText();
  const formats = useFormats();
  const count = (state: keyof typeof rank) => files.filter((file) => file.state === state).length;
  const shown = files.toSorted((a, b) => rank[a.state] - rank[b.state]).slice(0, filesShown);
  return (
    <Box
      title={words.filesTitle}
      sub={`${words.filesOf(count("taken"), count("refused"), count("not used"))}${
        files.length > shown.length ? `. ${words.filesShown(shown.length, files.length)}` : ""
      }`}
      wide
    >
      <Table caption={words.filesTitle} hideCaption>
        <thead>
          <tr>
            {[words.file, words.state, words.facts, words.notes].map((name) => (
              <th key={name} scope="col" className={cells["text"]}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ file, state, facts, notes }) => (
            <tr key={file}>
              <th scope="row" className={cells["text"]}>
                {file}
              </th>
              <td className={`${cells["text"]} ${state === "refused" ? css["refused"] : ""}`}>{words.states[state]}</td>
              <td className={`${cells["text"]} ${css["nowrap"]}`}>
                {facts !== undefined &&
                  [
                    facts.type.split("/")[1]?.toUpperCase(),
                    `${facts.width} × ${facts.height}`,
                    facts.durationMs === undefined ? "" : formats.duration(facts.durationMs),
                    formats.bytes(facts.bytes),
                  ]
                    .filter((part) => part !== "")
                    .join(", ")}
              </td>
              <td className={`${cells["text"]} ${cells["long"]}`}>
                {notes.map((note) => (
                  <div key={note} lang={tell(note).lang}>
                    {tell(note).text}
                  </div>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Box>
  );
}
