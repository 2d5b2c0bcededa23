// What stands behind a stage: brings stimuli to the front, carries out the player's acts, keeps how it all looks.
// Made once in an effect of the stage; React only draws its `look`.
import type { Readiness, Ways } from "./address.ts";
import type { PlayerAct } from "./keys.ts";
import { createPair } from "./pair.ts";
import { createPictures } from "./pictures.ts";
import { createPlayback, type Playback, type Span, speeds } from "./playback.ts";
import type { Medium, StageState, Stimulus, Viewing } from "./stimulus.ts";
import { createStrip, type Strip } from "./strip.ts";
import { type Watched, watched } from "./watched.ts";
import { nextPreset, transformOf, wholeZoom, type Zoom, zoomTo } from "./zoom.ts";

export interface Look {
  readonly state: StageState;
  /** The stage has been getting ready for so long that it says so. */
  readonly late: boolean;
  readonly rate: number;
  readonly loop: boolean;
  readonly span: Span | undefined;
  /** Where the short loop will begin, while its end is not yet set. */
  readonly spanFrom: number | undefined;
  readonly zoom: Zoom;
  readonly mirrored: boolean;
  readonly uncertain: boolean;
  readonly slow: boolean;
  readonly firstMs: number;
  readonly lastMs: number;
}

export interface StageEvents {
  firstFrame(at: number): void;
  whole(): void;
  viewing(viewing: Viewing): void;
  state(state: StageState): void;
  notHere(): void;
}

export interface Hosts {
  readonly frame: HTMLElement;
  readonly videos: HTMLElement;
  readonly pictures: HTMLElement;
  readonly slotClass: string;
}

interface Allowed {
  readonly speeds: boolean;
  readonly loop: boolean;
}

export interface Projector {
  readonly look: Watched<Look>;
  readonly position: Watched<number>;
  show(stimulus: Stimulus, alt: string, autoplay: boolean): void;
  prepare(stimulus: Stimulus | undefined): void;
  allow(allowed: Allowed): void;
  act(act: PlayerAct): void;
  step(frames: number): void;
  seek(ms: number): void;
  rate(rate: number): void;
  zoom(zoom: Zoom): void;
  clearSpan(): void;
  loopSpan(span: Span): void;
  /** Moves one end of the short loop by frames. */
  moveSpan(end: keyof Span, frames: number): void;
  /** Puts one end of the short loop at a time. */
  setSpanEnd(end: keyof Span, ms: number): void;
  readonly strip: Strip;
  retry(): void;
  playback(): Playback | undefined;
  dispose(): void;
}

const lateMs = 300;
const startLook: Look = {
  state: "preparing",
  late: false,
  rate: 1,
  loop: false,
  span: undefined,
  spanFrom: undefined,
  zoom: wholeZoom,
  mirrored: false,
  uncertain: false,
  slow: false,
  firstMs: 0,
  lastMs: 0,
};

