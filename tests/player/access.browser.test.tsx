// The player with axe, in both themes: clip, opened second row, picture, text, and a clip in trouble.
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import axe from "axe-core";
import { afterEach, describe, expect, it } from "vitest";
import "../../client/ui/base.css";
import "../../client/ui/tokens.css";
import { Stage } from "../../client/player/stage.tsx";
import type { Stimulus } from "../../client/player/stimulus.ts";
import { playerEn } from "../../client/words/player-en.ts";
import { playerZhHans } from "../../client/words/player-zh-Hans.ts";
import { address, clipOf, rates, stillOf } from "./clips.ts";

afterEach(() => {
  cleanup();
  delete document.documentElement.dataset["theme"];
});

const clip = clipOf(rates["30"].url, rates["30"].facts);
const shown: Record<string, Stimulus> = {
  "a clip": clip,
  "a picture": stillOf(),
  "a text": { modality: "text", text: "双手合十，贴于脸侧，头微侧。", lang: "zh-Hans" },
  "a clip that is not here": { ...clip, medium: { ...clip.medium, hash: "e".repeat(64) } },
};

async function drawn(stimulus: Stimulus, words = playerEn, width = 696) {
  render(
    <main lang={words === playerEn ? "en" : "zh-Hans"} style={{ width, height: 620 }}>
      <Stage
        words={words}
        showing="one"
        stimulus={stimulus}
        autoplay={false}
        filmstrip
        address={address}
        onSkip={() => {}}
      />
    </main>,
  );
  const shows = () => document.querySelector("[data-shows]")?.getAttribute("data-shows");
  await waitFor(() => expect(shows() !== "nothing" || screen.queryByRole("alert") !== null).toBe(true));
}

describe("The player", () => {
  for (const theme of ["light", "dim"])
    for (const [name, stimulus] of Object.entries(shown))
      it(`has no fault that axe finds with ${name}, ${theme}`, async () => {
        document.documentElement.dataset["theme"] = theme;
        await drawn(stimulus);
        const more = screen.queryByRole("button", { name: playerEn.more });
        if (more !== null) await userEvent.click(more);
        await userEvent.keyboard("[BracketLeft][Period][BracketRight]");
        const { violations } = await axe.run(document.querySelector("main") as HTMLElement);
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`)).toEqual([]);
      });

  for (const words of [playerEn, playerZhHans])
    it(`keeps every target at 44 px and inside 320 px of width (${words.play})`, async () => {
      await drawn(clip, words, 320);
      await userEvent.click(screen.getByRole("button", { name: words.more }));
      const targets = [...document.querySelectorAll("main button, main input")].filter((target) =>
        target.checkVisibility(),
      );
      expect(targets.length).toBeGreaterThan(20);
      for (const target of targets) {
        const box = target.getBoundingClientRect();
        expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
        expect(box.right).toBeLessThanOrEqual(320 + 8);
      }
    });

  it("takes the focus from nobody when its buttons are pressed with a pointer", async () => {
    render(<button type="button">answer</button>);
    await drawn(clip);
    screen.getByRole("button", { name: "answer" }).focus();
    await userEvent.click(screen.getByRole("button", { name: playerEn.mirror }));
    expect(document.activeElement?.textContent).toBe("answer");
  });
});
