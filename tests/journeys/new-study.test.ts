// A coordinator brings real files and comes out with a running study, by screen alone: what is wrong is told file by
// file, mended, stored as a draft, opened; clips without any table become a study; entries become a quiz.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { unzipSync, zipSync } from "fflate";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { en } from "../../client/words/en.ts";
import {
  countersign,
  type OpenBrowser,
  openBrowser,
  type RunningServer,
  removeFolder,
  root,
  startServer,
  temporaryFolder,
} from "./world.ts";

interface Medium {
  readonly facts: { readonly hash: string };
}

let data: string;
let work: string;
let server: RunningServer;
let browser: OpenBrowser;
let page: Page;
const pictures = process.env["PICTURES"];

const look = async (name: string) => {
  if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
};
const newStudy = async (template: RegExp) => {
  await page.goto(`${server.url}/desk`);
  await page.getByRole("button", { name: "New study" }).click();
  await page.getByRole("heading", { level: 2, name: "New study" }).waitFor();
  expect(await page.locator("input[type=file]").count()).toBe(0);
  await page.getByRole("radio", { name: template }).check();
};
const folder = (path: string) => page.locator("input[webkitdirectory]").setInputFiles(path);
const files = (...paths: string[]) => page.locator("input[type=file]:not([webkitdirectory])").setInputFiles(paths);
const json = async (path: string) => (await page.request.get(server.url + path)).json();

beforeAll(async () => {
  data = await temporaryFolder("new-study");
  work = await temporaryFolder("new-study-files");
  server = await startServer({ data });
  browser = await openBrowser();
  page = await browser.page();
  const setup = server.links().find((link) => link.includes("/setup#")) as string;
  await page.goto(setup);
  await page.getByLabel("Your name").fill("Mei");
  await page.getByLabel("Password").fill("a long password for a test");
  await page.getByRole("button", { name: "Go to the desk" }).click();
  await page.getByRole("heading", { level: 2, name: "Studies" }).waitFor();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await removeFolder(data);
  await removeFolder(work);
});

