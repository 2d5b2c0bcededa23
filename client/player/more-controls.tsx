// The second row of the bar: ten frames, speeds, the short loop, and zoom without dragging.
import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  ChevronsLeft,
  ChevronsRight,
  CircleX,
  ZoomIn,
  ZoomOut,
} from "lucide-react";
import { IconButton, names } from "../ui/button.tsx";
import type { ControlsProps } from "./controls.tsx";
import { rateText } from "./numbers.ts";
import { speeds } from "./playback.ts";
import type { Look } from "./projector.ts";
import css from "./stage.module.css";
import { panBy, wholeZoom, zoomBy, zoomPresets } from "./zoom.ts";

const icon = { size: 22, "aria-hidden": true } as const;
const panPart = 0.1;

export function MoreControls(props: ControlsProps & { readonly look: Look }) {
  const { projector, words, modality, look, speedsAllowed, loopAllowed } = props;
  const { zoom } = look;
  const pan = (dx: number, dy: number) => projector.zoom(panBy(zoom, dx * panPart, dy * panPart));
  return (
    <div className={css["more"]}>
      {modality === "video" && (
        <div className={css["group"]}>
          <IconButton
            label={words.tenBack}
            icon={<ChevronsLeft {...icon} />}
            onClick={() => projector.act("ten-back")}
          />
          <IconButton label={words.tenOn} icon={<ChevronsRight {...icon} />} onClick={() => projector.act("ten-on")} />
        </div>
      )}
      {modality === "video" && speedsAllowed && (
        <fieldset className={css["group"]}>
          <legend>{words.speed}</legend>
          {speeds.map((speed) => (
            <button
              key={speed}
              type="button"
              className={css["choice"]}
              aria-pressed={look.rate === speed}
              aria-label={words.speedIs(rateText(speed))}
              onClick={() => projector.rate(speed)}
            >
              {rateText(speed)}
            </button>
          ))}
        </fieldset>
      )}
      {modality === "video" && loopAllowed && (
        <fieldset className={css["group"]}>
          <legend>{words.loop}</legend>
          <button
            type="button"
            className={css["choice"]}
            aria-pressed={look.spanFrom !== undefined || look.span !== undefined}
            onClick={() => projector.act("loop-start")}
          >
            {words.loopStart}
          </button>
          <button
            type="button"
            className={css["choice"]}
            aria-pressed={look.span !== undefined}
            onClick={() => projector.act("loop-end")}
          >
            {words.loopEnd}
          </button>
          {(look.span !== undefined || look.spanFrom !== undefined) && (
            <IconButton label={words.loopClear} icon={<CircleX {...icon} />} onClick={projector.clearSpan} />
          )}
        </fieldset>
      )}
      <fieldset className={css["group"]}>
        <legend>{words.zoom}</legend>
        {zoomPresets.map((preset) => (
          <button
            key={preset}
            type="button"
            className={names(css["choice"])}
            aria-pressed={zoom.preset === preset}
            onClick={() => projector.zoom(preset === "free" ? zoomBy(zoom, 1.5) : { ...wholeZoom, preset })}
          >
            {words.zoomIs[preset]}
          </button>
        ))}
        <IconButton
          label={words.zoomOut}
          icon={<ZoomOut {...icon} />}
          onClick={() => projector.zoom(zoomBy(zoom, 0.8))}
        />
        <IconButton
          label={words.zoomIn}
          icon={<ZoomIn {...icon} />}
          onClick={() => projector.zoom(zoomBy(zoom, 1.25))}
        />
        <IconButton
          label={words.left}
          icon={<ArrowLeft {...icon} />}
          off={zoom.scale <= 1}
          onClick={() => pan(-1, 0)}
        />
        <IconButton
          label={words.right}
          icon={<ArrowRight {...icon} />}
          off={zoom.scale <= 1}
          onClick={() => pan(1, 0)}
        />
        <IconButton label={words.up} icon={<ArrowUp {...icon} />} off={zoom.scale <= 1} onClick={() => pan(0, -1)} />
        <IconButton label={words.down} icon={<ArrowDown {...icon} />} off={zoom.scale <= 1} onClick={() => pan(0, 1)} />
      </fieldset>
    </div>
  );
}
