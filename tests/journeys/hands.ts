// What a person does at the screen, by keys alone: join by a link, label a clip, answer a question.
import type { Page } from "playwright";
import { en, type Words } from "../../client/words/en.ts";
import { startEn } from "../../client/words/start-en.ts";
import { startZhHans } from "../../client/words/start-zh-Hans.ts";
import { zhHans } from "../../client/words/zh-Hans.ts";
import { emotionIds } from "../../schemas/labels.ts";

export interface ClipAnswer {
  readonly sentiment: number;
  /** Ten values in the order of the labels. */
  readonly emotions: readonly number[];
  readonly confidence: number;
  readonly cue?: string;
}

/** The catalogue of the language that the page stands in, once it shows something: before, it does not know the person's. */
export async function wordsOn(page: Page): Promise<Words> {
  await page.getByRole("heading").first().waitFor();
  return (await page.evaluate(() => document.documentElement.lang)).startsWith("zh") ? zhHans : en;
}

/** Opens a personal link and presses Start, without a mouse. */
export async function join(page: Page, link: string, shared = false): Promise<void> {
  await page.goto(link);
  const sharing = page.getByRole("radio").nth(shared ? 1 : 0);
  await sharing.focus();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: new RegExp(`^(${en.join.start}|${zhHans.join.start})$`) }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/work");
  await page.getByRole("heading", { level: 1 }).waitFor();
}

/** Waits until every clip of the person's work is on this device. */
export async function readyOffline(page: Page): Promise<void> {
  const all = [en, zhHans].map(({ work }) => work.offline(777, 777, "").trim());
  const each = all.map((text, at) => text.replace("777", "(\\d+)").replace("777", `\\${at + 1}`));
  await page.getByText(new RegExp(each.join("|"))).waitFor();
}

/** From the list of studies into the next open item, through what stands before the first one. */
export async function begin(page: Page, seen: (stage: string) => Promise<void> = async () => {}): Promise<void> {
  const starts = [en, zhHans].flatMap(({ work }) => [work.start, work.resume]).join("|");
  const start = page.getByRole("button", { name: new RegExp(`^(${starts})$`) }).first();
  await start.waitFor();
  const words = await wordsOn(page);
  await start.focus();
  await page.keyboard.press("Enter");
  const { welcome, consent, setUp } = words === en ? startEn : startZhHans;
  const stages = [
    ["welcome", welcome.title, welcome.goOn],
    ["consent", consent.title, consent.agree],
    ["set-up", setUp.title, setUp.skip],
  ] as const;
  const stage = page.getByRole("region", { name: new RegExp(`^(${words.annotate.stage}|${words.quiz.stage})$`) });
  const heading = (name: string) => page.getByRole("heading", { level: 2, name, exact: true });
  const ahead = stages.reduce((any, [, title]) => any.or(heading(title)), stage);
  for (const [name, title, button] of stages) {
    await ahead.first().waitFor();
    if (!(await heading(title).isVisible())) continue;
    await seen(name);
    await page.getByRole("button", { name: button, exact: true }).focus();
    await page.keyboard.press("Enter");
    await heading(title).waitFor({ state: "hidden" });
  }
}

/** Longer than the 300 ms in which Enter is ignored after a screen appears. */
const settle = (page: Page) => page.waitForTimeout(350);

export async function labelClip(page: Page, answer: ClipAnswer): Promise<void> {
  const { steps } = await wordsOn(page);
  const asked = (name: string) => page.getByRole("heading", { name }).waitFor();
  await asked(steps.sentiment);
  await page.keyboard.press(String(answer.sentiment + 4));
  await settle(page);
  await page.keyboard.press("Enter");
  await asked(steps.emotions);
  for (const [at] of emotionIds.entries()) await page.keyboard.press(String(answer.emotions[at]));
  await settle(page);
  await page.keyboard.press("Enter");
  await asked(steps.confidence);
  for (const digit of String(answer.confidence)) await page.keyboard.press(digit);
  await settle(page);
  await page.keyboard.press("Enter");
  await asked(steps.cues);
  if (answer.cue !== undefined) await page.keyboard.type(answer.cue);
  await settle(page);
  await page.keyboard.press("Control+Enter");
}

/** Chooses the tile at a place (1 to 4) and goes on; returns the gloss that stood there. */
export async function answerQuestion(page: Page, place: number): Promise<string> {
  const words = await wordsOn(page);
  const tiles = page.getByRole("region", { name: words.quiz.panel }).locator("button[aria-pressed]");
  const tile = tiles.nth(place - 1);
  await tile.waitFor();
  await page
    .getByRole("region", { name: words.quiz.panel })
    .locator("button[aria-pressed='true']")
    .waitFor({ state: "detached" });
  await settle(page);
  const gloss = (await tile.locator("[lang]").textContent()) ?? "";
  await page.keyboard.press(String(place));
  await page.getByRole("button", { name: words.quiz.undo }).waitFor();
  return gloss;
}
