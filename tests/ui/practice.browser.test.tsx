// Practice in a real browser: what is expected shows after the answer, never before, and then work goes on.
import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import {
  clipItem,
  emotionStudy,
  faults,
  openApp,
  question,
  quizStudy,
  sticksOut,
  type World,
  world,
} from "./world.tsx";

let here: World;
beforeEach(async () => {
  await page.viewport(1280, 720);
});
afterEach(() => here.end());

const tile = (n: number) => screen.getByRole("button", { name: new RegExp(`^${n}:`) });
const settled = () => new Promise((done) => setTimeout(done, 350));
const reason = "掌心向上，像在托住什么。\nThe palms face up.";

async function answerPractice(key: string, language: "en" | "zh-Hans" = "en") {
  const practice = question(1, { practice: true, expected: { option: "B", reason } });
  here = await world([{ study: quizStudy, items: [practice, question(2)] }]);
  openApp("/work/signs", language);
  await waitFor(() => expect(tile(1).getAttribute("aria-disabled")).toBeNull());
  await settled();
  expect(document.body.textContent).not.toContain("The palms face up.");
  await userEvent.keyboard(key);
  await waitFor(async () => expect((await here.given()).length).toBe(1));
  await settled();
  await userEvent.keyboard("{Enter}");
  await screen.findByRole("heading", { name: language === "en" ? "Practice: compare" : "练习：对照" });
}

describe("practice", () => {
  it("shows the expected answer and its reason after the answer, then goes on to what counts", async () => {
    await answerPractice("2");
    await screen.findByText("As expected");
    const cells = screen.getAllByRole("cell").map((cell) => cell.textContent);
    expect(cells).toEqual(["笔记本电脑", "笔记本电脑"]);
    expect(screen.getByText(/The palms face up/)).toBeTruthy();
    expect(await faults()).toEqual([]);
    await settled();
    await userEvent.keyboard("{Enter}");
    await screen.findByText("2 of 2");
    await waitFor(() => expect(tile(2).getAttribute("aria-pressed")).toBe("false"));
    expect(screen.queryByText("Practice")).toBeNull();
  });

  it("says without blame that something else was expected", async () => {
    await answerPractice("1");
    await screen.findByText("Something else was expected");
    expect(screen.getAllByRole("cell").map((cell) => cell.textContent)).toEqual(["天气", "笔记本电脑"]);
  });

  it("stands on a phone and in Chinese", async () => {
    await page.viewport(360, 740);
    document.documentElement.dataset["theme"] = "dim";
    await answerPractice("1", "zh-Hans");
    await screen.findByText("预期答案不同");
    expect(sticksOut()).toBe(false);
    expect(await faults()).toEqual([]);
  });

  it("compares only the ratings of a clip that the coordinator has a view on", async () => {
    const practice = clipItem(1, {
      practice: true,
      expected: { sentiment: 2, emotions: { joy: 3, anger: 0 }, reason: "Raised brows and a wide smile." },
    });
    here = await world([{ study: emotionStudy, items: [practice, clipItem(2)] }]);
    openApp("/work/weather");
    await screen.findByRole("radio", { name: /strongly positive/ });
    await settled();
    await userEvent.keyboard("6");
    await settled();
    await userEvent.keyboard("{Enter}");
    await settled();
    await userEvent.keyboard("3000000000");
    await settled();
    await userEvent.keyboard("{Enter}");
    await settled();
    await userEvent.keyboard("80");
    await settled();
    await userEvent.keyboard("{Enter}");
    await settled();
    await userEvent.click(await screen.findByRole("button", { name: /Send/ }));
    await screen.findByRole("heading", { name: "Practice: compare" });
    await screen.findByText("As expected");
    expect(screen.getAllByRole("row")).toHaveLength(4);
    expect(screen.getByText("Raised brows and a wide smile.")).toBeTruthy();
  });
});
