// The stage: the picture as large as its place allows, states in words at its edge, the quiet bar of controls under it.
// One component for video, image and text, so that a screen needs no other.
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from "react";
import type { SkipReason } from "#schemas/response";
import type { PlayerWords } from "../words/player-en.ts";
import { type AddressOf, serverAddress } from "./address.ts";
import { Controls } from "./controls.tsx";
import { Edge } from "./edge.tsx";
import { attachKeys, type KeyRow, type PlayerAct, playerKeys } from "./keys.ts";
import { attachPointer } from "./pointer.ts";
import { createProjector, type Projector } from "./projector.ts";
import css from "./stage.module.css";
import { handleOf, type StageHandle } from "./stage-handle.ts";
import { type StageState, type Stimulus, stimulusKey, type Viewing } from "./stimulus.ts";
import { TextPicture } from "./text-picture.tsx";

export interface StageProps {
  readonly words: PlayerWords;
  /** Identity of this showing (item and occasion): a change begins a new viewing log at the start of the clip. */
  readonly showing: string;
  readonly stimulus: Stimulus;
  /** Decoded ahead while this one shows. */
  readonly next?: Stimulus | undefined;
  readonly caption?: ReactNode;
  readonly autoplay?: boolean;
  readonly speedsAllowed?: boolean;
  readonly loopAllowed?: boolean;
  /** Small pictures of the clip over the bar; they fill while it plays. */
  readonly filmstrip?: boolean;
  /** Own rows where the person has remapped them; false = no keys. */
  readonly keys?: readonly KeyRow<PlayerAct>[] | false;
  readonly address?: AddressOf;
  readonly mend?: (hash: string) => Promise<boolean>;
  /** performance.now() when the first frame is visible. */
  readonly onFirstFrame?: (at: number) => void;
  /** Seen whole at 1x, once a showing; pictures and texts with their first frame. */
  readonly onWholeView?: () => void;
  readonly onViewing?: (viewing: Viewing) => void;
  readonly onState?: (state: StageState) => void;
  readonly onSkip?: (reason: SkipReason, text?: string) => void;
  readonly onNotHere?: () => void;
  /** Drawn over the picture. */
  readonly over?: ReactNode;
  readonly ref?: Ref<StageHandle>;
}

export function Stage(props: StageProps) {
  const { words, showing, stimulus, next, autoplay = true, speedsAllowed = true, loopAllowed = true } = props;
  const { keys = playerKeys } = props;
  const frame = useRef<HTMLDivElement>(null);
  const videos = useRef<HTMLDivElement>(null);
  const pictures = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  const [projector, setProjector] = useState<Projector>();

  useLayoutEffect(() => {
    latest.current = props;
  });

  useLayoutEffect(() => {
    if (frame.current === null || videos.current === null || pictures.current === null) return;
    const made = createProjector(
      { frame: frame.current, videos: videos.current, pictures: pictures.current, slotClass: css["slot"] ?? "" },
      () => ({ address: latest.current.address ?? serverAddress, mend: latest.current.mend }),
      {
        firstFrame: (at) => latest.current.onFirstFrame?.(at),
        whole: () => latest.current.onWholeView?.(),
        viewing: (viewing) => latest.current.onViewing?.(viewing),
        state: (state) => latest.current.onState?.(state),
        notHere: () => latest.current.onNotHere?.(),
      },
    );
    const detach = attachPointer(frame.current, made);
    setProjector(made);
    return () => {
      detach();
      made.dispose();
    };
  }, []);

  const shown = stimulusKey(stimulus);
  const alt = stimulus.modality === "image" ? words.picture : words.stage;
  useLayoutEffect(
    () => projector?.allow({ speeds: speedsAllowed, loop: loopAllowed }),
    [projector, speedsAllowed, loopAllowed],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a showing begins anew only with its id or its picture
  useLayoutEffect(() => projector?.show(stimulus, alt, autoplay), [projector, showing, shown]);
  const nextShown = next === undefined ? undefined : stimulusKey(next);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key of the next picture stands for it
  useEffect(() => projector?.prepare(next), [projector, showing, nextShown]);
  useEffect(
    () => (projector === undefined || keys === false ? undefined : attachKeys(window, keys, projector.act)),
    [projector, keys],
  );
  useImperativeHandle(props.ref, () => handleOf(projector), [projector]);

  return (
    <section className={css["stage"]} aria-label={stimulus.modality === "text" ? undefined : alt}>
      <div ref={frame} className={css["frame"]}>
        <div ref={videos} className={css["videos"]} />
        <div ref={pictures} className={css["pictures"]} />
        {stimulus.modality === "text" && <TextPicture text={stimulus.text} lang={stimulus.lang} label={words.text} />}
        {projector !== undefined && (
          <Edge
            projector={projector}
            words={words}
            stimulus={stimulus}
            speedsAllowed={speedsAllowed}
            onSkip={props.onSkip}
          />
        )}
        {props.over}
      </div>
      {props.caption !== undefined && <div className={css["caption"]}>{props.caption}</div>}
      {projector !== undefined && stimulus.modality !== "text" && (
        <Controls
          projector={projector}
          words={words}
          modality={stimulus.modality}
          speedsAllowed={speedsAllowed}
          loopAllowed={loopAllowed}
          filmstrip={props.filmstrip ?? false}
        />
      )}
    </section>
  );
}
