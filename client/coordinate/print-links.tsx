// Personal links of several people at once, each on a sheet with its QR code, to print and to hand over. Shown once.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type DeskPerson, newLink } from "#schemas/desk";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { Toggle } from "../ui/radio-row.tsx";
import desk from "./desk.module.css";
import { QrCode } from "./link-dialog.tsx";
import css from "./new-study.module.css";
import { useProblemText } from "./problem-text.ts";
import { refusedBy, useGet } from "./reading.tsx";
import { useDeskWords } from "./words.ts";

interface PrintLinksProps {
  readonly at: string;
  readonly title: string;
  readonly people: readonly DeskPerson[];
  readonly onClose: () => void;
}

interface Sheet {
  readonly code: string;
  readonly link: string;
}

export function PrintLinks({ at, title, people, onClose }: PrintLinksProps) {
  const { setUp, people: names, common } = useDeskWords();
  const words = setUp.print;
  const say = useProblemText();
  const get = useGet();
  const client = useQueryClient();
  const may = people.filter(({ role, removedAt }) => role !== "coordinator" && removedAt === null);
  const [chosen, setChosen] = useState<readonly string[]>(
    may.filter(({ link }) => link === null || link.usedAt === null).map(({ person }) => person),
  );
  const [revoke, setRevoke] = useState(false);
  const [tried, setTried] = useState(false);
  const [sheets, setSheets] = useState<readonly Sheet[]>([]);
  const making = useMutation<void, Error>({
    networkMode: "always",
    mutationFn: async () => {
      for (const { person, code } of may) {
        if (!chosen.includes(person) || sheets.some((sheet) => sheet.code === code)) continue;
        const answer = await get(`${at}/${encodeURIComponent(person)}/link`, {
          method: "POST",
          credentials: "same-origin",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ revoke }),
        });
        if (!answer.ok) throw await refusedBy(answer);
        const { link } = newLink.parse(await answer.json());
        setSheets((before) => [...before, { code, link }]);
      }
    },
    onSettled: () => client.invalidateQueries(),
  });
  const done = making.isSuccess;
  const make = () => {
    setTried(true);
    if (chosen.length > 0) making.mutate();
  };
  return (
    <Dialog
      title={words.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{done ? common.close : common.cancel}</Button>
          {done ? (
            <Button kind="main" onClick={() => print()}>
              {words.print}
            </Button>
          ) : (
            <Button kind="main" waiting={making.isPending} onClick={make}>
              {words.make}
            </Button>
          )}
        </>
      }
    >
      <p>{done ? words.once : words.lead}</p>
      {!done && (
        <fieldset className={css["form"]}>
          <legend>{words.choose}</legend>
          {may.map(({ person, code }) => (
            <Toggle
              key={person}
              label={code}
              checked={chosen.includes(person)}
              onChange={(on) => setChosen(on ? [...chosen, person] : chosen.filter((one) => one !== person))}
            />
          ))}
          <Toggle label={words.revoke} checked={revoke} onChange={setRevoke} />
        </fieldset>
      )}
      {tried && chosen.length === 0 && <Notice kind="warn" title={words.missing} />}
      {making.error !== null && <Notice kind="bad" title={say(making.error)} />}
      {sheets.length > 0 && (
        <div className={css["sheets"]}>
          {sheets.map(({ code, link }) => (
            <section key={code} className={css["sheet"]}>
              <h3>{code}</h3>
              <p>{title}</p>
              <QrCode text={link} name={`${names.qr}: ${code}`} />
              <p className={css["hash"]}>{link}</p>
            </section>
          ))}
        </div>
      )}
      <p className={desk["soft"]}>{names.linkText}</p>
    </Dialog>
  );
}
