// Every screen and state of the product on the demo, in real Chromium: no fault that axe finds, nothing to scroll
// sideways on a phone, no error, no breach of the content policy, no request to anybody else. PICTURES=folder keeps a
// picture of each (PICTURES_LANGUAGE=zh-Hans: in Chinese); docs/pictures come from there.
import { readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { join as path } from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { coordinateEn } from "../../client/words/coordinate-en.ts";
import { coordinateZhHans } from "../../client/words/coordinate-zh-Hans.ts";
import { en } from "../../client/words/en.ts";
import { figuresEn } from "../../client/words/figures-en.ts";
import { figuresZhHans } from "../../client/words/figures-zh-Hans.ts";
import { startEn } from "../../client/words/start-en.ts";
import { startZhHans } from "../../client/words/start-zh-Hans.ts";
import { zhHans } from "../../client/words/zh-Hans.ts";
import { answerQuestion, begin, labelClip, readyOffline } from "./hands.ts";
import {
  type OpenBrowser,
  openBrowser,
  type RunningServer,
  removeFolder,
  startServer,
  temporaryFolder,
} from "./world.ts";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const pictures = process.env["PICTURES"];
const chinese = process.env["PICTURES_LANGUAGE"] === "zh-Hans";
const words = chinese ? zhHans : en;
const start = chinese ? startZhHans : startEn;
const figures = chinese ? figuresZhHans : figuresEn;
const desk = chinese ? coordinateZhHans : coordinateEn;

let folder: string;
let server: RunningServer;
const browsers: OpenBrowser[] = [];
const seen: string[] = [];

async function somebody(): Promise<Page> {
  seen.length = 0;
  const browser = await openBrowser({ locale: chinese ? "zh-CN" : "en-GB" });
  browsers.push(browser);
  const page = await browser.page();
  await page.addInitScript(
    (language) => {
      localStorage.setItem("countersign-language", language);
      document.addEventListener("securitypolicyviolation", (event) =>
        console.error(`content policy: ${event.violatedDirective} ${event.blockedURI}`),
      );
    },
    chinese ? "zh-Hans" : "en",
  );
  page.on("pageerror", (error) => seen.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") seen.push(`${page.url()}: ${message.text()}`);
  });
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith("http") && url.origin !== new URL(server.url).origin) seen.push(`asks ${url.origin}`);
  });
  return page;
}

const small = { width: 360, height: 740 };
const usual = { width: 1280, height: 720 };
const shoot = async (page: Page, name: string) => {
  if (pictures !== undefined) await page.screenshot({ path: path(pictures, `${name}.png`) });
};

/** What stands on the screen now must pass; with PICTURES it is kept, in three sizes and two themes. */
async function look(page: Page, name: string, allowed: readonly string[] = []): Promise<void> {
  await shoot(page, name);
  await page.evaluate(axeSource);
  const faults = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import("axe-core") };
    const { violations } = await axe.run(document, { rules: { region: { enabled: false } } });
    return violations.flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.html.slice(0, 160)}`));
  });
  expect(faults, name).toEqual([]);
  const unexplained = await page
    .locator("section:has(data):not(:has(section)):not(:has(details)) h2")
    .evaluateAll((headings) => headings.map(({ textContent }) => textContent));
  expect(unexplained.join(), `${name}: figures that open no explanation`).toBe("");
  if (pictures !== undefined) {
    await page.emulateMedia({ colorScheme: "dark" });
    await shoot(page, `${name}-dim`);
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize({ width: 1920, height: 1080 });
    await shoot(page, `${name}-1920`);
  }
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await page.setViewportSize({ width: 320, height: 740 });
  expect(await wider(), `${name} scrolls sideways at 320 px`).toBeLessThanOrEqual(0);
  await page.setViewportSize(small);
  expect(await wider(), `${name} scrolls sideways`).toBeLessThanOrEqual(0);
  await shoot(page, `${name}-360`);
  await page.setViewportSize(usual);
  expect(
    seen.filter((line) => !allowed.some((part) => line.includes(part))),
    name,
  ).toEqual([]);
  seen.length = 0;
}

const linkOf = (code: string): string =>
  new RegExp(`\\S+/join#\\S+(?=\\s+\\(${code} in)`).exec(server.printed())?.[0] ?? "";

async function arrive(page: Page, code: string, name: string): Promise<void> {
  await page.goto(linkOf(code));
  await page.getByRole("radio").first().waitFor();
  await page.getByRole("heading", { name: words.join.title }).waitFor();
  await look(page, `${name}-join`);
  await page.getByRole("radio", { name: words.join.sharedNo }).check();
  await page.getByRole("button", { name: words.join.start, exact: true }).click();
  await readyOffline(page);
  await look(page, `${name}-studies`);
}