export function createProjector(hosts: Hosts, ways: () => Ways, events: StageEvents): Projector {
  const pair = createPair(hosts.videos, hosts.slotClass, ways);
  const pictures = createPictures(hosts.pictures, ways);
  const look = watched<Look>(startLook);
  const position = watched(0);
  const strip = createStrip();
  let playback: Playback | undefined;
  let current: { stimulus: Stimulus; alt: string; autoplay: boolean } | undefined;
  let ahead: Stimulus | undefined;
  let allowed: Allowed = { speeds: true, loop: true };
  let turn = 0;
  let late: ReturnType<typeof setTimeout> | undefined;

  const change = (part: Partial<Look>) => {
    const before = look.get();
    look.set({ ...before, ...part });
    if (part.state !== undefined && part.state !== before.state) events.state(part.state);
  };
  const front = () => (current?.stimulus.modality === "image" ? pictures.image() : pair.front().video);
  const transform = () => {
    const { zoom, mirrored } = look.get();
    const element = front();
    if (element !== undefined) element.style.transform = transformOf(zoom, mirrored);
  };
  const filled = (): number => {
    if (current === undefined || current.stimulus.modality === "text") return 1;
    const { width, height } = current.stimulus.medium.facts;
    const { clientWidth, clientHeight } = hosts.frame;
    return Math.min(1, clientWidth / clientHeight / (width / height));
  };

  /** How a new showing begins: mirror and loop stay as the person has them. */
  const fresh = (): Look => {
    const { loop, mirrored } = look.get();
    return { ...startLook, loop, mirrored };
  };
  const end = () => {
    playback?.dispose();
    playback = undefined;
  };
  const ready = (readiness: Readiness, mine: number): boolean => {
    if (mine !== turn || readiness === "dropped") return false;
    clearTimeout(late);
    if (readiness === "ready") return true;
    change({ state: readiness, late: false });
    if (readiness === "not-on-device") events.notHere();
    return false;
  };
  /** Shows the new picture; all else that a showing begins with waits until its first frame is painted. */
  const visible = (modality: Stimulus["modality"], mine: number, then?: () => void) => {
    hosts.frame.dataset["shows"] = modality;
    const element = front();
    if (element !== undefined) element.style.transform = transformOf(wholeZoom, look.get().mirrored);
    requestAnimationFrame(() => {
      if (then !== undefined) setTimeout(() => mine === turn && then());
      requestAnimationFrame(() => {
        if (mine !== turn) return;
        events.firstFrame(performance.now());
        if (modality !== "video") events.whole();
        decodeAhead();
      });
    });
  };
  const decodeAhead = () => {
    if (ahead?.modality === "video") void pair.prepare(ahead.medium);
    if (ahead?.modality === "image") void pictures.prepare(ahead.medium);
  };

  const startPlayback = (medium: Medium, mine: number, autoplay: boolean) => {
    const made = createPlayback(pair.front().video, medium, {
      state(state) {
        if (state === "ended") strip.take(pair.front().video, 1);
        change({ state });
      },
      position: (ms) => position.set(ms),
      drawn: (ms) => strip.take(pair.front().video, (ms - made.firstMs) / (made.lastMs - made.firstMs)),
      uncertain: (uncertain) => change({ uncertain }),
      slow: () => change({ slow: true }),
      whole: events.whole,
      viewing: events.viewing,
      failed: () => {
        const at = made.positionMs();
        pair.forget(medium.hash);
        void pair
          .front()
          .load(medium)
          .then((readiness) => {
            if (ready(readiness, mine)) made.seek(at);
          });
      },
    });
    playback = made;
    strip.clear();
    position.set(made.firstMs);
    made.loop(look.get().loop);
    change({ ...fresh(), state: "ready", firstMs: made.firstMs, lastMs: made.lastMs });
    if (autoplay) made.play();
  };

  const show: Projector["show"] = (stimulus, alt, autoplay) => {
    end();
    turn += 1;
    const mine = turn;
    current = { stimulus, alt, autoplay };
    clearTimeout(late);
    if (stimulus.modality === "video" && pair.showNow(stimulus.medium)) {
      visible("video", mine, () => startPlayback(stimulus.medium, mine, autoplay));
      return;
    }
    hosts.frame.dataset["shows"] = "nothing";
    change(fresh());
    if (stimulus.modality === "text") {
      change({ state: "ready" });
      visible("text", mine);
      return;
    }
    late = setTimeout(() => change({ late: true }), lateMs);
    if (stimulus.modality === "image")
      void pictures.show(stimulus.medium, alt).then((readiness) => {
        if (!ready(readiness, mine)) return;
        change({ state: "ready", late: false });
        visible("image", mine);
      });
    else
      void pair.show(stimulus.medium).then((readiness) => {
        if (!ready(readiness, mine)) return;
        visible("video", mine, () => startPlayback(stimulus.medium, mine, autoplay));
      });
  };

  const rate = (wanted: number) => {
    if (playback === undefined || !allowed.speeds) return;
    playback.rate(wanted);
    change({ rate: wanted });
  };
  const faster = (by: number) => {
    const at = (speeds as readonly number[]).indexOf(look.get().rate) + by;
    const wanted = speeds[at];
    if (wanted !== undefined) rate(wanted);
  };
  const setSpan = (span: Span | undefined) => {
    playback?.span(span);
    change({ span, spanFrom: undefined });
  };
  const spanEnd = () => {
    const from = look.get().spanFrom ?? look.get().span?.from ?? look.get().firstMs;
    const to = playback?.positionMs() ?? 0;
    if (to > from) setSpan({ from, to: Math.min(look.get().lastMs, to + 1) });
  };
  const setSpanEnd: Projector["setSpanEnd"] = (end, ms) => {
    const { span } = look.get();
    if (span === undefined || playback === undefined) return;
    const least = playback.near(span.from, 1);
    const most = playback.near(span.to, -1);
    const { firstMs, lastMs } = look.get();
    const wanted = end === "from" ? Math.max(firstMs, Math.min(ms, most)) : Math.min(lastMs, Math.max(ms, least));
    setSpan({ ...span, [end]: wanted });
  };
  const setZoom = (zoom: Zoom) => {
    change({ zoom });
    transform();
  };
  const step = (frames: number) => playback?.step(frames);
  const acts: Record<PlayerAct, () => void> = {
    toggle: () => playback?.toggle(),
    "frame-back": () => step(-1),
    "frame-on": () => step(1),
    "ten-back": () => step(-10),
    "ten-on": () => step(10),
    replay: () => playback?.replay(),
    loop() {
      if (!allowed.loop || playback === undefined) return;
      const loop = !look.get().loop;
      playback.loop(loop);
      change({ loop });
    },
    "loop-start": () => allowed.loop && playback && change({ spanFrom: playback.positionMs(), span: undefined }),
    "loop-end": () => allowed.loop && playback && spanEnd(),
    slower: () => faster(-1),
    faster: () => faster(1),
    "normal-speed": () => rate(1),
    mirror() {
      if (current === undefined || current.stimulus.modality === "text") return;
      change({ mirrored: !look.get().mirrored });
      transform();
    },
    zoom() {
      if (current === undefined || current.stimulus.modality === "text") return;
      const zoom = look.get().zoom;
      setZoom(zoomTo(nextPreset(zoom), zoom, filled()));
    },
  };

  return {
    look,
    position,
    show,
    prepare(stimulus) {
      ahead = stimulus;
      if (look.get().state !== "preparing") decodeAhead();
    },
    allow(next) {
      if (!next.speeds) {
        playback?.rate(1);
        change({ rate: 1 });
      }
      if (!next.loop) {
        playback?.loop(false);
        change({ loop: false });
        setSpan(undefined);
      }
      allowed = next;
    },
    act: (act) => acts[act](),
    step,
    seek: (ms) => playback?.seek(ms),
    rate,
    zoom: (zoom) => setZoom(zoom.preset === "free" ? zoom : zoomTo(zoom.preset, zoom, filled())),
    clearSpan: () => setSpan(undefined),
    loopSpan: (span) => allowed.loop && playback && setSpan(span),
    moveSpan(end, frames) {
      const { span } = look.get();
      if (span !== undefined && playback !== undefined) setSpanEnd(end, playback.near(span[end], frames));
    },
    setSpanEnd,
    strip,
    retry() {
      if (current === undefined) return;
      const { stimulus, alt, autoplay } = current;
      show(stimulus, alt, autoplay);
    },
    playback: () => playback,
    dispose() {
      end();
      turn += 1;
      clearTimeout(late);
      pair.dispose();
      pictures.dispose();
    },
  };
}
