// A personal link, shown once: to copy, or as a QR code. Making a new one asks what becomes of the old one.
import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { encode } from "uqr";
import { type DeskPerson, newLink } from "#schemas/desk";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import css from "./desk.module.css";
import { useProblemText } from "./problem-text.ts";
import { useAct } from "./reading.tsx";
import { useDeskWords } from "./words.ts";

interface MakeLinkProps {
  readonly at: string;
  readonly person: DeskPerson;
  readonly onClose: () => void;
  readonly onMade: (link: string, replaced: boolean) => void;
}

export function MakeLink({ at, person, onClose, onMade }: MakeLinkProps) {
  const words = useDeskWords();
  const say = useProblemText();
  const making = useAct(newLink);
  const make = (revoke: boolean) => {
    if (making.isPending) return;
    making.mutate(
      { path: `${at}/${encodeURIComponent(person.person)}/link`, body: { revoke } },
      { onSuccess: ({ link }) => onMade(link, revoke) },
    );
  };
  const again = person.link !== null;
  return (
    <Dialog
      title={again ? words.people.makeAgainTitle(person.code) : words.people.makeTitle(person.code)}
      onClose={onClose}
      actions={
        again ? (
          <>
            <Button onClick={() => make(false)}>{words.people.keepOld}</Button>
            <Button onClick={() => make(true)}>{words.people.replaceOld}</Button>
          </>
        ) : (
          <Button kind="main" onClick={() => make(false)}>
            {words.people.makeLink}
          </Button>
        )
      }
    >
      <p>{again ? words.people.makeAgainText : words.people.linkText}</p>
      {making.error !== null && <Notice kind="bad" title={say(making.error)} />}
    </Dialog>
  );
}

interface LinkDialogProps {
  readonly code: string;
  readonly link: string;
  readonly replaced: boolean;
  readonly onClose: () => void;
}

export function LinkDialog({ code, link, replaced, onClose }: LinkDialogProps) {
  const words = useDeskWords();
  const [copied, setCopied] = useState(false);
  const copy = () => {
    void navigator.clipboard.writeText(link).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <Dialog title={words.people.linkTitle(code)} onClose={onClose}>
      <p>{words.people.linkText}</p>
      {replaced && <p>{words.people.linkReplaced}</p>}
      <Field
        label={words.people.linkAddress}
        value={link}
        readOnly
        spellCheck={false}
        onFocus={(event) => event.target.select()}
      />
      <div className={css["row"]}>
        <Button
          icon={copied ? <Check size={20} aria-hidden="true" /> : <Copy size={20} aria-hidden="true" />}
          onClick={copy}
        >
          {copied ? words.people.copied : words.people.copy}
        </Button>
        <span role="status" className={css["srOnly"]}>
          {copied ? words.people.copied : ""}
        </span>
      </div>
      <QrCode text={link} name={words.people.qr} />
    </Dialog>
  );
}

/** Dark on white in both themes, since cameras expect it. One path of unit squares; no markup from a string. */
export function QrCode({ text, name }: { readonly text: string; readonly name: string }) {
  const { data, size } = encode(text, { border: 2 });
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg className={css["qr"]} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={name} shapeRendering="crispEdges">
      <path d={squares.join("")} />
    </svg>
  );
}
