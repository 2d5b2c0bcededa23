// The signed form of a text, in real Chromium with a real clip: still until pressed, one at a time, back to its freeze frame.
import { cleanup, configure, render, screen, waitFor } from "@testing-library/react";
import axe from "axe-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import "../../client/ui/base.css";
import "../../client/ui/tokens.css";
import { SignVideo } from "../../client/ui/sign-video.tsx";
import { WordsProvider } from "../../client/words/words.ts";
import clip from "../../fixtures/media/numbered-30.mp4?url";
import { numberShown } from "../player/clips.ts";

configure({ asyncUtilTimeout: 8000 });
beforeEach(() => page.viewport(1280, 720));
afterEach(() => {
  cleanup();
  delete document.documentElement.dataset["theme"];
});

const shown = (children: React.ReactNode) =>
  render(
    <WordsProvider start="en">
      <main>
        <h1>Words</h1>
        {children}
      </main>
    </WordsProvider>,
  );
const button = (name: string) => screen.findByRole("button", { name });
const videoIn = (element: Element) => element.querySelector("video") as HTMLVideoElement;
const frozen = (video: HTMLVideoElement, frame: number) =>
  waitFor(() => {
    expect(video.paused).toBe(true);
    expect(video.seeking).toBe(false);
    expect(numberShown(video)).toBe(frame);
  });

describe("a signed text", () => {
  it("stands still at its freeze frame, plays from the start when pressed, and stands still there again", async () => {
    shown(<SignVideo url={clip} freezeMs={500} credit="Mei Lin" label="Question" />);
    screen.getByText("Signed by Mei Lin");
    const video = videoIn(await button("Play signed: Question"));
    expect([video.muted, video.autoplay, video.loop]).toEqual([true, false, false]);
    await frozen(video, 15);
    (await button("Play signed: Question")).focus();
    await userEvent.keyboard("{Enter}");
    await button("Pause signed: Question");
    await waitFor(() => expect(video.currentTime).toBeGreaterThan(0));
    expect(video.currentTime).toBeLessThan(0.5);
    await button("Play signed: Question");
    await frozen(video, 15);
  });

  it("never plays beside another: pressing one pauses the others, the clip on the stage too", async () => {
    shown(
      <>
        <video data-testid="clip" src={clip} muted loop />
        <SignVideo url={clip} freezeMs={0} label="Joy" />
        <SignVideo url={`${clip}#2`} freezeMs={0} label="Anger" />
      </>,
    );
    const other = screen.getByTestId<HTMLVideoElement>("clip");
    await other.play();
    await userEvent.click(await button("Play signed: Joy"));
    const joy = videoIn(await button("Pause signed: Joy"));
    expect(other.paused).toBe(true);
    await userEvent.click(await button("Play signed: Anger"));
    await button("Pause signed: Anger");
    await waitFor(() => expect(joy.paused).toBe(true));
    await other.play();
    await button("Play signed: Anger");
  });

  it("opens larger over the page where it is small, inside the window, and Esc closes it", async () => {
    shown(
      <div style={{ position: "absolute", right: 0, bottom: 0 }}>
        <SignVideo url={clip} freezeMs={200} credit="Mei Lin" label="Joy" small />
      </div>,
    );
    const opener = await button("Play signed: Joy");
    opener.focus();
    await userEvent.keyboard("{Enter}");
    const video = videoIn(await button("Pause signed: Joy"));
    const over = video.getBoundingClientRect();
    expect(over.width).toBeGreaterThan(340);
    expect(over.right).toBeLessThanOrEqual(1280);
    expect(over.bottom).toBeLessThanOrEqual(720);
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(document.querySelectorAll("video").length).toBe(1));
    expect(document.activeElement).toBe(opener);
  });

  it("says in words what is not on this device or does not play", async () => {
    shown(
      <>
        <SignVideo url={undefined} freezeMs={0} label="Joy" />
        <SignVideo url="data:video/mp4,none" freezeMs={0} label="Anger" />
      </>,
    );
    screen.getByText("The signed video is not on this device yet.");
    await screen.findByText("The signed video does not play here. The text says the same.");
    expect(screen.queryByRole("button")).toBeNull();
  });

  for (const theme of ["light", "dim"])
    it(`has no fault that axe finds and targets of 44 px, ${theme}`, async () => {
      document.documentElement.dataset["theme"] = theme;
      shown(
        <>
          <SignVideo url={clip} freezeMs={0} credit="Mei Lin" label="Question" />
          <SignVideo url={clip} freezeMs={0} credit="Mei Lin" label="Joy" small />
        </>,
      );
      await userEvent.click(await button("Play signed: Joy"));
      await button("Pause signed: Joy");
      const { violations } = await axe.run(document.body);
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`)).toEqual([]);
      for (const target of screen.getAllByRole("button")) {
        const { width, height } = target.getBoundingClientRect();
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
      }
    });
});
