// The stage in real Chromium: two players however it is mounted, the prepared clip at once, states with a way on.
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { createRef, StrictMode } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Stage, type StageProps } from "../../client/player/stage.tsx";
import type { StageHandle } from "../../client/player/stage-handle.ts";
import type { StageState, Stimulus, Viewing } from "../../client/player/stimulus.ts";
import { playerEn } from "../../client/words/player-en.ts";
import { address, clipOf, frontVideo, numberShown, others, rates, rotated, stillOf } from "./clips.ts";

afterEach(cleanup);

const first = clipOf(rates["30"].url, rates["30"].facts);
const second = clipOf(rates["25"].url, rates["25"].facts);

function stageOf(props: Partial<StageProps> & { stimulus: Stimulus }) {
  return (
    <div style={{ width: 640, height: 420 }}>
      <Stage words={playerEn} showing="one" autoplay={false} address={address} {...props} />
    </div>
  );
}

/** Waits for the first frame of what is rendered. */
async function visible(draw: (onFirstFrame: (at: number) => void) => void): Promise<number> {
  return new Promise((resolve) => draw(resolve));
}

const videos = () => document.querySelectorAll("video").length;

describe("The stage", () => {
  it("has exactly two players under StrictMode and none after it is gone", async () => {
    const { unmount } = render(<StrictMode>{stageOf({ stimulus: first })}</StrictMode>);
    expect(videos()).toBe(2);
    await waitFor(() => expect(frontVideo().readyState).toBeGreaterThanOrEqual(2));
    unmount();
    expect(videos()).toBe(0);
  });

  it("keeps its two players through fifty clips in a row and grows by no element", async () => {
    const clips = Object.values(rates).map((clip) => clipOf(clip.url, clip.facts));
    const at = (n: number) => clips[n % clips.length] as Stimulus;
    const view = render(<div />);
    const show = (n: number) =>
      visible((onFirstFrame) =>
        view.rerender(stageOf({ stimulus: at(n), showing: `${n}`, next: at(n + 1), onFirstFrame })),
      );
    await show(0);
    await show(1);
    const before = document.querySelectorAll("*").length;
    for (let n = 2; n < 50; n += 1) await show(n);
    expect(videos()).toBe(2);
    expect(document.querySelectorAll("*").length).toBe(before);
  });

  it("brings the prepared clip to the front without loading it again", async () => {
    const view = render(<div />);
    await visible((onFirstFrame) => view.rerender(stageOf({ stimulus: first, next: second, onFirstFrame })));
    const back = [...document.querySelectorAll("video")].find((video) => video !== frontVideo()) as HTMLVideoElement;
    await waitFor(() => expect(back.readyState).toBeGreaterThanOrEqual(2));
    let loads = 0;
    back.addEventListener("loadstart", () => {
      loads += 1;
    });
    await visible((onFirstFrame) => view.rerender(stageOf({ stimulus: second, showing: "two", onFirstFrame })));
    expect(frontVideo()).toBe(back);
    expect(loads).toBe(0);
    expect(numberShown(frontVideo())).toBe(0);
  });

  it("begins the same clip anew for another showing", async () => {
    const handle = createRef<StageHandle>();
    const view = render(<div />);
    await visible((onFirstFrame) => view.rerender(stageOf({ stimulus: first, ref: handle, onFirstFrame })));
    handle.current?.step(20);
    await waitFor(() => expect(numberShown(frontVideo())).toBe(20));
    await visible((onFirstFrame) =>
      view.rerender(stageOf({ stimulus: first, ref: handle, showing: "two", onFirstFrame })),
    );
    await waitFor(() => expect(numberShown(frontVideo())).toBe(0));
    expect(handle.current?.viewing()?.steps).toBe(0);
  });

  it("never shows the clip before while the next one is still on its way", async () => {
    const view = render(<div />);
    await visible((onFirstFrame) => view.rerender(stageOf({ stimulus: first, onFirstFrame })));
    const slow = { address: () => new Promise<never>(() => undefined) };
    view.rerender(stageOf({ stimulus: second, showing: "two", ...slow }));
    expect(document.querySelector("[data-shows]")?.getAttribute("data-shows")).toBe("nothing");
    expect(screen.queryByText(playerEn.states.preparing)).toBeNull();
    await screen.findByText(playerEn.states.preparing);
  });

  it("logs a whole view once: plays, share, slowest speed", async () => {
    const whole = vi.fn();
    const states: StageState[] = [];
    let last: Viewing | undefined;
    render(
      stageOf({
        stimulus: first,
        autoplay: true,
        onWholeView: whole,
        onState: (state) => states.push(state),
        onViewing: (viewing) => {
          last = viewing;
        },
      }),
    );
    await waitFor(() => expect(states.at(-1)).toBe("ended"), { timeout: 8000 });
    expect(whole).toHaveBeenCalledTimes(1);
    expect(states.slice(0, 2)).toEqual(["ready", "playing"]);
    expect(last).toMatchObject({ plays: 1, slowest: 1, steps: 0 });
    expect(last?.share).toBeGreaterThan(0.9);
    expect(last?.watchedMs).toBeGreaterThan(1300);
    expect(last?.watchedMs).toBeLessThan(1800);
  });

  it("does not call half a view a whole one", async () => {
    const whole = vi.fn();
    const handle = createRef<StageHandle>();
    render(stageOf({ stimulus: first, autoplay: true, onWholeView: whole, ref: handle }));
    await waitFor(() => expect(handle.current?.positionMs()).toBeGreaterThan(500), { timeout: 5000 });
    handle.current?.seek(1400);
    await screen.findByText(playerEn.states.ended, {}, { timeout: 5000 });
    expect(whole).not.toHaveBeenCalled();
    expect(handle.current?.viewing()?.share).toBeLessThan(0.75);
  });

  it("counts a whole view although the step changed, and with it the speeds allowed, while the clip played", async () => {
    const whole = vi.fn();
    const handle = createRef<StageHandle>();
    const now = (speedsAllowed: boolean) =>
      stageOf({ stimulus: first, autoplay: true, onWholeView: whole, ref: handle, speedsAllowed });
    const view = render(now(true));
    await waitFor(() => expect(handle.current?.positionMs()).toBeGreaterThan(300), { timeout: 5000 });
    view.rerender(now(false));
    await screen.findByText(playerEn.states.ended, {}, { timeout: 5000 });
    expect(whole).toHaveBeenCalledTimes(1);
  });

  it("offers no speed and no loop where the study does not", async () => {
    const user = userEvent.setup();
    await visible((onFirstFrame) =>
      render(stageOf({ stimulus: first, speedsAllowed: false, loopAllowed: false, onFirstFrame })),
    );
    await user.click(screen.getByRole("button", { name: playerEn.more }));
    expect(screen.queryByRole("button", { name: playerEn.speedIs("0.5×") })).toBeNull();
    expect(screen.queryByRole("button", { name: playerEn.loop })).toBeNull();
    await user.keyboard("-l");
    expect(frontVideo().playbackRate).toBe(1);
    expect(frontVideo().loop).toBe(false);
  });

  it("plays round a span between two marks", async () => {
    const handle = createRef<StageHandle>();
    const user = userEvent.setup();
    await visible((onFirstFrame) => render(stageOf({ stimulus: first, ref: handle, onFirstFrame })));
    handle.current?.step(12);
    await waitFor(() => expect(numberShown(frontVideo())).toBe(12));
    await user.keyboard("[[");
    handle.current?.step(12);
    await waitFor(() => expect(numberShown(frontVideo())).toBe(24));
    await user.keyboard("]");
    handle.current?.replay();
    const seen = new Set<number>();
    const until = performance.now() + 1500;
    while (performance.now() < until) {
      seen.add(numberShown(frontVideo()));
      await new Promise((done) => setTimeout(done, 15));
    }
    expect(Math.min(...seen)).toBeGreaterThanOrEqual(12);
    expect(Math.max(...seen)).toBeLessThanOrEqual(25);
    expect(handle.current?.viewing()?.plays).toBeGreaterThan(2);
  });

  it("moves the ends of the short loop by keys, never past each other", async () => {
    const handle = createRef<StageHandle>();
    const user = userEvent.setup();
    await visible((onFirstFrame) => render(stageOf({ stimulus: first, ref: handle, onFirstFrame })));
    handle.current?.step(12);
    await waitFor(() => expect(numberShown(frontVideo())).toBe(12));
    await user.keyboard("[BracketLeft]");
    handle.current?.step(12);
    await waitFor(() => expect(numberShown(frontVideo())).toBe(24));
    await user.keyboard("[BracketRight]");
    const from = screen.getByRole("slider", { name: playerEn.loopStart });
    const to = screen.getByRole("slider", { name: playerEn.loopEnd });
    expect([from.ariaValueNow, to.ariaValueNow]).toEqual(["400", "801"]);
    from.focus();
    await user.keyboard("{ArrowRight}{ArrowRight}");
    expect(from.ariaValueNow).toBe("467");
    to.focus();
    await user.keyboard("{PageDown}{PageDown}{PageDown}");
    expect(to.ariaValueNow).toBe("500");
    await user.click(screen.getByRole("button", { name: playerEn.more }));
    await user.click(screen.getByRole("button", { name: playerEn.loopClear }));
    expect(screen.queryByRole("slider", { name: playerEn.loopEnd })).toBeNull();
  });

  it("fills its filmstrip while the clip plays", async () => {
    render(stageOf({ stimulus: first, autoplay: true, filmstrip: true }));
    const strip = await waitFor(() => document.querySelector("canvas") as HTMLCanvasElement);
    const filled = () => {
      const row = strip.getContext("2d")?.getImageData(0, 36, strip.width, 1).data ?? new Uint8ClampedArray();
      return Array.from({ length: 12 }, (_, place) => row[(place * 96 + 48) * 4 + 3] === 255).filter(Boolean).length;
    };
    await waitFor(() => expect(filled()).toBe(12), { timeout: 5000 });
  });

  it.each([
    ["read whole into memory", async (bytes: Blob) => URL.createObjectURL(bytes)],
    [
      "kept in the browser's cache",
      async (bytes: Blob) => {
        const cache = await caches.open("a test's clips");
        await cache.put("/kept", new Response(bytes, { headers: { "content-type": "video/mp4" } }));
        return URL.createObjectURL(await ((await cache.match("/kept")) as Response).blob());
      },
    ],
    ["streamed in parts", async () => rates["30"].url],
  ])("plays and steps a clip that is %s", async (_, urlOf) => {
    const handle = createRef<StageHandle>();
    const bytes = await (await fetch(rates["30"].url)).blob();
    const clip = clipOf(await urlOf(bytes), rates["30"].facts);
    await visible((onFirstFrame) => render(stageOf({ stimulus: clip, ref: handle, onFirstFrame })));
    handle.current?.step(31);
    await waitFor(() => expect(numberShown(frontVideo())).toBe(31));
    expect(handle.current?.certain()).toBe(true);
    handle.current?.replay();
    await screen.findByText(playerEn.states.ended, {}, { timeout: 6000 });
    await caches.delete("a test's clips");
  });

  it.each([
    ["upright", 64, 128],
    ["wide", 171, 64],
  ])("shows a picture that is %s whole and uncropped, however the stage is shaped", async (shape, width, height) => {
    const clip = shape === "wide" ? others["non-square pixels"] : rotated;
    await visible((onFirstFrame) => render(stageOf({ stimulus: clipOf(clip.url, clip.facts), onFirstFrame })));
    const video = frontVideo();
    expect(Math.abs(video.videoWidth / video.videoHeight - width / height)).toBeLessThan(0.05);
    expect(getComputedStyle(video).objectFit).toBe("contain");
    const { width: shownWide, height: shownHigh } = video.getBoundingClientRect();
    const frame = (document.querySelector("[data-shows]") as HTMLElement).getBoundingClientRect();
    expect([shownWide, shownHigh]).toEqual([frame.width, frame.height]);
  });

  it("zooms to face and hands, freely by keys, and back to the whole picture", async () => {
    const user = userEvent.setup();
    await visible((onFirstFrame) => render(stageOf({ stimulus: first, onFirstFrame })));
    const scale = () => Number(/scale\(([\d.]+)\)/.exec(frontVideo().style.transform)?.[1]);
    const seen: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      await user.keyboard("v");
      seen.push(scale());
    }
    expect(seen.slice(0, 3).every((one) => one > 1)).toBe(true);
    expect(seen[0]).not.toBe(seen[1]);
    expect(seen[3]).toBe(1);
    await user.click(screen.getByRole("button", { name: playerEn.more }));
    await user.click(screen.getByRole("button", { name: playerEn.zoomIn }));
    expect(scale()).toBeGreaterThan(1);
    const before = frontVideo().style.transform;
    await user.click(screen.getByRole("button", { name: playerEn.right }));
    expect(frontVideo().style.transform).not.toBe(before);
  });

  it("shows a clip that was stored lying down upright", async () => {
    await visible((onFirstFrame) => render(stageOf({ stimulus: clipOf(rotated.url, rotated.facts), onFirstFrame })));
    expect(frontVideo().videoWidth).toBeLessThan(frontVideo().videoHeight);
  });

  it("tells what was seen so far while the clip still plays, and nothing of it after the next one came", async () => {
    const seen: [showing: string, viewing: Viewing][] = [];
    const view = render(<div />);
    const show = (showing: string, stimulus: Stimulus) =>
      visible((onFirstFrame) =>
        view.rerender(
          stageOf({
            stimulus,
            showing,
            autoplay: true,
            onFirstFrame,
            onViewing: (viewing) => seen.push([showing, viewing]),
          }),
        ),
      );
    await show("one", first);
    await waitFor(() => expect(seen.length).toBeGreaterThanOrEqual(3), { timeout: 5000 });
    expect(seen.at(-1)?.[1]).toMatchObject({ plays: 1, slowest: 1 });
    await show("two", second);
    await waitFor(() => expect(seen.filter(([showing]) => showing === "two").length).toBeGreaterThan(0));
    expect(seen.find(([showing]) => showing === "two")?.[1].watchedMs).toBeLessThan(600);
  });

  it("finds the length of a recording that does not tell it", async () => {
    const canvas = document.createElement("canvas");
    const context = canvas.getContext("2d") as CanvasRenderingContext2D;
    const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: "video/webm;codecs=vp8" });
    const parts: Blob[] = [];
    recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
    const stopped = new Promise((done) => recorder.addEventListener("stop", done));
    recorder.start(200);
    for (let n = 0; n < 20; n += 1) {
      context.fillStyle = n % 2 === 0 ? "white" : "black";
      context.fillRect(0, 0, 300, 150);
      await new Promise((done) => setTimeout(done, 50));
    }
    recorder.stop();
    await stopped;
    const url = URL.createObjectURL(new Blob(parts, { type: "video/webm" }));
    const stimulus = clipOf(url, { type: "video/webm" });
    await visible((onFirstFrame) => render(stageOf({ stimulus, onFirstFrame })));
    expect(screen.getByText(/^0\.0 \/ (0\.[89]|1\.[0-4]) s$/)).toBeTruthy();
  });

  it("shows pictures and texts in the same frame", async () => {
    const view = render(<div />);
    await visible((onFirstFrame) => view.rerender(stageOf({ stimulus: stillOf(), showing: "i", onFirstFrame })));
    expect(screen.getByRole("img", { name: playerEn.picture })).toBeTruthy();
    const text = "一手伸食指，书空“子”字形。";
    await visible((onFirstFrame) =>
      view.rerender(stageOf({ stimulus: { modality: "text", text, lang: "zh-Hans" }, showing: "t", onFirstFrame })),
    );
    expect(screen.getByText(text).lang).toBe("zh-Hans");
    expect(screen.queryByRole("toolbar")).toBeNull();
  });
});