describe("new study", () => {
  test("tells every fault of a folder, takes only what is mended, and stores a draft that opens", async () => {
    const study = join(work, "weather");
    cpSync(join(root, "fixtures/emotion"), study, { recursive: true });
    const { consent: _, instructions: __, ...about } = JSON.parse(readFileSync(join(study, "study.json"), "utf8"));
    writeFileSync(join(study, "study.json"), JSON.stringify({ ...about, id: "weather-2", title: "Weather again" }));
    const clip = readFileSync(join(study, "media/u03.mp4"));
    writeFileSync(join(study, "media/u03.mp4"), clip.subarray(0, 900));
    await newStudy(/^EmoSign/);
    await folder(study);
    await page.getByRole("alert").getByText("1 fault: nothing can be stored").waitFor();
    await page
      .getByRole("row", { name: /media\/u03\.mp4/ })
      .first()
      .waitFor();
    expect(await page.getByRole("button", { name: "Store the study" }).count()).toBe(0);
    await look("fault");
    await page.setViewportSize({ width: 360, height: 740 });
    await page.emulateMedia({ colorScheme: "dark" });
    await page.getByRole("button", { name: "中文" }).click();
    await page.getByText("1 处错误：无法保存").first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await look("fault-phone");
    await page.getByRole("button", { name: /EN|English/ }).click();
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.emulateMedia({ colorScheme: "light" });
    writeFileSync(join(study, "media/u03.mp4"), clip);
    const mended = join(work, "mended/media");
    mkdirSync(mended, { recursive: true });
    writeFileSync(join(mended, "u03.mp4"), clip);
    await folder(join(work, "mended"));
    await page.getByText("Weather again").waitFor();
    await page.getByText(/10 taken, 0 refused, 0 not used/).waitFor();
    await look("understood");
    expect((await json("/api/studies")).studies).toHaveLength(2);
    await page.getByRole("button", { name: "Store the study" }).click();
    await page.getByRole("heading", { name: "“Weather again” is here" }).waitFor();
    expect(await page.getByRole("table", { name: "Personal links" }).getByRole("row").count()).toBe(4);
    await look("stored");
    await page.getByRole("button", { name: "Go to the study" }).click();
    await page.getByRole("heading", { level: 2, name: "Set up" }).waitFor();
    const detail = await json("/api/studies/weather-2");
    expect([detail.state, detail.items, detail.people]).toEqual(["draft", 10, 5]);
    expect([detail.definition.template, detail.unplayed]).toEqual(["emosign", 10]);
  });

  test("is set up step by step: played to the end, written, signed, tried on a copy, and opened with nothing left", async () => {
    const step = (name: string) => page.getByRole("link", { name, exact: true });
    const media = (await json("/api/studies/weather-2/media")).media.map((one: Medium) => one.facts.hash);
    await page.evaluate(
      (hashes) =>
        fetch("/api/studies/weather-2/media/played", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ hashes }),
        }),
      media.slice(2),
    );
    await step("Play them").click();
    await page.getByText("8 of 10 played").waitFor();
    await page.getByRole("button", { name: "Go on" }).click();
    await page.getByText("Every file has been played to the end.").waitFor();
    await look("played");
    await step("Set up").click();
    await step("Look at the settings").click();
    await page.getByText(/Tempo is a cue/).waitFor();
    await look("settings");
    await page.getByLabel("A break is offered after").fill("4");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Saved (version 1)").waitFor();
    await step("Set up").click();
    await step("Write them").click();
    await page.getByLabel("Instructions (English)").fill("Watch each clip to its end.");
    await page.getByRole("checkbox", { name: "This study asks for consent" }).check();
    await page.getByRole("button", { name: "Begin with a draft" }).click();
    await page.getByLabel("Ethics board").fill("Board of the institute");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Saved (version 1)").waitFor();
    await look("texts");
    await step("Set up").click();
    await step("Add sign videos").click();
    const instructions = page.getByRole("row", { name: /^Watch each clip to its end/ });
    await instructions.locator("input[type=file]").setInputFiles(join(root, "fixtures/quiz/media/videos/0001.mp4"));
    await page.getByLabel("Signed by").fill("Ana");
    await page.getByRole("button", { name: "Use these" }).click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Saved (version 1)").waitFor();
    await look("signs");
    await step("Set up").click();
    await page.getByText("1 text is signed").waitFor();
    await page.getByRole("radio", { name: "English" }).check();
    await page.getByRole("button", { name: "Make the copy" }).click();
    const [tab] = await Promise.all([
      page.waitForEvent("popup"),
      page.getByRole("link", { name: "Open it in a new tab" }).click(),
    ]);
    await tab.getByRole("radio", { name: en.join.sharedNo }).check();
    await tab.getByRole("button", { name: en.join.start, exact: true }).click();
    await tab
      .getByText(/Weather again \(trial\)/)
      .first()
      .waitFor();
    await tab.close();
    await look("set-up");
    await page.reload();
    await page.getByText("1 file was not yet played to the end.").waitFor();
    await page.getByRole("button", { name: "Open the study" }).first().click();
    await page.getByRole("dialog").getByLabel("Reason").fill("everything was tried");
    await page.getByRole("dialog").getByRole("button", { name: "Open the study" }).click();
    await page.getByText("The study is open.").waitFor();
    const detail = await json("/api/studies/weather-2");
    expect([detail.state, detail.definition.settings.breakEvery]).toEqual(["open", 4]);
    expect((await json("/api/studies")).studies).toHaveLength(3);
    await step("Study").click();
    await page.getByRole("heading", { level: 2, name: "Who changed what" }).waitFor();
    await look("audit");
  });

  test("makes a study of bare clips in a ZIP, once it is said what they are", async () => {
    const bytes = (name: string) => new Uint8Array(readFileSync(join(root, "fixtures/emotion/media", name)));
    writeFileSync(join(work, "clips.zip"), zipSync({ "u1.mp4": bytes("u01.mp4"), "u2.mp4": bytes("u02.mp4") }));
    await newStudy(/^Empty/);
    await files(join(work, "clips.zip"));
    await page.getByRole("heading", { name: "About the study" }).waitFor();
    await page.getByRole("button", { name: "Look again" }).click();
    await look("about");
    await page.getByLabel("Title").fill("Two clips");
    await page.getByLabel(/^Sign language/).fill("ase");
    await page.getByText("English", { exact: true }).click();
    await page.getByRole("button", { name: "Look again" }).click();
    await page.getByText(/2 clips, 0 people, 2 files to show/).waitFor();
    await page.getByRole("button", { name: "Store the study" }).click();
    await page.getByText("Nobody takes part yet").waitFor();
    expect((await json("/api/studies/two-clips")).items).toBe(2);
  });

  test("builds the quiz of the command, byte for byte, and makes a study of it", async () => {
    const quiz = join(work, "quiz");
    mkdirSync(join(quiz, "media"), { recursive: true });
    cpSync(join(root, "fixtures/quiz/media"), join(quiz, "media"), { recursive: true });
    cpSync(join(root, "fixtures/quiz/entries.csv"), join(quiz, "entries.csv"));
    await newStudy(/^CNSL/);
    await folder(quiz);
    await page.getByRole("heading", { name: "Build a quiz" }).waitFor();
    await page.getByLabel("Seed").fill("2026");
    await page.getByRole("radio", { name: "drawn by chance" }).check();
    await page.getByRole("radio", { name: "all", exact: true }).check();
    await look("quiz-form");
    await page.getByRole("button", { name: "Build", exact: true }).click();
    await page.getByText(/^36 questions: 12 text, 12 image, 12 video$/).waitFor();
    await look("quiz-built");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download the quiz (ZIP)" }).click(),
    ]);
    const zip = unzipSync(new Uint8Array(readFileSync(await download.path())));
    const out = join(work, "by-command");
    const told = await countersign(
      [
        "quiz",
        "build",
        join(quiz, "entries.csv"),
        "--seed",
        "2026",
        "--distractors",
        "random",
        "--sample",
        "all",
      ].concat(["--out", out]),
    );
    expect(told.stderr.split("\n").filter((line) => /refused|failed/.test(line))).toEqual([]);
    for (const [name, bytes] of Object.entries(zip))
      expect([name, Buffer.from(bytes).equals(readFileSync(join(out, name)))]).toEqual([name, true]);
    await page.getByRole("button", { name: "Make a study of it" }).click();
    await page.getByRole("button", { name: "Store the study" }).click();
    await page.getByRole("heading", { name: /is here$/ }).waitFor();
    rmSync(out, { recursive: true });
    expect((await json("/api/studies")).studies).toHaveLength(5);
  });
});
