// The recorder in real Chromium. Only the edge of the platform is stood in for: the camera is a drawn stream, and a
// browser that lacks a format says so. What is recorded, kept and played is real.
import { cleanup, configure, render, screen, waitFor } from "@testing-library/react";
import axe from "axe-core";
import { ALL_FORMATS, BlobSource, Input } from "mediabunny";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import "../../client/ui/base.css";
import "../../client/ui/tokens.css";
import { databaseOf, forget } from "../../client/outbox/known.ts";
import { AnswerRecorder } from "../../client/player/answer-recorder.tsx";
import { ClipRecorder } from "../../client/player/clip-recorder.tsx";
import { en } from "../../client/words/en.ts";
import { WordsProvider } from "../../client/words/words.ts";
import { recorderLock, registerWorker } from "../../client/worker/register.ts";

configure({ asyncUtilTimeout: 15_000 });
const words = en.recorder;
let streams: MediaStream[] = [];
let drawing: ReturnType<typeof setInterval>;

beforeEach(async () => {
  await page.viewport(1280, 720);
  streams = [];
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d") as CanvasRenderingContext2D;
  let n = 0;
  drawing = setInterval(() => {
    n += 1;
    context.fillStyle = n % 2 === 0 ? "teal" : "navy";
    context.fillRect(0, 0, canvas.width, canvas.height);
  }, 33);
  vi.spyOn(navigator.mediaDevices, "getUserMedia").mockImplementation(async (asked) => {
    expect(asked?.audio).toBe(false);
    const stream = canvas.captureStream(30);
    streams.push(stream);
    return stream;
  });
});
afterEach(() => {
  cleanup();
  clearInterval(drawing);
  vi.restoreAllMocks();
  vi.useRealTimers();
  delete document.documentElement.dataset["theme"];
});

interface Open {
  readonly onUse?: (file: File, durationMs: number) => void;
  readonly onClose?: () => void;
}
const open = ({ onUse = vi.fn(), onClose = vi.fn() }: Open = {}) =>
  render(
    <WordsProvider start="en">
      <ClipRecorder title="Sign it" onUse={onUse} onClose={onClose} />
    </WordsProvider>,
  );
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const toTake = async () => {
  await press(words.turnOn);
  await press(words.record);
  await screen.findByRole("button", { name: words.stop });
};
const faults = async () => {
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
};

