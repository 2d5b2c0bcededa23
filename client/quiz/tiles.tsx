// Four large glosses. Chosen = thick border, ground and tick; the glosses stand exactly as the study has them.
import { Check } from "lucide-react";
import type { ItemRow, StudyRow } from "#client/outbox/database";
import { useWords } from "#client/words/words";
import type { Letter } from "#schemas/labels";
import { Signed } from "../shell/signed.tsx";
import { names } from "../ui/button.tsx";
import { useKeyLabel } from "../ui/keys.ts";
import ui from "../ui/ui.module.css";
import css from "./quiz.module.css";
import { optionsOf } from "./use-choice.ts";

interface TilesProps {
  readonly study: StudyRow;
  readonly item: ItemRow;
  /** The sign is visible: nothing is answered unseen. */
  readonly seen: boolean;
  readonly chosen: Letter | undefined;
  readonly onChoose: (at: number) => void;
}

const sizeOf = (gloss: string): string | undefined => {
  const length = [...gloss].length;
  return length > 14 ? css["longest"] : length > 6 ? css["long"] : undefined;
};

export function Tiles({ study, item, seen, chosen, onChoose }: TilesProps) {
  const words = useWords();
  const keyOf = useKeyLabel();
  return (
    <div className={css["tiles"]} data-keys="stage">
      {optionsOf(item).map((letter, at) => {
        const gloss = item.options?.[letter] ?? "";
        const isChosen = chosen === letter;
        const tile = (
          <button
            key={letter}
            type="button"
            className={names(css["tile"], isChosen && css["chosen"], sizeOf(gloss))}
            aria-pressed={isChosen}
            aria-disabled={!seen || (chosen !== undefined && !isChosen) || undefined}
            onClick={() => onChoose(at)}
          >
            <span className={css["number"]} aria-hidden="true">
              {keyOf(`option-${at + 1}`, String(at + 1)) ?? at + 1}
            </span>
            <span className={ui["srOnly"]}>{at + 1}: </span>
            <span lang="zh-Hans">{gloss}</span>
            {isChosen && (
              <>
                <Check className={css["tick"]} size={28} strokeWidth={2.6} aria-hidden="true" />
                <span className={ui["srOnly"]}>, {words.quiz.chosen}</span>
              </>
            )}
          </button>
        );
        const place = `option:${item.id}:${letter}`;
        if (!study.signs?.some((sign) => sign.place === place)) return tile;
        return (
          <div key={letter} className={css["signedTile"]}>
            {tile}
            <Signed study={study} place={place} label={`${at + 1}: ${gloss}`} />
          </div>
        );
      })}
    </div>
  );
}
