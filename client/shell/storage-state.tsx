// Whether this browser has promised to keep what it stores: asked for when the page of studies opens, the answer shown.
import { useLiveQuery } from "dexie-react-hooks";
import { useEffect, useState } from "react";
import { keepStorage, type StorageState } from "#client/outbox/media";
import { waiting } from "#client/outbox/status";
import { useFormats } from "#client/words/formats";
import { Button } from "../ui/button.tsx";
import { useDb } from "./here.ts";
import { useHereWords } from "./here-words.ts";
import css from "./shell.module.css";

export function StorageLine({ onSync }: { readonly onSync: () => void }) {
  const words = useHereWords().storage;
  const formats = useFormats();
  const db = useDb();
  const [state, setState] = useState<StorageState>();
  const unsent = useLiveQuery(async () => (await waiting(db)).count, [db]) ?? 0;
  useEffect(() => {
    let gone = false;
    keepStorage().then(
      (answer) => !gone && setState(answer),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, []);
  if (state === undefined) return null;
  const { persisted, usage, quota } = state;
  return (
    <section className={css["small"]} aria-label={words.title}>
      <p>
        {persisted ? words.kept : words.mayClear}{" "}
        {usage !== undefined && quota !== undefined && (
          <span className={css["numbers"]}>{words.used(formats.bytes(usage), formats.bytes(quota))}</span>
        )}
      </p>
      {!persisted && <p>{words.mayClearLead}</p>}
      {!persisted && unsent > 0 && (
        <Button kind="quiet" onClick={onSync}>
          {words.unsent}
        </Button>
      )}
    </section>
  );
}
