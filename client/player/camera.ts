// Records the camera second by second; each slice is kept as it comes. No sound is ever asked for. "Recording" is said
// only once the first slice is kept, since nothing plays without it.
import { newTakeId } from "#client/outbox/recordings";
import type { Keeping } from "./keeping.ts";

const sliceMs = 1000;
const bitsPerSecond = 2_000_000;
const types = ["video/mp4;codecs=avc1.42E01F", "video/webm;codecs=vp9", "video/webm;codecs=vp8"] as const;

export type CameraTrouble = "refused" | "none" | "cannot-record";

/** What this browser records, best first; undefined where it records nothing. */
const recordingType = (): string | undefined =>
  typeof MediaRecorder === "undefined" ? undefined : types.find((type) => MediaRecorder.isTypeSupported(type));

export async function openCamera(): Promise<MediaStream | CameraTrouble> {
  if (recordingType() === undefined || navigator.mediaDevices === undefined) return "cannot-record";
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 }, facingMode: "user" },
    });
  } catch (error) {
    return error instanceof DOMException && error.name === "NotAllowedError" ? "refused" : "none";
  }
}

export const closeCamera = (stream: MediaStream | undefined): void => {
  for (const track of stream?.getTracks() ?? []) track.stop();
};

export interface TakeEvents {
  /** The first slice is saved. */
  started(): void;
  /** Whole and kept; undefined where not even one slice came. `lost` = the camera went away in mid-take. */
  ended(id: string | undefined, durationMs: number, lost: boolean): void;
  /** A slice could not be kept (no room): what was kept before it stays. */
  failed(): void;
}

export interface Take {
  elapsedMs(): number;
  stop(): void;
}

export function startTake(keeping: Keeping, stream: MediaStream, events: TakeEvents): Take {
  const type = recordingType() ?? types[2];
  const options: MediaRecorderOptions & { videoKeyFrameIntervalDuration: number } = {
    mimeType: type,
    videoBitsPerSecond: bitsPerSecond,
    videoKeyFrameIntervalDuration: sliceMs,
  };
  const recorder = new MediaRecorder(stream, options);
  const take = { id: newTakeId(), type };
  const began = performance.now();
  let endedMs: number | undefined;
  let slices = 0;
  let saving: Promise<void> = Promise.resolve();
  let broken = false;
  let lost = false;
  const elapsedMs = () => Math.round((endedMs ?? performance.now()) - began);

  recorder.ondataavailable = ({ data }) => {
    if (data.size === 0 || broken) return;
    const n = slices;
    const lengthMs = elapsedMs();
    slices += 1;
    saving = saving
      .then(() => keeping.slice(take, n, data, lengthMs))
      .then(
        () => {
          if (n === 0) events.started();
        },
        () => {
          slices = Math.min(slices, n);
          if (broken) return;
          broken = true;
          stop();
          events.failed();
        },
      );
  };
  recorder.onstop = () => {
    void saving.then(async () => {
      if (slices > 0) await keeping.end(take.id, elapsedMs()).catch(() => undefined);
      events.ended(slices > 0 ? take.id : undefined, elapsedMs(), lost);
    });
  };
  recorder.onerror = () => stop();
  const away = () => {
    lost = endedMs === undefined;
    stop();
  };
  for (const track of stream.getVideoTracks()) track.addEventListener("ended", away, { once: true });

  function stop(): void {
    if (endedMs !== undefined) return;
    endedMs = performance.now();
    if (recorder.state !== "inactive") recorder.stop();
  }
  recorder.start(sliceMs);
  return { elapsedMs, stop };
}
