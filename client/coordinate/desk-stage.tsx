// An item on the desk, on the same stage as people see it; the player is loaded when it is first wanted.
import { lazy, Suspense } from "react";
import type { Stimulus } from "#client/player/stimulus";
import { useWords } from "#client/words/words";
import type { DeskItem } from "#schemas/desk";
import { studyMedia } from "#schemas/set-up";
import type { MediumFacts } from "#schemas/study";
import { useSingleKeys } from "../ui/preferences.ts";
import css from "./desk.module.css";
import { useRead } from "./reading.tsx";

const Stage = lazy(() => import("../player/stage.tsx").then((loaded) => ({ default: loaded.Stage })));

function stimulusOf(item: DeskItem, facts: MediumFacts | undefined): Stimulus | undefined {
  if (item.modality === "text")
    return item.text === undefined ? undefined : { modality: "text", text: item.text, lang: "zh-Hans" };
  return facts && { modality: item.modality, medium: { hash: facts.hash, facts } };
}

export function DeskStage({ study, item }: { readonly study: string; readonly item: DeskItem }) {
  const words = useWords().player;
  const [single] = useSingleKeys();
  const media = useRead(`/api/studies/${encodeURIComponent(study)}/media`, studyMedia);
  const facts = media.data?.media.find((one) => one.facts.hash === item.media)?.facts;
  const stimulus = stimulusOf(item, facts);
  return (
    <div className={css["deskStage"]}>
      {stimulus !== undefined && (
        <Suspense>
          <Stage
            words={words}
            showing={item.id}
            stimulus={stimulus}
            autoplay={false}
            {...(single ? {} : { keys: false as const })}
            {...(item.caption === undefined ? {} : { caption: <p>{item.caption}</p> })}
          />
        </Suspense>
      )}
    </div>
  );
}
