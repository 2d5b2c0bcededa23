// The people of a study: code, name, role, seat, when they were last seen, and their personal links. Nothing here is
// done in one click that could not be undone.
import { useState } from "react";
import * as z from "zod/mini";
import { type DeskPerson, deskPeople, type StudyDetail } from "#schemas/desk";
import { type Seat, seats } from "#schemas/person";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { RadioRow } from "../ui/radio-row.tsx";
import { useFormats } from "../words/formats.ts";
import { useLanguage } from "../words/words.ts";
import { AddPerson } from "./add-person.tsx";
import { Answer, Box, Empty, Explain, Table } from "./box.tsx";
import { ChangePerson } from "./change-person.tsx";
import css from "./desk.module.css";
import { HandIn } from "./hand-in.tsx";
import { LinkDialog, MakeLink } from "./link-dialog.tsx";
import { agoText } from "./numbers.ts";
import { PrintLinks } from "./print-links.tsx";
import { useProblemText } from "./problem-text.ts";
import { useAct, useRead } from "./reading.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";
import cells from "./table.module.css";
import { useDeskWords } from "./words.ts";

type Open =
  | { readonly kind: "add" | "print" }
  | { readonly kind: "make" | "revoke" | "change" | "seat" | "remove" | "erase"; readonly person: DeskPerson }
  | { readonly kind: "link"; readonly code: string; readonly link: string; readonly replaced: boolean };

export function PeopleScreen({ study }: { readonly study: StudyDetail }) {
  const words = useDeskWords();
  const at = `/api/studies/${encodeURIComponent(study.id)}/people`;
  const query = useRead(at, deskPeople, { every: 10_000 });
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <Box
      title={words.people.title}
      sub={words.people.sub}
      wide
      actions={
        <>
          <Button onClick={() => setOpen({ kind: "add" })}>{words.people.add}</Button>
          <Button onClick={() => setOpen({ kind: "print" })}>{words.setUp.print.act}</Button>
          <HandIn study={study.id} />
        </>
      }
    >
      <Answer query={query}>
        {({ people }) =>
          people.length === 0 ? (
            <Empty title={words.people.empty} />
          ) : (
            <PeopleTable people={people} now={query.dataUpdatedAt} onOpen={setOpen} />
          )
        }
      </Answer>
      <Explain>{words.people.explain}</Explain>
      {open?.kind === "add" && (
        <AddPerson
          study={study}
          onClose={close}
          onMade={(code, link) => setOpen({ kind: "link", code, link, replaced: false })}
        />
      )}
      {open?.kind === "print" && query.data !== undefined && (
        <PrintLinks at={at} title={study.title} people={query.data.people} onClose={close} />
      )}
      {open?.kind === "make" && (
        <MakeLink
          at={at}
          person={open.person}
          onClose={close}
          onMade={(link, replaced) => setOpen({ kind: "link", code: open.person.code, link, replaced })}
        />
      )}
      {open?.kind === "link" && (
        <LinkDialog code={open.code} link={open.link} replaced={open.replaced} onClose={close} />
      )}
      {open?.kind === "revoke" && <Revoke at={at} person={open.person} onClose={close} />}
      {open?.kind === "change" && (
        <ChangePerson at={at} person={open.person} languages={study.definition.languages} onClose={close} />
      )}
      {open?.kind === "seat" && <ChangeSeat study={study.id} person={open.person} onClose={close} />}
      {open?.kind === "remove" && (
        <ReasonDialog
          study={study.id}
          title={words.people.removeTitle(open.person.code)}
          text={words.people.removeText}
          act={words.people.remove}
          wish={{ kind: "remove", person: open.person.person }}
          onClose={close}
        />
      )}
      {open?.kind === "erase" && (
        <ReasonDialog
          study={study.id}
          title={words.people.eraseTitle(open.person.code)}
          text={words.people.eraseText}
          act={words.people.erase}
          wish={{ kind: "erase", person: open.person.person }}
          onClose={close}
        />
      )}
    </Box>
  );
}

interface PeopleTableProps {
  readonly people: readonly DeskPerson[];
  readonly now: number;
  readonly onOpen: (open: Open) => void;
}

function PeopleTable({ people, now, onOpen }: PeopleTableProps) {
  const words = useDeskWords();
  return (
    <Table caption={words.people.title} hideCaption stacked>
      <thead>
        <tr>
          <th scope="col">{words.people.code}</th>
          {[words.people.name, words.people.role, words.people.seat, words.people.language].map((name) => (
            <th key={name} scope="col" className={cells["text"]}>
              {name}
            </th>
          ))}
          <th scope="col">{words.people.lastSeen}</th>
          <th scope="col" className={cells["text"]}>
            {words.people.link}
          </th>
          <th scope="col">{words.people.actions}</th>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <PersonRow key={person.person} person={person} now={now} onOpen={onOpen} />
        ))}
      </tbody>
    </Table>
  );
}

