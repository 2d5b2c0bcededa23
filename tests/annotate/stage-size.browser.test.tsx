// The size of the picture: 480 to 720 px at first, moved by keys and by dragging, kept, never under 360.
import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { clipItem, emotionStudy, openApp, sticksOut, type World, world } from "../ui/world.tsx";

let here: World;
beforeEach(async () => {
  here = await world([{ study: emotionStudy, items: [clipItem(1), clipItem(2)] }]);
});
afterEach(async () => {
  await here.end();
  await page.viewport(1280, 720);
});

const shown = async () => {
  const stage = await screen.findByRole("region", { name: "Clip" });
  return Math.round((stage.querySelector("[data-shows]") as HTMLElement).getBoundingClientRect().width);
};
const grip = () => screen.findByRole("separator", { name: "Size of the picture" });
const width = (expected: number) => waitFor(async () => expect(await shown()).toBe(expected));

describe("the picture", () => {
  it.each([
    [1024, 720, 440],
    [1280, 720, 696],
    [1920, 1080, 720],
  ])("is large at first in a window of %d x %d px", async (wide, high, expected) => {
    await page.viewport(wide, high);
    openApp("/work/weather");
    await grip();
    await width(expected);
    expect(sticksOut()).toBe(false);
  });

  it("is sized by arrows within its bounds, and as large the next time", async () => {
    await page.viewport(1920, 1080);
    openApp("/work/weather");
    await screen.findByRole("heading", { name: "Overall, how does it feel?" });
    await width(720);
    await waitFor(() => expect(document.activeElement?.tagName).toBe("H2"));
    (await grip()).focus();
    await userEvent.keyboard("{ArrowLeft}{ArrowLeft}");
    await width(680);
    await userEvent.keyboard("{Home}{ArrowLeft}");
    await width(360);
    await userEvent.keyboard("{End}");
    await width(1452);
    expect((await grip()).ariaValueNow).toBe("1452");
    expect(sticksOut()).toBe(false);
    const { cleanup } = await import("@testing-library/react");
    cleanup();
    openApp("/work/weather");
    await grip();
    await width(1452);
    await userEvent.dblClick(await grip());
    await width(720);
  });

  it("is sized by dragging its edge", async () => {
    await page.viewport(1280, 720);
    openApp("/work/weather");
    const edge = await grip();
    await width(696);
    const box = edge.getBoundingClientRect();
    const at = { clientX: box.left + 22, clientY: 300, pointerId: 1, bubbles: true };
    edge.setPointerCapture = () => undefined;
    edge.hasPointerCapture = () => true;
    edge.dispatchEvent(new PointerEvent("pointerdown", at));
    edge.dispatchEvent(new PointerEvent("pointermove", { ...at, clientX: at.clientX - 100 }));
    await width(596);
  });
});
