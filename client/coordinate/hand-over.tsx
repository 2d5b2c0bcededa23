// Files to take home: what each holds, how much of it, a look at its first rows, and what is left out.
import { Download } from "lucide-react";
import { useState } from "react";
import { type DeskExports, deskExports, type StudyDetail } from "#schemas/desk";
import { studyMedia } from "#schemas/set-up";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import ui from "../ui/ui.module.css";
import { useFormats } from "../words/formats.ts";
import boxes from "./box.module.css";
import { Answer, Box, Empty, Explain, Table } from "./box.tsx";
import css from "./desk.module.css";
import { useFirstLines, useRead } from "./reading.tsx";
import { useServerText } from "./server-text.ts";
import cells from "./table.module.css";
import { useDeskWords } from "./words.ts";

type File = DeskExports["files"][number];

export function HandOverScreen({ study }: { readonly study: StudyDetail }) {
  const words = useDeskWords();
  const at = `/api/studies/${encodeURIComponent(study.id)}/exports`;
  const query = useRead(at, deskExports, { at: study.position });
  const [looking, setLooking] = useState<string>();
  const media = useRead(`/api/studies/${encodeURIComponent(study.id)}/media`, studyMedia);
  const kept = media.data?.media.filter((medium) => medium.rights === "ids-only").length ?? 0;
  return (
    <>
      <Box title={words.handOver.title} sub={words.handOver.sub} wide>
        <Answer query={query}>
          {({ files }) =>
            files.length === 0 ? (
              <Empty title={words.handOver.empty} />
            ) : (
              <FileTable at={at} files={files} onLook={setLooking} />
            )
          }
        </Answer>
        <Explain>{words.handOver.explain}</Explain>
      </Box>
      <Box title={words.handOver.withheld} wide>
        <ul className={css["plainList"]}>
          <li>{words.handOver.withheldNames}</li>
          <li>{words.handOver.withheldHearing}</li>
          <li>{words.handOver.withheldRecordings}</li>
          <li>{words.handOver.withheldErased}</li>
          <li>{words.handOver.withheldMedia(kept)}</li>
        </ul>
      </Box>
      {looking !== undefined && <Preview at={at} file={looking} onClose={() => setLooking(undefined)} />}
    </>
  );
}

interface FileTableProps {
  readonly at: string;
  readonly files: readonly File[];
  readonly onLook: (file: string) => void;
}

function FileTable({ at, files, onLook }: FileTableProps) {
  const words = useDeskWords();
  const formats = useFormats();
  const kinds: Record<string, string> = words.handOver.kinds;
  const sized = files.some((file) => file.rows !== null || file.bytes !== null);
  return (
    <Table caption={words.handOver.title} hideCaption stacked>
      <thead>
        <tr>
          <th scope="col">{words.handOver.file}</th>
          <th scope="col" className={cells["text"]}>
            {words.handOver.holds}
          </th>
          {sized && <th scope="col">{words.handOver.rows}</th>}
          {sized && <th scope="col">{words.handOver.size}</th>}
          <th scope="col">{words.people.actions}</th>
        </tr>
      </thead>
      <tbody>
        {files.map((file) => (
          <tr key={file.file}>
            <th scope="row" className={cells["text"]}>
              {file.file}
            </th>
            <td className={`${cells["text"]} ${cells["long"]}`}>
              {kinds[file.file] ?? kinds[file.file.replace("-excel", "")] ?? words.handOver.otherKind}
              {file.file.includes("-excel") && ` ${words.handOver.excel}`}
            </td>
            {sized && <td data-name={words.handOver.rows}>{file.rows === null ? "" : formats.number(file.rows)}</td>}
            {sized && <td data-name={words.handOver.size}>{file.bytes === null ? "" : formats.bytes(file.bytes)}</td>}
            <td>
              {file.refused === null ? (
                <div className={css["actionsCell"]}>
                  {/\.(csv|jsonl)$/.test(file.file) && (
                    <Button
                      className={css["small"]}
                      aria-label={`${words.handOver.preview}: ${file.file}`}
                      onClick={() => onLook(file.file)}
                    >
                      {words.handOver.preview}
                    </Button>
                  )}
                  <a
                    className={`${ui["button"]} ${css["small"]}`}
                    href={`${at}/${encodeURIComponent(file.file)}`}
                    download={file.file}
                    aria-label={words.handOver.downloadFile(file.file)}
                  >
                    <Download size={18} aria-hidden="true" /> {words.handOver.download}
                  </a>
                </div>
              ) : (
                <Refused text={file.refused} />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Why the server does not make this file. */
function Refused({ text }: { readonly text: string }) {
  const told = useServerText()(text);
  return (
    <span className={css["soft"]} lang={told.lang}>
      {told.text}
    </span>
  );
}

interface PreviewProps {
  readonly at: string;
  readonly file: string;
  readonly onClose: () => void;
}

const previewLines = 12;

function Preview({ at, file, onClose }: PreviewProps) {
  const words = useDeskWords();
  const query = useFirstLines(`${at}/${encodeURIComponent(file)}`, previewLines);
  return (
    <Dialog title={words.handOver.previewOf(file)} onClose={onClose}>
      <Answer query={query}>
        {(lines) => (
          <>
            <p className={boxes["sub"]}>{words.handOver.previewRest(lines.length)}</p>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by keyboard */}
            <pre className={css["preview"]} tabIndex={0}>
              {lines.join("\n")}
            </pre>
          </>
        )}
      </Answer>
    </Dialog>
  );
}