/** Opens a dialog by its key or button, looks, closes it. */
async function glance(page: Page, name: string, open: () => Promise<void>): Promise<void> {
  await open();
  await page.getByRole("dialog").waitFor();
  await look(page, name);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
}

beforeAll(async () => {
  if (pictures !== undefined) await mkdir(pictures, { recursive: true });
  folder = await temporaryFolder("pictures");
  server = await startServer({ data: path(folder, "data") });
});
afterAll(async () => {
  for (const browser of browsers) {
    await browser.close();
    await removeFolder(browser.profile);
  }
  await server.stop();
  await removeFolder(folder);
});

/** Four pictures of each screen take their time. */
const patience = pictures === undefined ? {} : { timeout: 480_000 };

describe("what people see", patience, () => {
  it("is sound for an annotator from the link to the last answer", async () => {
    const page = await somebody();
    await arrive(page, "A1", "annotator");
    await begin(page, (stage) => look(page, `annotator-${stage}`));
    const asked = (name: string) => page.getByRole("heading", { name }).waitFor();
    await page.getByRole("heading", { name: words.steps.watchFirst }).waitFor();
    await look(page, "clip-watch");
    await asked(words.steps.sentiment);
    await look(page, "clip-sentiment-empty");
    await page.keyboard.press("6");
    await look(page, "clip-sentiment");
    await page.keyboard.press("Enter");
    await asked(words.steps.emotions);
    for (const digit of "3202100") await page.keyboard.press(digit);
    await look(page, "clip-emotions");
    for (const digit of "000") await page.keyboard.press(digit);
    await page.keyboard.press("Enter");
    await asked(words.steps.confidence);
    await look(page, "clip-confidence-empty");
    await page.keyboard.type("78");
    await look(page, "clip-confidence");
    await page.keyboard.press("Enter");
    await asked(words.steps.cues);
    await look(page, "clip-cues");
    await page.keyboard.press("Escape");
    await glance(page, "clip-keys", () => page.keyboard.press("Shift+Slash"));
    await glance(page, "clip-keys-change", async () => {
      await page.keyboard.press("Shift+Slash");
      await page.getByRole("button", { name: start.keysPanel.title }).click();
    });
    await glance(page, "clip-skip", () => page.keyboard.press("s"));
    await glance(page, "clip-ask", () => page.getByRole("button", { name: words.annotate.ask, exact: true }).click());
    await page.getByRole("button", { name: words.annotate.send }).click();
    await asked(words.steps.watchFirst);
    await server.stop();
    /** Nobody there, or there but not ready yet. */
    const gone = ["net::ERR_", "status of 503"];
    try {
      await labelClip(page, { sentiment: 1, emotions: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0], confidence: 60 });
      const waiting = words.sync.waiting(777, undefined).replace("777", "[123]");
      await page.getByRole("button", { name: new RegExp(waiting) }).click();
      await page.getByRole("dialog").waitFor();
      await look(page, "sync-waiting", gone);
      await page.goto(`${server.url}/work/demo-feelings/mine`);
      await page.getByRole("listitem").first().waitFor();
      await look(page, "mine", gone);
    } finally {
      server = await startServer({ data: path(folder, "data"), port: server.port });
    }
    await page.goto(`${server.url}/work/demo-feelings`);
    await labelClip(page, { sentiment: 0, emotions: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0], confidence: 50 });
    await page.getByRole("heading", { name: words.steps.watchFirst }).waitFor();
    await page.keyboard.press("s");
    await page.getByRole("radio", { name: words.skip.reasons.upsetting }).check();
    await page.getByRole("button", { name: words.skip.submit, exact: true }).click();
    await page.getByRole("heading", { name: words.end.title }).waitFor();
    await look(page, "annotator-end", gone);
  });

  it("is sound for an expert: text, picture and video, a choice, a flag, a break", async () => {
    const page = await somebody();
    await arrive(page, "E1", "expert");
    await begin(page, (stage) => look(page, `expert-${stage}`));
    const wanted = new Set(["text", "image", "video"]);
    for (let at = 0; at < 9 && wanted.size > 0; at++) {
      await page.locator("button[aria-pressed]").first().waitFor();
      await page.locator("button[aria-disabled='true']").first().waitFor({ state: "detached" });
      const playing = page.getByRole("button", { name: new RegExp(`^(${words.player.play}|${words.player.pause})$`) });
      const kind =
        (await page.locator("p[data-size]").count()) > 0 ? "text" : (await playing.count()) > 0 ? "video" : "image";
      if (wanted.delete(kind)) await look(page, `quiz-${kind}`);
      await answerQuestion(page, 1 + (at % 4));
      if (wanted.size === 2) await look(page, "quiz-chosen");
    }
    expect([...wanted]).toEqual([]);
    await page.locator("button[aria-pressed='true']").waitFor({ state: "detached" });
    await glance(page, "quiz-keys", () => page.keyboard.press("Shift+Slash"));
    await glance(page, "quiz-flag", () => page.keyboard.press("f"));
    await page.getByRole("button", { name: words.quiz.break }).click();
    await page.getByRole("heading", { name: words.break.title }).waitFor();
    await look(page, "quiz-break");
  });

  it("is sound for a coordinator on every screen of the desk", async () => {
    const page = await somebody();
    await page.goto([...server.links()].find((link) => link.includes("/setup#")) as string);
    await page.getByLabel(words.setup.name).waitFor();
    await look(page, "setup");
    await page.getByLabel(words.setup.name).fill("Mei");
    await page.getByLabel(words.setup.password).fill("a long password for a test");
    await page.getByRole("button", { name: words.setup.submit }).click();
    await page.getByRole("link", { name: "Weather and family (demo)" }).waitFor();
    await look(page, "desk-studies");
    const open = async (at: string, heading: string, name: string) => {
      await page.goto(`${server.url}/desk/${at}`);
      await page.getByRole("heading", { level: 2, name: heading }).first().waitFor();
      await page.waitForLoadState("networkidle");
      await look(page, name);
    };
    const feelings = "demo-feelings";
    await open(feelings, desk.study.facts, "desk-study");
    await open(`${feelings}/people`, desk.people.title, "desk-people");
    await glance(page, "desk-add", () => page.getByRole("button", { name: desk.people.add }).click());
    await page.getByRole("button", { name: desk.people.add }).click();
    await page.getByLabel(desk.people.addCode).fill("A9");
    for (const name of [desk.common.roles.annotator, desk.common.languages.en])
      await page.getByRole("radio", { name, exact: true }).check();
    await page.getByRole("radio", { name: new RegExp(`^${desk.common.seats.panel}`) }).check();
    await page.getByRole("button", { name: desk.people.addNow }).click();
    await page.getByRole("textbox", { name: desk.people.linkAddress }).waitFor();
    await look(page, "desk-link");
    await open(`${feelings}/set-up`, desk.setUp.title, "desk-set-up");
    await open(`${feelings}/signs`, desk.setUp.signs.title, "desk-signs");
    if (pictures !== undefined) {
      await open("!new", desk.newStudy.title, "desk-new");
      await open(`${feelings}/settings`, desk.setUp.settings.title, "desk-settings");
      await open(`${feelings}/texts`, desk.setUp.texts.instructions, "desk-texts");
      await open(`${feelings}/play`, desk.setUp.play.title, "desk-play");
      await open("demo-quiz/runs", figures.runs.title, "desk-runs");
      await open(`${feelings}/planner`, figures.plan.title, "desk-planner");
    }
    await open(`${feelings}/inbox`, desk.setUp.inbox.notes, "desk-inbox");
    await open(`${feelings}/progress`, desk.progress.title, "desk-progress");
    await open(`${feelings}/labels`, desk.labels.title, "desk-labels");
    await open(`${feelings}/agreement`, desk.agreement.title, "desk-agreement");
    await page.goto(`${server.url}/desk/${feelings}/settle`);
    await page.getByText(new RegExp(desk.settle.tie(""))).waitFor();
    await page.waitForLoadState("networkidle");
    await look(page, "desk-settle");
    await open(`${feelings}/hand-over`, desk.handOver.title, "desk-hand-over");
    await open("demo-quiz/labels", desk.labels.title, "desk-quiz-labels");
    await open("demo-quiz/baseline", desk.baseline.title, "desk-baseline");
  });

  it("is sound where something is wrong: a link that is no link, a page that is not there, nobody here", async () => {
    const page = await somebody();
    await page.goto(`${server.url}/join#no-such-link-at-all-00`);
    await page.getByText(words.common.problems["wrong-link"]).waitFor();
    await look(page, "wrong-link", ["404", "400", "401", "403"]);
    await page.goto(`${server.url}/nowhere`);
    await page.getByText(words.failure.notFound).waitFor();
    await look(page, "not-found", ["404"]);
    await page.goto(`${server.url}/`);
    await page.getByRole("heading", { name: words.door.title }).waitFor();
    await look(page, "door");
    await page.goto(`${server.url}/sign-in`);
    await page.getByLabel(words.signIn.password).waitFor();
    await look(page, "sign-in");
  });
});
