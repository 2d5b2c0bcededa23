// The quiet bar under the stage, and its second row. Pressing a button with a pointer leaves the focus where the person
// answers.
import {
  CaretsToAxisDashedVertical,
  ChevronFirst,
  ChevronLast,
  Pause,
  Play,
  Repeat,
  RotateCcw,
  SlidersHorizontal,
  ZoomIn,
} from "lucide-react";
import { type MouseEvent, memo, useState, useSyncExternalStore } from "react";
import { IconButton } from "../ui/button.tsx";
import type { PlayerWords } from "../words/player-en.ts";
import { Filmstrip } from "./filmstrip.tsx";
import { MoreControls } from "./more-controls.tsx";
import type { Projector } from "./projector.ts";
import { SeekBar, TimeReadout } from "./seek-bar.tsx";
import css from "./stage.module.css";
import { isTrouble } from "./stimulus.ts";

export interface ControlsProps {
  readonly projector: Projector;
  readonly words: PlayerWords;
  readonly modality: "video" | "image";
  readonly speedsAllowed: boolean;
  readonly loopAllowed: boolean;
  readonly filmstrip: boolean;
}

const keepFocus = (event: MouseEvent) => {
  if (event.target instanceof Element && event.target.closest("input") === null) event.preventDefault();
};

/** Drawn anew only for what it shows, not with each picture that the stage is given. */
export const Controls = memo(function Controls(props: ControlsProps) {
  const { projector, words, modality, loopAllowed, filmstrip } = props;
  const look = useSyncExternalStore(projector.look.subscribe, projector.look.get);
  const [more, setMore] = useState(false);
  const playing = look.state === "playing" || look.state === "stalled";
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps the focus, the controls are inside
    <div className={css["controls"]} inert={isTrouble(look.state)} onMouseDown={keepFocus}>
      {modality === "video" && filmstrip && <Filmstrip projector={projector} look={look} />}
      <div className={css["bar"]} role="toolbar" aria-label={words.controls} data-modality={modality}>
        {modality === "video" && (
          <>
            <div className={css["group"]}>
              <IconButton label={words.replay} icon={<RotateCcw {...icon} />} onClick={() => projector.act("replay")} />
              <IconButton
                label={playing ? words.pause : words.play}
                icon={playing ? <Pause {...icon} /> : <Play {...icon} />}
                onClick={() => projector.act("toggle")}
              />
              <IconButton
                label={words.frameBack}
                icon={<ChevronFirst {...icon} />}
                onClick={() => projector.act("frame-back")}
              />
              <IconButton
                label={words.frameOn}
                icon={<ChevronLast {...icon} />}
                onClick={() => projector.act("frame-on")}
              />
            </div>
            <SeekBar projector={projector} words={words} look={look} />
            <TimeReadout projector={projector} words={words} look={look} />
          </>
        )}
        <div className={css["group"]}>
          {modality === "video" && loopAllowed && (
            <IconButton
              label={words.loop}
              pressed={look.loop}
              icon={<Repeat {...icon} />}
              onClick={() => projector.act("loop")}
            />
          )}
          <IconButton
            label={words.mirror}
            pressed={look.mirrored}
            icon={<CaretsToAxisDashedVertical {...icon} />}
            onClick={() => projector.act("mirror")}
          />
          <IconButton
            className={css["cycle"]}
            label={`${words.zoom}: ${words.zoomIs[look.zoom.preset]}`}
            icon={<ZoomIn {...icon} />}
            onClick={() => projector.act("zoom")}
          />
          <IconButton
            label={words.more}
            icon={<SlidersHorizontal {...icon} />}
            aria-expanded={more}
            onClick={() => setMore(!more)}
          />
        </div>
      </div>
      {more && <MoreControls {...props} look={look} />}
    </div>
  );
});

const icon = { size: 22, "aria-hidden": true } as const;
