// What Help says: what to do in this study, the keys and the way to change them, brightness, and the question to the
// coordinator.
import { useContext, useState } from "react";
import type { KeyChoices, StudyRow } from "#client/outbox/database";
import type { Words } from "#client/words/en";
import { useWords } from "#client/words/words";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { KeyChoicesContext } from "../ui/keys.ts";
import { useSingleKeys, useTheme } from "../ui/preferences.ts";
import { RadioRow, Toggle } from "../ui/radio-row.tsx";
import { DbContext } from "./here.ts";
import { Instructions } from "./instructions.tsx";
import { keyEntries, type Screen } from "./key-table.ts";
import { KeysPanel } from "./keys-panel.tsx";
import css from "./shell.module.css";
import { SignSlot } from "./sign-slot.tsx";
import { useStartWords } from "./start-words.ts";

interface HelpProps {
  readonly onClose: () => void;
  readonly onAsk?: () => void;
  /** Whose instructions stand here. */
  readonly study?: StudyRow | undefined;
  /** The screen whose keys are shown. */
  readonly screen?: Screen;
}

export function HelpDialog({ onClose, onAsk, study, screen }: HelpProps) {
  const words = useWords();
  const start = useStartWords();
  const db = useContext(DbContext);
  const choices = useContext(KeyChoicesContext);
  const [theme, setTheme] = useTheme();
  const [single, setSingle] = useSingleKeys();
  const [changing, setChanging] = useState(false);
  const told = study !== undefined && (study.instructions !== undefined || study.announcements !== undefined);
  const signed = study?.signs?.some(({ place }) => place === "help") === true;
  if (changing) return <KeysPanel screens={screen === undefined ? ["clip", "question"] : [screen]} onClose={onClose} />;
  return (
    <Dialog
      title={words.help.title}
      onClose={onClose}
      actions={onAsk && <Button onClick={onAsk}>{words.help.ask}</Button>}
    >
      {study !== undefined && signed ? (
        <SignSlot study={study} place="help" label={words.help.title} />
      ) : (
        <p className={css["small"]}>{words.help.noSignedVersion}</p>
      )}
      {told && (
        <section aria-label={start.instructions.title}>
          <h3>{start.instructions.title}</h3>
          <Instructions study={study} />
        </section>
      )}
      <RadioRow
        legend={words.help.theme}
        segmented
        options={[
          { value: "auto", label: words.help.auto },
          { value: "light", label: words.help.light },
          { value: "dim", label: words.help.dim },
        ]}
        value={theme}
        onChange={setTheme}
      />
      <Toggle label={words.help.keysOn} checked={single} onChange={setSingle} />
      {db !== undefined && single && (
        <div>
          <Button onClick={() => setChanging(true)}>{start.keysPanel.title}</Button>
        </div>
      )}
      {screen !== undefined && <Sheet lines={sheetOf(words, screen, choices)} />}
    </Dialog>
  );
}

interface Line {
  readonly does: string;
  readonly keys: readonly string[];
}

/** Values first, which no panel changes; then every act that has a key. */
function sheetOf(words: Words, screen: Screen, choices: KeyChoices): Line[] {
  const values: Line[] =
    screen === "question"
      ? []
      : [
          { does: words.steps.sentimentShort, keys: ["1–7"] },
          { does: words.steps.emotionsShort, keys: ["0–3"] },
          { does: words.steps.confidenceShort, keys: ["0–100", "←", "→", "PgUp", "PgDn"] },
          { does: words.annotate.send, keys: ["Ctrl + Enter"] },
        ];
  const entries = keyEntries(words, [screen], choices).filter(({ keys }) => keys.length > 0);
  return [
    ...values,
    ...entries.filter(({ group }) => group !== "player"),
    ...entries.filter(({ group }) => group === "player"),
  ];
}

function Sheet({ lines }: { readonly lines: readonly Line[] }) {
  const words = useWords();
  return (
    <div>
      <h3>{words.help.keysTitle}</h3>
      <dl className={css["keys"]}>
        {lines.map(({ does, keys }) => (
          <div key={keys.join() + does}>
            <dt>{does}</dt>
            <dd>
              {keys.map((one) => (
                <kbd key={one}>{one}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