describe("A clip in trouble", () => {
  const nowhere: Stimulus = { ...first, medium: { ...first.medium, hash: "f".repeat(64) } };
  const damaged = (hash: string) => clipOf(new URL(`/package.json?${hash}`, location.href).href, rates["30"].facts);

  it("that is not on this device says so and can be tried again", async () => {
    const notHere = vi.fn();
    const onSkip = vi.fn();
    render(stageOf({ stimulus: nowhere, onNotHere: notHere, onSkip }));
    await screen.findByText(playerEn.states["not-on-device"]);
    expect(notHere).toHaveBeenCalledTimes(1);
    await userEvent.click(screen.getByRole("button", { name: playerEn.again }));
    await waitFor(() => expect(notHere).toHaveBeenCalledTimes(2));
    await userEvent.click(screen.getByRole("button", { name: playerEn.skip }));
    expect(onSkip).toHaveBeenCalledWith("not-on-device");
  });

  it("whose bytes are not its own is fetched once more, then said to be damaged", async () => {
    const mend = vi.fn(async () => false);
    render(stageOf({ stimulus: damaged("a"), mend }));
    await screen.findByText(playerEn.states["hash-mismatch"], {}, { timeout: 5000 });
    expect(mend).toHaveBeenCalledTimes(1);
  });

  it("that this browser cannot decode names the codec and fills in the reason", async () => {
    const onSkip = vi.fn();
    const bytes = new TextEncoder().encode("no video at all");
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    const hash = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const url = URL.createObjectURL(new Blob([bytes], { type: "video/mp4" }));
    const facts = { ...first.medium.facts, hash, codec: "hvc1.1.6.L93.B0" };
    const stimulus: Stimulus = { modality: "video", medium: { hash, facts } };
    render(stageOf({ stimulus, onSkip, address: async () => ({ url, release: () => undefined }) }));
    await screen.findByText(playerEn.states["cannot-decode"], {}, { timeout: 5000 });
    expect(screen.getByText(playerEn.codec("hvc1.1.6.L93.B0"))).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: playerEn.skip }));
    expect(onSkip).toHaveBeenCalledWith("cannot-decode", "hvc1.1.6.L93.B0");
  });
});
