// Keys of the player: by their place, never while somebody types, and a held key acts once.
import { cleanup, render, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { attachKeys, type PlayerAct, playerKeys } from "../../client/player/keys.ts";
import { Stage } from "../../client/player/stage.tsx";
import { playerEn } from "../../client/words/player-en.ts";
import { address, clipOf, frontVideo, numberShown, rates } from "./clips.ts";

afterEach(cleanup);

const press = (code: string, more: KeyboardEventInit = {}, target: EventTarget = document.body) => {
  const event = new KeyboardEvent("keydown", { code, bubbles: true, cancelable: true, ...more });
  target.dispatchEvent(event);
  return event;
};

/** What the presses did. */
function acts(presses: () => void): PlayerAct[] {
  const done: PlayerAct[] = [];
  const detach = attachKeys(window, playerKeys, (act) => done.push(act));
  presses();
  detach();
  return done;
}

describe("Keys of the player", () => {
  it("act by their place on the keyboard, with Shift telling ten frames from one", () => {
    const done = acts(() => {
      press("Comma", { key: ";" });
      press("Period", { shiftKey: true, key: ">" });
      press("KeyR");
      press("Backslash");
    });
    expect(done).toEqual(["frame-back", "ten-on", "replay", "normal-speed"]);
  });

  it("have no two acts on one press", () => {
    const presses = playerKeys.map((row) => `${row.code}${row.shift}`);
    expect(new Set(presses).size).toBe(presses.length);
  });

  it("rest while an input method composes", () => {
    const done = acts(() => {
      press("KeyR", { isComposing: true });
      press("Space", { keyCode: 229 } as KeyboardEventInit);
    });
    expect(done).toEqual([]);
  });

  it("rest in a text field, with Ctrl, Alt or Meta, and behind an open dialog", () => {
    document.body.insertAdjacentHTML("beforeend", "<textarea></textarea><dialog><p>sure?</p></dialog>");
    const field = document.querySelector("textarea") as HTMLTextAreaElement;
    const dialog = document.querySelector("dialog") as HTMLDialogElement;
    const done = acts(() => {
      press("KeyR", {}, field);
      press("KeyR", { ctrlKey: true });
      press("KeyR", { altKey: true });
      press("KeyR", { metaKey: true });
      dialog.showModal();
      press("KeyR");
      dialog.close();
      press("KeyM");
    });
    field.remove();
    dialog.remove();
    expect(done).toEqual(["mirror"]);
  });

  it("leave Space to a focused button, unless its surroundings give it to the stage", () => {
    document.body.insertAdjacentHTML(
      "beforeend",
      '<button id="a"></button><p data-keys="stage"><button id="b"></button></p>',
    );
    const [a, b] = [document.querySelector("#a"), document.querySelector("#b")] as [Element, Element];
    const done = acts(() => {
      press("Space", {}, a);
      press("Space", {}, b);
    });
    a.remove();
    b.parentElement?.remove();
    expect(done).toEqual(["toggle"]);
  });

  it("step frames while held, and do everything else once a press", () => {
    const done = acts(() => {
      press("Period");
      press("Period", { repeat: true });
      press("Space");
      expect(press("Space", { repeat: true }).defaultPrevented).toBe(true);
    });
    expect(done).toEqual(["frame-on", "frame-on", "toggle"]);
  });

  it("play, pause, step, slow, mirror and zoom the clip on the stage", async () => {
    const clip = clipOf(rates["30"].url, rates["30"].facts);
    const ready = new Promise((resolve) =>
      render(
        <Stage
          words={playerEn}
          showing="one"
          stimulus={clip}
          autoplay={false}
          address={address}
          onFirstFrame={resolve}
        />,
      ),
    );
    await ready;
    press("Period", { shiftKey: true });
    press("Period");
    await waitFor(() => expect(numberShown(frontVideo())).toBe(11));
    press("Minus");
    press("Minus");
    expect(frontVideo().playbackRate).toBe(0.5);
    press("Space");
    await waitFor(() => expect(frontVideo().paused).toBe(false));
    press("Space");
    await waitFor(() => expect(frontVideo().paused).toBe(true));
    press("Backslash");
    expect(frontVideo().playbackRate).toBe(1);
    press("KeyL");
    expect(frontVideo().loop).toBe(true);
    press("KeyM");
    press("KeyV");
    expect(frontVideo().style.transform).toContain("scaleX(-1)");
    expect(frontVideo().style.transform).toContain("scale(2.4)");
  });
});
