// Records the camera into this person's database, second by second. No sound is ever asked for. "Recording" is said only
// once the first slice is saved, since nothing plays without it.
import type { PersonDatabase } from "#client/outbox/database";
import { endTake, keepSlice, newTakeId, type TakeOf } from "#client/outbox/recordings";

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
  /** Whole and saved; undefined where not even one slice came. */
  ended(id: string | undefined, durationMs: number): void;
  /** A slice could not be saved (no room): what was saved before it stays. */
  failed(): void;
}

export interface Take {
  elapsedMs(): number;
  stop(): void;
}

export function startTake(db: PersonDatabase, stream: MediaStream, of: TakeOf, events: TakeEvents): Take {
  const type = recordingType() ?? types[2];
  const options: MediaRecorderOptions & { videoKeyFrameIntervalDuration: number } = {
    mimeType: type,
    videoBitsPerSecond: bitsPerSecond,
    videoKeyFrameIntervalDuration: sliceMs,
  };
  const recorder = new MediaRecorder(stream, options);
  const take = { ...of, id: newTakeId(), type };
  const began = performance.now();
  let endedMs: number | undefined;
  let slices = 0;
  let saving: Promise<void> = Promise.resolve();
  let broken = false;
  const elapsedMs = () => Math.round((endedMs ?? performance.now()) - began);

  recorder.ondataavailable = ({ data }) => {
    if (data.size === 0 || broken) return;
    const n = slices;
    const lengthMs = elapsedMs();
    slices += 1;
    saving = saving
      .then(() => keepSlice(db, take, n, data, lengthMs))
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
      if (slices > 0) await endTake(db, take.id, elapsedMs()).catch(() => undefined);
      events.ended(slices > 0 ? take.id : undefined, elapsedMs());
    });
  };
  recorder.onerror = () => stop();
  for (const track of stream.getVideoTracks()) track.addEventListener("ended", () => stop(), { once: true });

  function stop(): void {
    if (endedMs !== undefined) return;
    endedMs = performance.now();
    if (recorder.state !== "inactive") recorder.stop();
  }
  recorder.start(sliceMs);
  return { elapsedMs, stop };
}
