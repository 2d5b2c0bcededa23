// The panel of keys (WCAG 2.1.4): each single key can be moved to another place, or switched off. Kept for this person on
// this device. A key that already means something on the same screen is refused with words.
import { type KeyboardEvent, useContext, useState } from "react";
import { type KeyChoices, metaOf, setMeta } from "#client/outbox/database";
import { useWords } from "#client/words/words";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { KeyChoicesContext } from "../ui/keys.ts";
import { useDb } from "./here.ts";
import { type Group, type KeyEntry, keyEntries, mayChange, refusalOf, type Screen } from "./key-table.ts";
import css from "./start.module.css";
import { useStartWords } from "./start-words.ts";

interface KeysPanelProps {
  readonly screens: readonly Screen[];
  readonly onClose: () => void;
}

const modifiers = /^(Shift|Control|Alt|Meta|OS)/;
const groups: readonly Group[] = ["clip", "cue", "question", "player"];

/** As the key is printed on this person's keyboard. */
const labelOf = ({ key, code, shiftKey }: KeyboardEvent): string => {
  const bare = code === "Space" ? "Space" : /^[a-z]$/i.test(key) ? key.toUpperCase() : key;
  return shiftKey && /^[A-Z]$/.test(bare) ? `Shift + ${bare}` : bare;
};

export function KeysPanel({ screens, onClose }: KeysPanelProps) {
  const words = useWords();
  const { keysPanel, setUp } = useStartWords();
  const db = useDb();
  const choices = useContext(KeyChoicesContext);
  const [waiting, setWaiting] = useState<string>();
  const [said, setSaid] = useState("");
  const entries = keyEntries(words, screens, choices).filter(({ act }) => mayChange(act));
  const nameOf = (act: string) =>
    keyEntries(words, ["clip", "question"], choices).find((one) => one.act === act)?.does ?? act;
  const keep = (change: (now: Record<string, KeyChoices[string]>) => void) =>
    db.transaction("rw", db.meta, async () => {
      const now = { ...(await metaOf(db, "keys")) };
      change(now);
      await setMeta(db, "keys", now);
    });
  const give = async (entry: KeyEntry, event: KeyboardEvent) => {
    if (
      event.nativeEvent.isComposing ||
      event.keyCode === 229 ||
      modifiers.test(event.key) ||
      event.ctrlKey ||
      event.altKey ||
      event.metaKey
    )
      return;
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat) return;
    if (event.code === "Escape") return setWaiting(undefined);
    const key = { code: event.code, shift: event.shiftKey, label: labelOf(event) };
    const refusal = refusalOf(entry.act, key, choices);
    if (refusal?.why === "used") return setSaid(keysPanel.used(key.label, nameOf(refusal.act)));
    if (refusal !== undefined) return setSaid(refusal.why === "digits" ? keysPanel.digits : keysPanel.fixed(key.label));
    await keep((now) => {
      now[entry.act] = key;
    });
    setWaiting(undefined);
    setSaid(keysPanel.changed(entry.does, key.label));
  };
  const off = async (entry: KeyEntry) => {
    await keep((now) => {
      now[entry.act] = null;
    });
    setSaid(keysPanel.nowOff(entry.does));
  };
  const back = async (entry: KeyEntry) => {
    const { [entry.act]: _gone, ...others } = choices;
    const first = keyEntries(words, screens, others).find(({ act }) => act === entry.act);
    await keep((now) => {
      delete now[entry.act];
    });
    setSaid(keysPanel.changed(entry.does, first?.keys.join(" ") ?? ""));
  };
  return (
    <Dialog
      title={keysPanel.title}
      onClose={onClose}
      actions={
        <>
          <Button kind="main" onClick={onClose}>
            {setUp.done}
          </Button>
          <Button onClick={() => void setMeta(db, "keys", {}).then(() => setSaid(keysPanel.allBack))}>
            {keysPanel.allBack}
          </Button>
        </>
      }
    >
      <p>{keysPanel.lead}</p>
      <p role="status" className={css["soft"]}>
        {said}
      </p>
      {groups.map((group) => {
        const own = entries.filter((entry) => entry.group === group);
        if (own.length === 0) return null;
        return (
          <section key={group} className={css["group"]} aria-label={keysPanel.groups[group]}>
            <h3>{keysPanel.groups[group]}</h3>
            {own.map((entry) => (
              <div key={entry.act} className={css["keyLine"]}>
                <span>{entry.does}</span>
                <Button
                  aria-label={waiting === entry.act ? keysPanel.press : keysPanel.change(entry.does)}
                  aria-pressed={waiting === entry.act}
                  onClick={() => {
                    setSaid(keysPanel.press);
                    setWaiting(entry.act);
                  }}
                  onBlur={() => waiting === entry.act && setWaiting(undefined)}
                  onKeyDown={(event) => waiting === entry.act && void give(entry, event)}
                >
                  {waiting === entry.act ? "…" : entry.keys.length === 0 ? keysPanel.offWord : entry.keys.join("  ")}
                </Button>
                {entry.keys.length > 0 && (
                  <Button kind="quiet" aria-label={keysPanel.off(entry.does)} onClick={() => void off(entry)}>
                    {keysPanel.offWord}
                  </Button>
                )}
                {entry.chosen && (
                  <Button kind="quiet" aria-label={keysPanel.back(entry.does)} onClick={() => void back(entry)}>
                    ↺
                  </Button>
                )}
              </div>
            ))}
          </section>
        );
      })}
    </Dialog>
  );
}
