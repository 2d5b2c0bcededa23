// Help, in the same place on every screen: what to do here, the keys, brightness, single keys on or off, ask.
import { useWords } from "#client/words/words";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { useSingleKeys, useTheme } from "../ui/preferences.ts";
import { RadioRow, Toggle } from "../ui/radio-row.tsx";
import css from "./shell.module.css";

export interface KeyLine {
  readonly keys: string;
  readonly does: string;
}

interface HelpProps {
  readonly onClose: () => void;
  readonly onAsk?: () => void;
  readonly lead?: string;
  readonly keys?: readonly KeyLine[];
}

export function Help({ onClose, onAsk, lead, keys }: HelpProps) {
  const words = useWords();
  const [theme, setTheme] = useTheme();
  const [single, setSingle] = useSingleKeys();
  return (
    <Dialog
      title={words.help.title}
      onClose={onClose}
      actions={onAsk && <Button onClick={onAsk}>{words.help.ask}</Button>}
    >
      {lead !== undefined && <p>{lead}</p>}
      <p className={css["small"]}>{words.help.noSignedVersion}</p>
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
      {keys && (
        <div>
          <h3>{words.help.keysTitle}</h3>
          <dl className={css["keys"]}>
            {keys.map((line) => (
              <div key={line.keys + line.does}>
                <dt>{line.does}</dt>
                <dd>
                  {line.keys.split("  ").map((one) => (
                    <kbd key={one}>{one.trim()}</kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </Dialog>
  );
}
