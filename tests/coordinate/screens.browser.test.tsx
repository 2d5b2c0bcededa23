// Every screen of the desk in both languages and both themes: no axe finding, no NaN, nothing wider than a phone.
import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults, mount } from "./mount.tsx";

afterEach(async () => {
  cleanup();
  await page.viewport(1280, 720);
});

const screens = {
  studies: ["/desk", "Studies", "研究列表"],
  study: ["/desk/weather", "Facts", "基本情况"],
  people: ["/desk/weather/people", "People", "人员"],
  progress: ["/desk/weather/progress", "Progress", "进度"],
  labels: ["/desk/weather/labels", "Labels", "标签"],
  "labels of a quiz": ["/desk/signs/labels", "Labels", "标签"],
  agreement: ["/desk/weather/agreement", "Agreement by label", "各标签的一致性"],
  baseline: ["/desk/signs/baseline", "Accuracy by modality and articulation", "各形式和构成方式的正确率"],
  settle: ["/desk/weather/settle", "Clip clip-0001", "视频 clip-0001"],
  "set up": ["/desk/weather/set-up", "Set up", "设置研究"],
  settings: ["/desk/weather/settings", "Settings", "各项设置"],
  "settings of a quiz": ["/desk/signs/settings", "Settings", "各项设置"],
  texts: ["/desk/weather/texts", "Instructions", "说明"],
  "sign videos": ["/desk/weather/signs", "Sign videos", "手语视频"],
  "sign videos of a quiz": ["/desk/signs/signs", "Sign videos", "手语视频"],
  play: ["/desk/weather/play", "Play every file to the end", "完整播放每个文件"],
  inbox: ["/desk/weather/inbox", "Questions from people", "参与者的问题"],
  runs: ["/desk/signs/runs", "Runs of models", "模型运行"],
  planner: ["/desk/weather/planner", "Planner", "规划"],
  "hand over": ["/desk/weather/hand-over", "Hand over", "导出"],
} as const;

describe.each(Object.entries(screens))("the screen %s", (_, [path, english, chinese]) => {
  test("has no axe finding in English, light", async () => {
    mount(path);
    await screen.findByRole("heading", { level: 2, name: english });
    expect(await faults()).toEqual([]);
  });

  test("has no axe finding in Chinese, dim", async () => {
    mount(path, { language: "zh-Hans", theme: "dim" });
    await screen.findByRole("heading", { level: 2, name: chinese });
    expect(await faults()).toEqual([]);
  });

  test("fits a phone of 360 px and a window zoomed to 320 px, and never says NaN", async () => {
    for (const width of [360, 320]) {
      await page.viewport(width, 740);
      mount(path);
      await screen.findByRole("heading", { level: 2, name: english });
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      expect(document.body.textContent).not.toMatch(/NaN|undefined\b(?!: all)|Infinity|\[object/);
    }
  });
});