describe("The recorder of a help clip", () => {
  it("hands over one whole file with its length in it, without sound", async () => {
    const onUse = vi.fn();
    open({ onUse });
    await screen.findByText(words.leadOnPage);
    await toTake();
    await screen.findByText(/^2 \/ 60 s$/u);
    await press(words.stop);
    await press(words.use);
    await waitFor(() => expect(onUse).toHaveBeenCalledTimes(1));
    const [file, durationMs] = onUse.mock.calls[0] as [File, number];
    expect(file.name).toBe(`signed.${file.type.slice(6)}`);
    const input = new Input({ formats: ALL_FORMATS, source: new BlobSource(file) });
    expect(await input.getPrimaryAudioTrack()).toBeNull();
    expect((await input.getDurationFromMetadata()) ?? 0).toBeGreaterThan(1);
    expect(Math.abs((await input.computeDuration()) * 1000 - durationMs)).toBeLessThan(1000);
  });

  it("takes webm where the browser records no mp4", async () => {
    const real = MediaRecorder.isTypeSupported;
    vi.spyOn(MediaRecorder, "isTypeSupported").mockImplementation((type) => !type.includes("mp4") && real(type));
    const onUse = vi.fn();
    open({ onUse });
    await toTake();
    await press(words.stop);
    await press(words.use);
    await waitFor(() => expect(onUse).toHaveBeenCalledTimes(1));
    expect((onUse.mock.calls[0] as [File])[0].type).toBe("video/webm");
  });

  it("says where no format is recorded and goes on without it", async () => {
    vi.spyOn(MediaRecorder, "isTypeSupported").mockReturnValue(false);
    const onClose = vi.fn();
    open({ onClose });
    await press(words.turnOn);
    await screen.findByText(words.trouble["cannot-record"]);
    expect(screen.queryByRole("button", { name: words.tryAgain })).toBeNull();
    await press(words.without);
    expect(onClose).toHaveBeenCalled();
  });

  it("says that the camera is refused, and records once it is allowed", async () => {
    const refused = new DOMException("no", "NotAllowedError");
    vi.spyOn(navigator.mediaDevices, "getUserMedia").mockRejectedValueOnce(refused);
    open();
    await press(words.turnOn);
    await screen.findByText(words.trouble.refused);
    await press(words.tryAgain);
    await screen.findByRole("button", { name: words.record });
  });

  it("keeps what was signed when the camera goes away in mid-take", async () => {
    open();
    await toTake();
    for (const track of streams.flatMap((stream) => stream.getTracks())) track.dispatchEvent(new Event("ended"));
    await screen.findByText(/^The camera went away\. We kept \d+ s/u);
    await screen.findByRole("button", { name: words.use });
  });

  it("stops by itself at 60 s, and at 90 s where 30 s more were asked for", async () => {
    open();
    await toTake();
    const real = performance.now.bind(performance);
    let ahead = 61_000;
    vi.spyOn(performance, "now").mockImplementation(() => real() + ahead);
    await screen.findByRole("button", { name: words.use });
    vi.spyOn(performance, "now").mockImplementation(real);
    await press(words.again);
    await press(words.record);
    await press(words.more);
    await screen.findByText(/ \/ 90 s$/u);
    ahead = 62_000;
    vi.spyOn(performance, "now").mockImplementation(() => real() + ahead);
    await screen.findByText(/^6\d \/ 90 s$/u);
    ahead = 91_000;
    await screen.findByRole("button", { name: words.use });
  });

  it("keeps a newer app waiting in every tab until it is closed", async () => {
    const view = open();
    const heldBy = async () => (await navigator.locks.query()).held?.filter(({ name }) => name === recorderLock).length;
    await waitFor(async () => expect(await heldBy()).toBe(1));
    let taken = false;
    void registerWorker()
      .apply()
      .then(() => {
        taken = true;
      });
    await screen.findByRole("button", { name: words.turnOn });
    expect(taken).toBe(false);
    view.unmount();
    await waitFor(() => expect(taken).toBe(true));
  });

  for (const theme of ["light", "dim"])
    it(`has no fault that axe finds in any state, ${theme}`, async () => {
      document.documentElement.dataset["theme"] = theme;
      open();
      await screen.findByRole("button", { name: words.turnOn });
      expect(await faults()).toEqual([]);
      vi.spyOn(navigator.mediaDevices, "getUserMedia").mockRejectedValueOnce(new DOMException("", "NotFoundError"));
      await press(words.turnOn);
      await screen.findByText(words.trouble.none);
      expect(await faults()).toEqual([]);
      await press(words.tryAgain);
      await screen.findByRole("button", { name: words.record });
      expect(await faults()).toEqual([]);
      await press(words.record);
      await screen.findByRole("button", { name: words.stop });
      expect(await faults()).toEqual([]);
      await press(words.stop);
      await screen.findByLabelText(words.yours);
      expect(await faults()).toEqual([]);
      for (const target of screen.getAllByRole("button"))
        expect(target.getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
    });
});

describe("The recorder of an answer", () => {
  it("stores its first second before it says that it records, and offers what was left to the same place only", async () => {
    const db = databaseOf(`p-${crypto.randomUUID()}`);
    const answer = (place: string) => (
      <WordsProvider start="en">
        <AnswerRecorder db={db} of={{ study: "s", place }} onUse={vi.fn()} onClose={vi.fn()} />
      </WordsProvider>
    );
    const first = render(answer("note"));
    await toTake();
    expect(await db.slices.count()).toBeGreaterThan(0);
    first.unmount();
    await waitFor(async () => expect((await db.recordings.toArray()).map((row) => row.state)).toEqual(["kept"]));
    const other = render(answer("cue"));
    await screen.findByRole("button", { name: words.turnOn });
    other.unmount();
    render(answer("note"));
    await screen.findByRole("button", { name: words.use });
    cleanup();
    await forget(db);
  });
});
