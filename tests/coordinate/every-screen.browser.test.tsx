// The desk held against the list that annotators' and experts' screens are held against; axe looks at it elsewhere.
import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { coordinateEn } from "../../client/words/coordinate-en.ts";
import { emulate, unsound } from "../ui/unsound.ts";
import { mount } from "./mount.tsx";

const { setUp } = coordinateEn;

afterEach(async () => {
  await emulate();
  document.documentElement.style.fontSize = "";
  cleanup();
  await page.viewport(1280, 720);
});

describe("the desk is sound at", () => {
  it.each([
    ["/desk", "Studies"],
    ["/desk/weather", "Facts"],
    ["/desk/weather/people", "People"],
    ["/desk/weather/progress", "Progress"],
    ["/desk/weather/labels", "Labels"],
    ["/desk/weather/agreement", "Agreement by label"],
    ["/desk/signs/baseline", "Accuracy by modality and articulation"],
    ["/desk/weather/settle", "Clip clip-0001"],
    ["/desk/weather/hand-over", "Hand over"],
    ["/desk/weather/set-up", setUp.title],
    ["/desk/weather/settings", setUp.settings.title],
    ["/desk/weather/texts", setUp.texts.instructions],
    ["/desk/weather/signs", setUp.signs.title],
    ["/desk/weather/play", setUp.play.title],
    ["/desk/weather/inbox", setUp.inbox.notes],
  ])("%s", async (path, heading) => {
    await page.viewport(1280, 720);
    mount(path);
    await screen.findByRole("heading", { level: 2, name: heading });
    expect(await unsound(path, "en", { axe: false })).toEqual([]);
  });
});
