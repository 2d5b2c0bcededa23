// The stage with everything that is the same for annotators and experts: their words, their media, their keys.
import { type ComponentProps, Suspense, useCallback, useMemo } from "react";
import { mediaAddress, mendMedium, play } from "#client/outbox/media";
import { playerKeys } from "#client/player/keys";
import type { Stimulus } from "#client/player/stimulus";
import { useWords } from "#client/words/words";
import type { MediumFacts } from "#schemas/study";
import type { PackItem } from "#schemas/sync";
import { useChosenRows } from "../ui/keys.ts";
import { useSingleKeys } from "../ui/preferences.ts";
import { useDb } from "./here.ts";
import { StageGrip } from "./stage-grip.tsx";
import { Stage } from "./stage-part.ts";
import css from "./work-frame.module.css";

type StageProps = ComponentProps<typeof Stage>;

/** What the stage shows for an item; undefined where its medium is not in the pack. */
export function stimulusOf(item: PackItem | undefined, media: ReadonlyMap<string, MediumFacts>): Stimulus | undefined {
  if (item === undefined) return undefined;
  if (item.modality === "text")
    return item.text === undefined ? undefined : { modality: "text", text: item.text, lang: "zh-Hans" };
  const facts = item.media === undefined ? undefined : media.get(item.media);
  return facts && { modality: item.modality, medium: { hash: facts.hash, facts } };
}

type Given = Omit<StageProps, "words" | "address" | "mend" | "keys" | "next" | "stimulus">;

interface StageSlotProps extends Given {
  readonly stimulus: Stimulus;
  readonly next: Stimulus | undefined;
}

export function StageSlot({ next, ...rest }: StageSlotProps) {
  const words = useWords();
  const db = useDb();
  const [single] = useSingleKeys();
  const keys = useChosenRows(playerKeys);
  const address = useCallback(
    (hash: string) => {
      void play(db, hash).catch(() => undefined);
      return mediaAddress(db, hash);
    },
    [db],
  );
  const mend = useCallback((hash: string) => mendMedium(db, hash), [db]);
  const optional = useMemo(
    () => ({ ...(next === undefined ? {} : { next }), keys: single ? keys : (false as const) }),
    [next, single, keys],
  );
  return (
    <>
      <Suspense fallback={<div className={css["stagePlace"]} />}>
        <Stage words={words.player} address={address} mend={mend} {...optional} {...rest} />
      </Suspense>
      <StageGrip />
    </>
  );
}
