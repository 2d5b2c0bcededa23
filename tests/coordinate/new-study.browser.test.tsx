// The way in for a new study: readable for everybody, and the names of dropped and chosen folders come out alike.
import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { named } from "../../client/coordinate/new-study-files.ts";
import { faults, mount } from "./mount.tsx";

const file = (name: string) => ({ name, file: new File(["x"], name.split("/").at(-1) as string) });

describe("new study", () => {
  it.each([
    ["en", "light", 1280, "New study"],
    ["zh-Hans", "dim", 360, "新建研究"],
  ] as const)("opens in %s, %s, at %i, with nothing that axe finds wrong", async (language, theme, width, title) => {
    await page.viewport(width, 740);
    mount("/desk/!new", { language, theme });
    await screen.findByRole("heading", { level: 2, name: title });
    expect(await faults()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  });

  it("takes off the folder that wraps all, but never media/, and leaves out what file managers leave behind", () => {
    const names = (...given: string[]) => named(given.map(file)).map(({ name }) => name);
    expect(names("weather/study.json", "weather/media/a.mp4", "weather/.DS_Store")).toEqual([
      "study.json",
      "media/a.mp4",
    ]);
    expect(names("/weather/media/a.mp4")).toEqual(["media/a.mp4"]);
    expect(names("media/a.mp4", "media/b.mp4")).toEqual(["media/a.mp4", "media/b.mp4"]);
    expect(names("images/1.jpg", "images/2.jpg")).toEqual(["images/1.jpg", "images/2.jpg"]);
    expect(names("study.zip")).toEqual(["study.zip"]);
    expect(names("a/x.mp4", "b/x.mp4")).toEqual(["a/x.mp4", "b/x.mp4"]);
    expect(names("Cafe\u0301.mp4")).toEqual(["Caf\u00e9.mp4"]);
  });
});