interface PersonRowProps {
  readonly person: DeskPerson;
  readonly now: number;
  readonly onOpen: (open: Open) => void;
}

function PersonRow({ person, now, onOpen }: PersonRowProps) {
  const words = useDeskWords();
  const formats = useFormats();
  const { language } = useLanguage();
  const { link } = person;
  const linkText =
    link === null
      ? words.people.linkNone
      : link.usedAt === null
        ? words.people.linkMade(formats.date(link.createdAt))
        : words.people.linkUsed(formats.date(link.usedAt));
  const button = (kind: "make" | "revoke" | "change" | "seat" | "remove" | "erase", name: string, short: string) => (
    <Button className={css["small"]} aria-label={`${name}: ${person.code}`} onClick={() => onOpen({ kind, person })}>
      {short}
    </Button>
  );
  return (
    <tr>
      <th scope="row" className={cells["text"]}>
        {person.code}
      </th>
      <td className={cells["text"]} data-name={words.people.name}>
        {person.name ?? <span className={css["soft"]}>{words.common.none}</span>}
      </td>
      <td className={cells["text"]} data-name={words.people.role}>
        {words.common.roles[person.role]}
      </td>
      <td className={cells["text"]} data-name={words.people.seat}>
        {words.common.seats[person.seat]}
      </td>
      <td className={cells["text"]} data-name={words.people.language}>
        <span lang={person.language}>{words.common.languages[person.language]}</span>
      </td>
      <td data-name={words.people.lastSeen}>
        {person.lastSeenAt === null ? words.common.never : agoText(person.lastSeenAt, now, language)}
      </td>
      <td
        className={`${cells["text"]} ${cells["wider"]} ${link === null ? css["soft"] : ""}`}
        data-name={words.people.link}
      >
        {person.removedAt === null ? linkText : words.people.removed}
      </td>
      <td>
        {person.role !== "coordinator" && (
          <div className={css["actionsCell"]}>
            {person.removedAt === null && (
              <>
                {link === null
                  ? button("make", words.people.makeLink, words.people.makeLink)
                  : button("make", words.people.newLink, words.people.newLink)}
                {link !== null && button("revoke", words.people.revoke, words.people.revokeShort)}
                {button("change", words.people.change, words.people.changeShort)}
                {button("seat", words.people.changeSeat, words.people.seat)}
                {button("remove", words.people.remove, words.people.remove)}
              </>
            )}
            {button("erase", words.people.erase, words.people.erase)}
          </div>
        )}
      </td>
    </tr>
  );
}

interface RevokeProps {
  readonly at: string;
  readonly person: DeskPerson;
  readonly onClose: () => void;
}

function Revoke({ at, person, onClose }: RevokeProps) {
  const words = useDeskWords();
  const say = useProblemText();
  const revoking = useAct(z.unknown());
  const path = `${at}/${encodeURIComponent(person.person)}/link`;
  return (
    <Dialog
      title={words.people.revokeTitle(person.code)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button kind="main" onClick={() => revoking.mutate({ path, method: "DELETE" }, { onSuccess: onClose })}>
            {words.people.revoke}
          </Button>
        </>
      }
    >
      <p>{words.people.revokeText}</p>
      {revoking.error !== null && <Notice kind="bad" title={say(revoking.error)} />}
    </Dialog>
  );
}

interface ChangeSeatProps {
  readonly study: string;
  readonly person: DeskPerson;
  readonly onClose: () => void;
}

function ChangeSeat({ study, person, onClose }: ChangeSeatProps) {
  const words = useDeskWords();
  const [seat, setSeat] = useState<Seat>(person.seat);
  return (
    <ReasonDialog
      study={study}
      title={words.people.seatTitle(person.code)}
      text={words.people.seatText}
      act={words.people.changeSeat}
      wish={seat === person.seat ? undefined : { kind: "seat", person: person.person, seat }}
      missing={words.people.seatSame}
      onClose={onClose}
    >
      <RadioRow
        legend={words.people.seat}
        value={seat}
        onChange={setSeat}
        options={seats.map((value) => ({
          value,
          label: `${words.common.seats[value]}: ${words.people.seatHints[value]}`,
        }))}
      />
    </ReasonDialog>
  );
}
