// A whole block of clips and a whole block of questions by keys alone, in the built app: every moment in which the person
// waits for the machine, from the key that they press until what they need next is there, measured inside the page.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { en } from "../../client/words/en.ts";
import { startEn } from "../../client/words/start-en.ts";
import { openBrowser, startServer } from "../../tests/journeys/world.ts";
import { quantile, type Row } from "./row.ts";

interface Moment {
  readonly what: string;
  readonly ms: number;
  readonly why: string;
}
/** What is waited for: all of these must hold in one animation frame. */
interface Wanted {
  /** A heading of the second level with this text. */
  readonly heading?: string;
  /** Something that must be there, or must be gone. */
  readonly selector?: string;
  readonly gone?: string;
  readonly bar?: string;
  readonly panel?: string;
  /** A clip that did not show before runs, with its first frame on the screen. */
  readonly freshClip?: boolean;
}

const noticeableMs = 50;

export async function waits(root: string): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "countersign-waits-"));
  const data = join(folder, "data");
  const links = [
    bring(root, folder, data, "emotion", { id: "waits-clips", breakEvery: 8 }),
    bring(root, folder, data, "quiz", { id: "waits-signs", breakEvery: 25 }),
  ];
  const server = await startServer({ data });
  try {
    const rows: Row[] = [];
    for (const [at, block] of ([emotionBlock, quizBlock] as const).entries()) {
      const browser = await openBrowser();
      try {
        const person = new Person(await browser.page());
        await person.arrive(`${server.url}/join#${links[at]?.split("#")[1]}`);
        await block(person);
        rows.push(...told(block === emotionBlock ? "8 clips" : "25 questions", person.moments));
      } finally {
        await browser.close();
        rmSync(browser.profile, { recursive: true, force: true });
      }
    }
    return rows;
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Imports a fixture with a block of the size that is measured; the link of its first person. */
function bring(
  root: string,
  folder: string,
  data: string,
  name: string,
  as: { id: string; breakEvery: number },
): string {
  const study = join(folder, name);
  cpSync(join(root, "fixtures", name), study, { recursive: true });
  const file = join(study, "study.json");
  const about = JSON.parse(readFileSync(file, "utf8")) as { settings: object };
  writeFileSync(
    file,
    JSON.stringify({ ...about, id: as.id, settings: { ...about.settings, breakEvery: as.breakEvery } }),
  );
  const main = join(root, "dist/server/main.js");
  const out = execFileSync(process.execPath, [main, "study", "import", study, "--data", data, "--json"]);
  return (JSON.parse(out.toString()) as { people: { link: string }[] }).people[0]?.link ?? "";
}

class Person {
  readonly page: Page;
  readonly moments: Moment[] = [];
  constructor(page: Page) {
    this.page = page;
  }

  async arrive(link: string): Promise<void> {
    await this.page.addInitScript(() => localStorage.setItem("countersign-language", "en"));
    await this.page.goto(link);
    await this.page.getByRole("radio").first().focus();
    await this.page.keyboard.press("Space");
    await this.focus(en.join.start);
    await this.press(
      "Enter",
      "Start: the list of studies",
      { heading: en.work.title },
      "link redeemed, pack fetched over the network",
    );
    await this.page.getByText(/Ready to work offline: (\d+) of \1 /).waitFor({ timeout: 60_000 });
    await this.focus(en.work.start);
    await this.press(
      "Enter",
      "Start: welcome",
      { heading: startEn.welcome.title },
      "its part of the app is read from the worker's store",
    );
    await this.focus(startEn.welcome.goOn);
    await this.press("Enter", "welcome to consent", { heading: startEn.consent.title }, "what was read is noted");
    await this.focus(startEn.consent.agree);
    await this.press(
      "Enter",
      "consent to set-up check",
      { heading: startEn.setUp.title },
      "the consent is saved durably",
    );
    await this.focus(startEn.setUp.skip);
  }

  /** The clip or question is on the screen for as long as a quick person needs to move the hand. */
  async breathe(ms = 320): Promise<void> {
    await this.page.waitForTimeout(ms);
  }

  async focus(name: string): Promise<void> {
    await this.page.getByRole("button", { name, exact: true }).first().focus();
  }

  /** Presses a key and measures from its keydown until what is wanted stands on the screen. */
  async press(key: string, what: string, wanted: Wanted, why: string): Promise<void> {
    await this.page.evaluate(watch, wanted);
    await this.page.keyboard.press(key);
    const waited = this.page.evaluate(() => (window as unknown as { waited: Promise<number> }).waited);
    const ms = await Promise.race([waited, this.page.waitForTimeout(30_000)]);
    if (ms === undefined) throw new Error(`${what}: did not come within 30 s after ${key}`);
    if (ms > noticeableMs) process.stderr.write(`  waited ${ms.toFixed(0).padStart(5)} ms  ${what} (${why})\n`);
    this.moments.push({ what, ms, why });
  }
}

/** In the page: the time from the next keydown to the first frame in which all that is wanted holds, painted. */
function watch(wanted: Wanted): void {
  const visible = (one: Element) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const running = () =>
    [...document.querySelectorAll("video")].filter((one) => visible(one) && one.readyState >= 2 && !one.paused);
  const before = new Map(running().map((one) => [one, one.currentSrc]));
  const holds = (): boolean => {
    const { heading, selector, gone, bar, panel, freshClip } = wanted;
    const says = (part: string) => document.querySelector(part)?.textContent ?? "";
    const headings = [...document.querySelectorAll("h2")].map((one) => one.textContent?.trim());
    return (
      (heading === undefined || headings.includes(heading)) &&
      (selector === undefined || document.querySelector(selector) !== null) &&
      (gone === undefined || document.querySelector(gone) === null) &&
      (bar === undefined || says("header").includes(bar)) &&
      (panel === undefined || says("main > section:last-of-type").includes(panel)) &&
      (freshClip !== true || running().some((one) => before.get(one) !== one.currentSrc && one.currentTime > 0))
    );
  };
  (window as unknown as { waited: Promise<number> }).waited = new Promise((done) => {
    addEventListener(
      "keydown",
      ({ timeStamp }) => {
        const look = () => {
          if (!holds()) return void requestAnimationFrame(look);
          requestAnimationFrame(() => done(performance.now() - timeStamp));
        };
        look();
      },
      { capture: true, once: true },
    );
  });
}

async function emotionBlock(person: Person): Promise<void> {
  const { steps } = en;
  const first = "its part of the app and the player are read, the first clip is decoded";
  await person.press("Enter", "set-up check to the first clip", { freshClip: true }, first);
  for (let clip = 1; clip <= 8; clip += 1) {
    await person.page.getByRole("heading", { name: steps.sentiment }).waitFor({ timeout: 30_000 });
    const shown = (name: string) => `clip ${clip}: ${name}`;
    const drawn = "the screen is drawn";
    await person.press("5", shown("a point is chosen"), { selector: "main input[type=radio]:checked" }, drawn);
    await person.breathe();
    await person.press("Enter", shown("to the emotions"), { heading: steps.emotions }, drawn);
    for (let at = 1; at <= 10; at += 1)
      await person.press(String(at % 4), shown(`emotion ${at}`), { panel: steps.given(at, 10) }, drawn);
    await person.breathe();
    await person.press("Enter", shown("to the confidence"), { heading: steps.confidence }, drawn);
    await person.press("7", shown("a digit of the confidence"), { selector: "[aria-valuenow='7']" }, drawn);
    await person.press("5", shown("a digit of the confidence"), { selector: "[aria-valuenow='75']" }, drawn);
    await person.breathe();
    await person.press(
      "Enter",
      shown("to what showed it"),
      { heading: steps.cues },
      `${drawn}, with the parts for marking`,
    );
    await person.page.keyboard.type("brows");
    await person.breathe();
    if (clip < 8)
      await person.press(
        "Control+Enter",
        shown("sent, to the next clip"),
        { freshClip: true },
        "saved durably, then the next clip shows its first frame",
      );
    else await person.press("Control+Enter", shown("sent, to the break"), { heading: en.break.title }, "saved durably");
  }
}

async function quizBlock(person: Person): Promise<void> {
  const open = { selector: "button[aria-pressed=false]:not([aria-disabled])", gone: "button[aria-pressed=true]" };
  const first = "its part of the app and the player are read, the first sign is decoded";
  await person.press("Enter", "set-up check to the first sign", open, first);
  for (let sign = 1; sign <= 25; sign += 1) {
    await person.breathe();
    const chosen = { selector: "button[aria-pressed=true]", panel: en.quiz.undo };
    await person.press(
      String(1 + (sign % 4)),
      `sign ${sign}: chosen`,
      chosen,
      "the tick stands at once; Undo when it is saved durably",
    );
    await person.breathe();
    if (sign < 25)
      await person.press(
        "Enter",
        `sign ${sign}: to the next`,
        { ...open, bar: `${sign + 1} / ` },
        "the next sign shows its first frame",
      );
    else await person.press("Enter", `sign ${sign}: to the break`, { heading: en.break.title }, "the screen is drawn");
  }
}

function told(block: string, moments: readonly Moment[]): Row[] {
  const felt = moments.filter(({ ms }) => ms > noticeableMs);
  const inBlock = moments.filter(({ what }) => /^(clip|sign) /.test(what)).map(({ ms }) => ms);
  const longest = Math.max(...inBlock);
  const total = felt.filter(({ what }) => /^(clip|sign) /.test(what)).reduce((sum, { ms }) => sum + ms, 0);
  const all = moments.reduce((sum, { ms }) => sum + ms, 0);
  const note = `${felt.length} of ${moments.length} moments over ${noticeableMs} ms; all moments together ${all.toFixed(0)} ms`;
  return [
    {
      what: `block of ${block}: a key to what it asks for, p95`,
      measured: quantile(inBlock, 0.95),
      unit: "ms",
      budget: 60,
      bound: "most",
    },
    { what: `block of ${block}: longest wait`, measured: longest, unit: "ms", budget: 250, bound: "most" },
    {
      what: `block of ${block}: waits over 50 ms, in all`,
      measured: total,
      unit: "ms",
      budget: 1000,
      bound: "most",
      note,
    },
  ];
}
