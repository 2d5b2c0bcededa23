// What waits for the coordinator while a study runs: questions from people, flags on items, answers held back, what was
// set aside, what was retired. Each with the act that settles it.
import { type ReactNode, useState } from "react";
import type { StudyDetail } from "#schemas/desk";
import { type Inbox, inbox } from "#schemas/set-up";
import type { Texts } from "#schemas/texts";
import { Button } from "../ui/button.tsx";
import { useFormats } from "../words/formats.ts";
import { useLanguage, useWords } from "../words/words.ts";
import { Announce } from "./announce.tsx";
import { Answer, Box, Empty, Table } from "./box.tsx";
import css from "./desk.module.css";
import flow from "./new-study.module.css";
import { valueText } from "./numbers.ts";
import { useRead } from "./reading.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";
import { Recording } from "./recording.tsx";
import { useServerText } from "./server-text.ts";
import cells from "./table.module.css";
import { useDeskWords } from "./words.ts";

type Note = Inbox["notes"][number];
type Held = Inbox["held"][number];
type Open =
  | { readonly kind: "announce"; readonly note?: Note }
  | { readonly kind: "retire"; readonly item: string; readonly name: string }
  | { readonly kind: "admit"; readonly held: Held };

export function InboxScreen({ study }: { readonly study: StudyDetail }) {
  const { setUp } = useDeskWords();
  const words = setUp.inbox;
  const query = useRead(`/api/studies/${encodeURIComponent(study.id)}/inbox`, inbox, { at: study.position });
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <>
      <Answer query={query}>{(data) => <Boxes study={study} data={data} onOpen={setOpen} />}</Answer>
      {open?.kind === "announce" && (
        <Announce study={study} {...(open.note === undefined ? {} : { note: open.note })} onClose={close} />
      )}
      {open?.kind === "retire" && (
        <ReasonDialog
          study={study.id}
          title={`${words.retire}: ${open.name}`}
          text={words.retireText}
          act={words.retire}
          wish={{ kind: "retire", item: open.item }}
          onClose={close}
        />
      )}
      {open?.kind === "admit" && (
        <ReasonDialog
          study={study.id}
          title={words.admitTitle(open.held.code ?? words.unknown)}
          text={words.admitText}
          act={words.admit}
          wish={{ kind: "admit", response: open.held.response }}
          onClose={close}
        />
      )}
    </>
  );
}

interface BoxesProps {
  readonly study: StudyDetail;
  readonly data: Inbox;
  readonly onOpen: (open: Open) => void;
}

function Boxes({ study, data, onOpen }: BoxesProps) {
  const { setUp } = useDeskWords();
  const words = setUp.inbox;
  const { notes, flags, held, quarantined, retired, announced, gone = [] } = data;
  const none = [notes, flags, held, quarantined, gone].every((list) => list.length === 0);
  return (
    <>
      <Box
        title={words.notes}
        sub={words.notesSub}
        wide
        actions={<Button onClick={() => onOpen({ kind: "announce" })}>{words.announce}</Button>}
      >
        {none && <Empty title={words.nothing} />}
        {notes.length > 0 && (
          <Notes study={study.id} notes={notes} onReply={(note) => onOpen({ kind: "announce", note })} />
        )}
      </Box>
      {gone.length > 0 && <Gone rows={gone} />}
      {flags.length > 0 && <Flags study={study.id} flags={flags} onOpen={onOpen} />}
      {held.length > 0 && <HeldBox held={held} onAdmit={(one) => onOpen({ kind: "admit", held: one })} />}
      {quarantined.length > 0 && <Quarantined rows={quarantined} />}
      {retired.length > 0 && <Retired rows={retired} />}
      {announced.length > 0 && <Announced rows={announced} />}
    </>
  );
}

interface RowsProps {
  readonly caption: string;
  readonly head: readonly string[];
  readonly children: ReactNode;
}

