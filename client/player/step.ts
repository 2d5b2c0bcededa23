// Shows exactly one wanted frame: seek 1 ms into it, wait until the browser has drawn, compare what it drew, nudge once.
// Seeking to the frame's own start shows the frame before in about one of three seeks at 24, 29.97, 30 and 60 fps.
import type { Frames } from "./frames.ts";

export interface Landed {
  readonly frame: number;
  /** False where the browser drew another frame, or told nothing. */
  readonly certain: boolean;
}

export interface Stepper {
  /** Goes to a frame; while a seek runs only the last wanted one is kept. */
  to(frame: number): Promise<void>;
  /** The frame that was asked for last, while it is on its way. */
  wanted(): number | undefined;
  cancel(): void;
}

const patienceMs = 3000;
const afterSeekMs = 150;

export function createStepper(video: HTMLVideoElement, frames: Frames, landed: (landed: Landed) => void): Stepper {
  let wanted: number | undefined;
  let heading: number | undefined;
  let running: Promise<void> | undefined;
  const run = async () => {
    while (wanted !== undefined) {
      const frame = wanted;
      wanted = undefined;
      heading = frame;
      const certain = await land(video, frames, frame, () => heading === frame);
      if (heading !== frame) continue;
      if (wanted === undefined) heading = undefined;
      landed({ frame, certain: certain && frames.known });
    }
  };
  return {
    to(frame) {
      wanted = Math.min(frames.count - 1, Math.max(0, frame));
      running ??= run().finally(() => {
        running = undefined;
      });
      return running;
    },
    wanted: () => wanted ?? heading,
    cancel() {
      wanted = undefined;
      heading = undefined;
    },
  };
}

/** `wanted` = nothing else was asked of the clip meanwhile; it is nudged only then. */
async function land(video: HTMLVideoElement, frames: Frames, frame: number, wanted: () => boolean): Promise<boolean> {
  const start = frames.start(frame);
  const isIt = (ms: number | undefined) => ms !== undefined && frames.at(ms) === frame;
  if (isIt(await drawnAfterSeek(video, start + 1, isIt))) return true;
  return wanted() && isIt(await drawnAfterSeek(video, start + frames.length(frame) / 2, isIt));
}

/** Seeks, and answers with the media time of the frame drawn for it, or nothing where the browser does not tell. */
function drawnAfterSeek(
  video: HTMLVideoElement,
  ms: number,
  isIt: (ms: number | undefined) => boolean,
): Promise<number | undefined> {
  if (typeof video.requestVideoFrameCallback !== "function") return Promise.resolve(undefined);
  return new Promise((resolve) => {
    let drawn: number | undefined;
    let sought = false;
    let frameCallback = 0;
    let timer = setTimeout(finish, patienceMs);
    function finish() {
      clearTimeout(timer);
      video.removeEventListener("seeked", onSeeked);
      video.cancelVideoFrameCallback(frameCallback);
      resolve(drawn);
    }
    function watch() {
      frameCallback = video.requestVideoFrameCallback((_, frame) => {
        drawn = frame.mediaTime * 1000;
        if (sought && isIt(drawn)) finish();
        else watch();
      });
    }
    function onSeeked() {
      sought = true;
      if (isIt(drawn)) finish();
      else {
        clearTimeout(timer);
        timer = setTimeout(finish, afterSeekMs);
      }
    }
    video.addEventListener("seeked", onSeeked);
    watch();
    video.currentTime = ms / 1000;
  });
}
