// The study is here: the personal links of its people, shown once, and the way to its page.
import { Check, Copy } from "lucide-react";
import { useState } from "react";
import type { StoredStudy } from "#schemas/new-study";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { Box, Table } from "./box.tsx";
import desk from "./desk.module.css";
import css from "./new-study.module.css";
import cells from "./table.module.css";
import { useDeskWords } from "./words.ts";

interface StudyHereProps {
  readonly stored: StoredStudy;
  readonly onGoOn: () => void;
  readonly onAnother: () => void;
}

export function StudyHere({ stored, onGoOn, onAnother }: StudyHereProps) {
  const { newStudy: words, common } = useDeskWords();
  const [copied, setCopied] = useState<string>();
  const copy = (what: string, text: string) =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied(what),
      () => setCopied(undefined),
    );
  const all = stored.people.map(({ code, link }) => `${code}\t${link}`).join("\n");
  const button = (what: string, text: string, label: string) => (
    <Button
      className={desk["small"]}
      icon={copied === what ? <Check size={18} aria-hidden="true" /> : <Copy size={18} aria-hidden="true" />}
      aria-label={`${copied === what ? words.copied : label}: ${what}`}
      onClick={() => copy(what, text)}
    >
      {copied === what ? words.copied : label}
    </Button>
  );
  return (
    <Box title={words.stored(stored.title)} sub={words.storedSub} wide>
      <div className={css["flow"]}>
        {stored.people.length === 0 ? (
          <p>{words.noPeople}</p>
        ) : (
          <>
            <Notice kind="warn" title={words.linksLead} />
            <Table caption={words.links}>
              <tbody>
                {stored.people.map(({ code, role, seat, link }) => (
                  <tr key={code}>
                    <th scope="row" className={cells["text"]}>
                      {code}
                    </th>
                    <td className={cells["text"]}>
                      {common.roles[role]}, {common.seats[seat]}
                    </td>
                    <td className={`${cells["text"]} ${css["hash"]}`}>{link}</td>
                    <td>{button(code, link, words.copy)}</td>
                  </tr>
                ))}
              </tbody>
            </Table>
            <div>{button(words.links, all, words.copyAll)}</div>
          </>
        )}
        <div className={css["picks"]}>
          <Button kind="main" onClick={onGoOn}>
            {words.goOn}
          </Button>
          <Button onClick={onAnother}>{words.another}</Button>
        </div>
      </div>
    </Box>
  );
}