const Rows = ({ caption, head, children }: RowsProps) => (
  <Table caption={caption} hideCaption>
    <thead>
      <tr>
        {head.map((name) => (
          <th key={name} scope="col" className={cells["text"]}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </Table>
);

/** The words in the reader's language, else in any. */
function useTold(): (texts: Texts) => { readonly text: string; readonly lang: string } {
  const { language } = useLanguage();
  return (texts) => {
    const [lang = language, text = ""] =
      Object.entries(texts).find(([one]) => one === language) ?? Object.entries(texts)[0] ?? [];
    return { text, lang };
  };
}

function Said({ study, one }: { readonly study: string; readonly one: Pick<Note, "text" | "recording" | "mayWatch"> }) {
  return (
    <>
      {one.text !== null && <p>{one.text}</p>}
      {one.recording !== null && <Recording study={study} id={one.recording} mayWatch={one.mayWatch} />}
    </>
  );
}

function Notes({
  study,
  notes,
  onReply,
}: {
  readonly study: string;
  readonly notes: readonly Note[];
  readonly onReply: (note: Note) => void;
}) {
  const { setUp } = useDeskWords();
  const words = setUp.inbox;
  const formats = useFormats();
  const told = useTold();
  const open = notes.toSorted((a, b) => Math.sign(a.replies.length) - Math.sign(b.replies.length));
  return (
    <ul className={css["plainList"]}>
      {open.map((note) => (
        <li key={note.response} className={flow["part"]}>
          <p className={css["soft"]}>
            {note.code ?? words.unknown} · {formats.dateTime(note.at)}
            {note.itemName !== null && ` · ${words.about(note.itemName)}`}
          </p>
          <Said study={study} one={note} />
          {note.replies.map((reply) => {
            const { text, lang } = told(reply.texts);
            return (
              <p key={reply.at}>
                <span className={css["soft"]}>{words.answered(formats.dateTime(reply.at))}:</span>{" "}
                <span lang={lang}>{text}</span>
              </p>
            );
          })}
          {note.replies.length === 0 && (
            <div>
              <Button aria-label={`${words.reply}: ${note.code ?? words.unknown}`} onClick={() => onReply(note)}>
                {words.reply}
              </Button>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function Flags({
  study,
  flags,
  onOpen,
}: {
  readonly study: string;
  readonly flags: Inbox["flags"];
  readonly onOpen: (open: Open) => void;
}) {
  const words = useDeskWords().setUp.inbox;
  const formats = useFormats();
  return (
    <Box title={words.flags} sub={words.flagsSub} wide>
      <Rows caption={words.flags} head={[words.item, words.reason, words.says, words.person, words.when, words.retire]}>
        {flags.map((flag) => (
          <tr key={flag.response}>
            <th scope="row" className={cells["text"]}>
              {flag.itemName ?? flag.item ?? ""}
            </th>
            <td className={cells["text"]}>{words.reasons[flag.reason] ?? flag.reason}</td>
            <td className={`${cells["text"]} ${cells["long"]}`}>
              <Said study={study} one={flag} />
            </td>
            <td className={cells["text"]}>{flag.code ?? words.unknown}</td>
            <td className={cells["text"]}>{formats.dateTime(flag.at)}</td>
            <td className={cells["text"]}>
              {flag.settled ? (
                words.settled
              ) : flag.item === null ? null : (
                <Button
                  className={css["small"]}
                  aria-label={`${words.retire}: ${flag.itemName ?? flag.item}`}
                  onClick={() =>
                    onOpen({ kind: "retire", item: flag.item as string, name: flag.itemName ?? (flag.item as string) })
                  }
                >
                  {words.retire}
                </Button>
              )}
            </td>
          </tr>
        ))}
      </Rows>
    </Box>
  );
}

function HeldBox({ held, onAdmit }: { readonly held: readonly Held[]; readonly onAdmit: (held: Held) => void }) {
  const { setUp, common } = useDeskWords();
  const words = setUp.inbox;
  const formats = useFormats();
  const skips: Record<string, string> = common.skipReasons;
  const says = ({ kind, says: told }: Held): string =>
    told === null
      ? kind
      : kind === "skip"
        ? (skips[told] ?? String(told))
        : typeof told === "number"
          ? valueText("sentiment", told)
          : told;
  const labels = useWords().labels;
  return (
    <Box title={words.held} sub={words.heldSub} wide>
      <Rows caption={words.held} head={[words.person, words.item, words.says, words.reason, words.when, words.admit]}>
        {held.map((one) => (
          <tr key={one.response}>
            <th scope="row" className={cells["text"]}>
              {one.code ?? words.unknown}
            </th>
            <td className={cells["text"]}>{one.itemName ?? one.item ?? ""}</td>
            <td className={cells["text"]}>
              {one.kind === "emotion" && one.says !== null && `${labels.sentiment} `}
              {says(one)}
            </td>
            <td className={`${cells["text"]} ${cells["long"]}`}>
              {one.why.map((flag) => words.why[flag] ?? flag).join("; ")}
            </td>
            <td className={cells["text"]}>{formats.dateTime(one.at)}</td>
            <td className={cells["text"]}>
              <Button
                className={css["small"]}
                aria-label={`${words.admit}: ${one.code ?? words.unknown} ${one.itemName ?? ""}`}
                onClick={() => onAdmit(one)}
              >
                {words.admit}
              </Button>
            </td>
          </tr>
        ))}
      </Rows>
    </Box>
  );
}

function Quarantined({ rows }: { readonly rows: Inbox["quarantined"] }) {
  const tell = useServerText();
  const words = useDeskWords().setUp.inbox;
  const formats = useFormats();
  return (
    <Box title={words.quarantined} sub={words.quarantinedSub} wide>
      <Rows caption={words.quarantined} head={[words.person, words.reason, words.when]}>
        {rows.map((row) => (
          <tr key={`${row.id} ${row.hash}`}>
            <th scope="row" className={cells["text"]}>
              {row.code ?? words.unknown}
            </th>
            <td className={`${cells["text"]} ${cells["long"]}`} lang={tell(row.problem).lang}>
              {tell(row.problem).text}
            </td>
            <td className={cells["text"]}>{formats.dateTime(row.at)}</td>
          </tr>
        ))}
      </Rows>
    </Box>
  );
}

function Gone({ rows }: { readonly rows: NonNullable<Inbox["gone"]> }) {
  const words = useDeskWords().setUp.inbox;
  const formats = useFormats();
  return (
    <Box title={words.gone} sub={words.goneSub} wide>
      <Rows caption={words.gone} head={[words.person, words.item, words.when, words.state]}>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row" className={cells["text"]}>
              {row.code ?? words.unknown}
            </th>
            <td className={cells["text"]}>{row.itemName ?? row.item ?? ""}</td>
            <td className={cells["text"]}>{formats.dateTime(row.at)}</td>
            <td className={cells["text"]}>{row.again ? words.goneAgain : words.goneOpen}</td>
          </tr>
        ))}
      </Rows>
    </Box>
  );
}

function Retired({ rows }: { readonly rows: Inbox["retired"] }) {
  const words = useDeskWords().setUp.inbox;
  const formats = useFormats();
  return (
    <Box title={words.retired} wide>
      <Rows caption={words.retired} head={[words.item, words.reason, words.when]}>
        {rows.map((row) => (
          <tr key={`${row.item} ${row.at}`}>
            <th scope="row" className={cells["text"]}>
              {row.itemName ?? row.item}
            </th>
            <td className={`${cells["text"]} ${cells["long"]}`}>{row.reason ?? ""}</td>
            <td className={cells["text"]}>{formats.dateTime(row.at)}</td>
          </tr>
        ))}
      </Rows>
    </Box>
  );
}

function Announced({ rows }: { readonly rows: Inbox["announced"] }) {
  const words = useDeskWords().setUp.inbox;
  const formats = useFormats();
  const told = useTold();
  return (
    <Box title={words.announced} wide>
      <ul className={css["plainList"]}>
        {rows.map((row) => {
          const { text, lang } = told(row.texts);
          return (
            <li key={row.id}>
              <span className={css["soft"]}>{formats.dateTime(row.at)}</span> <span lang={lang}>{text}</span>
            </li>
          );
        })}
      </ul>
    </Box>
  );
}
