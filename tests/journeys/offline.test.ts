// The main job by keys alone on real clips where they are here (else on our drawn ones): the server dies in the middle,
// the page is reloaded without it, and in the end the exported files hold exactly what was entered.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as path } from "node:path";
import Papa from "papaparse";
import type { Page } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { en } from "../../client/words/en.ts";
import { emotionIds } from "../../schemas/labels.ts";
import { answerQuestion, begin, type ClipAnswer, join, labelClip, readyOffline, wordsOn } from "./hands.ts";
import {
  countersign,
  freePort,
  type OpenBrowser,
  openBrowser,
  type RunningServer,
  removeFolder,
  root,
  startServer,
  temporaryFolder,
} from "./world.ts";

const realClips = existsSync(path(root, "../shared/data/intel-asl-gestures/mp4"));
const clips: ClipAnswer[] = [
  { sentiment: 0, emotions: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0], confidence: 0 },
  {
    sentiment: -3,
    emotions: [0, 0, 0, 1, 2, 3, 0, 1, 2, 3],
    confidence: 100,
    cue: "brows down, =sharp 'movement', 眉毛",
  },
  { sentiment: 3, emotions: [3, 3, 2, 0, 0, 0, 0, 0, 0, 0], confidence: 50 },
  { sentiment: -1, emotions: [0, 1, 0, 0, 3, 2, 1, 0, 0, 0], confidence: 7, cue: "head tilt" },
  { sentiment: 2, emotions: [2, 1, 0, 0, 0, 0, 0, 0, 1, 0], confidence: 63 },
];

interface Imported {
  study: string;
  people: { code: string; link: string }[];
}

describe("working while the server is gone", () => {
  let folder: string;
  let folders: string;
  let data: string;
  let port: number;
  let server: RunningServer;
  let emotion: Imported;
  let quiz: Imported;
  const opened: OpenBrowser[] = [];

  const linkOf = (study: Imported, at: number) => {
    const link = study.people[at]?.link as string;
    return `${server.url}/join#${link.split("#")[1]}`;
  };
  const browser = async (profile?: string): Promise<{ page: Page; own: OpenBrowser }> => {
    const own = await openBrowser(profile === undefined ? {} : { profile });
    opened.push(own);
    return { page: await own.page(), own };
  };
  const exported = async (study: string) => {
    const out = path(folder, `out-${study}-${Math.random()}`);
    const run = await countersign(["export", study, "--format", "all", "--out", out, "--data", data]);
    expect(run.stderr).toBe("");
    expect(run.code).toBe(0);
    const rows = Papa.parse<Record<string, string>>(readFileSync(path(out, "ratings.csv"), "utf8"), {
      header: true,
      skipEmptyLines: true,
    }).data;
    const responses = readFileSync(path(out, "responses.jsonl"), "utf8")
      .trim()
      .split("\n")
      .filter((line) => line !== "" && !line.includes('"kind":"consent"'));
    return { rows, responses };
  };

  beforeAll(async () => {
    folder = await temporaryFolder("offline");
    data = path(folder, "data");
    folders = realClips ? path(folder, "real") : path(root, "fixtures");
    if (realClips) execFileSync(process.execPath, [path(root, "scripts/real-folders.mjs"), folders]);
    port = await freePort();
    const bring = async (name: string) => {
      const run = await countersign(["study", "import", path(folders, name), "--data", data, "--json"]);
      expect(run.stderr).toBe("");
      return JSON.parse(run.stdout) as Imported;
    };
    emotion = await bring("emotion");
    quiz = await bring("quiz");
    server = await startServer({ data, port });
  });
  afterEach(async (context) => {
    if (context.task.result?.state !== "fail") return;
    for (const [at, one] of opened.entries()) {
      const page = await one.page();
      await page.screenshot({ path: path(tmpdir(), `countersign-failed-${at}.png`) }).catch(() => undefined);
    }
  });
  afterAll(async () => {
    for (const one of opened) await one.close();
    await server.stop();
    await removeFolder(folder);
  });

  it("keeps five clips labelled by keys alone, through a dead server and a reload, and sends each once", async () => {
    const { page } = await browser();
    await join(page, linkOf(emotion, 0));
    await readyOffline(page);
    await begin(page);
    for (const answer of clips.slice(0, 2)) await labelClip(page, answer);
    await page.getByText(en.sync.sent(2)).waitFor();
    await server.kill();
    await labelClip(page, clips[2] as ClipAnswer);
    await page.getByText(/1 only on this device/).waitFor();
    await page.reload();
    await page.getByText(/1 only on this device/).waitFor();
    await labelClip(page, clips[3] as ClipAnswer);
    await labelClip(page, clips[4] as ClipAnswer);
    await page.getByText(/3 only on this device/).waitFor();
    server = await startServer({ data, port });
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await page.getByText(en.sync.sent(5)).waitFor();

    const { rows, responses } = await exported(emotion.study);
    expect(responses).toHaveLength(5);
    const person = emotion.people[0]?.code;
    const given = rows.filter((row) => row["annotator"] === person);
    expect(given).toHaveLength(5 * 11);
    const sent = responses.map((line) => JSON.parse(line) as { item: string; answer: { cues: { text?: string }[] } });
    for (const [at, answer] of clips.entries()) {
      const item = sent[at]?.item as string;
      const of = (label: string) => given.find((row) => row["item"] === item && row["label"] === label);
      expect(of("sentiment")?.["value"]).toBe(String(answer.sentiment));
      expect(of("sentiment")?.["confidence"]).toBe(String(answer.confidence));
      for (const [k, id] of emotionIds.entries()) expect(of(id)?.["value"]).toBe(String(answer.emotions[k]));
      expect(sent[at]?.answer.cues.map((cue) => cue.text)).toEqual(answer.cue === undefined ? [] : [answer.cue]);
    }
  });

  it("keeps six questions of all three modalities, answered while nothing answers the browser after it was closed", async () => {
    const { page, own } = await browser();
    await join(page, linkOf(quiz, 0));
    await readyOffline(page);
    const words = await wordsOn(page);
    await server.kill();
    await own.close();
    opened.splice(opened.indexOf(own), 1);

    const again = await browser(own.profile);
    await again.page.goto(`${server.url}/work`);
    await begin(again.page);
    const chosen: string[] = [];
    for (let k = 0; k < 6; k++) chosen.push(await answerQuestion(again.page, (k % 4) + 1));
    await again.page.getByText(words.sync.waiting(6, undefined)).waitFor();
    server = await startServer({ data, port });
    await again.page.evaluate(() => dispatchEvent(new Event("online")));
    await again.page.getByText(words.sync.sent(6)).waitFor();

    const { rows, responses } = await exported(quiz.study);
    expect(responses).toHaveLength(6);
    const given = rows.filter((row) => row["label"] === "choice");
    expect(given.map((row) => row["optionText"])).toEqual(chosen);
    const questions = readFileSync(path(folders, "quiz/questions.jsonl"), "utf8").trim().split("\n");
    const modalityOf = new Map(
      questions.map((line) => {
        const { id, modality } = JSON.parse(line) as { id: string; modality: string };
        return [id, modality];
      }),
    );
    expect(new Set(given.map((row) => modalityOf.get(row["item"] as string)))).toEqual(
      new Set(["text", "image", "video"]),
    );
    expect(given.every((row) => ["A", "B", "C", "D"].includes(row["value"] as string))).toBe(true);
  });

  it("sends what one person answered offline as that person's, after another has signed in on the laptop", async () => {
    const { page, own } = await browser();
    await join(page, linkOf(emotion, 1), true);
    await readyOffline(page);
    const words = await wordsOn(page);
    await begin(page);
    await page.getByText(words.sync.sent(0)).waitFor();
    await server.kill();
    await labelClip(page, clips[1] as ClipAnswer);
    await page.getByText(words.sync.waiting(1, undefined)).waitFor();
    server = await startServer({ data, port });
    await own.context.setOffline(true);
    const second = await own.context.newPage();
    await page.close();
    await own.context.setOffline(false);
    await join(second, linkOf(emotion, 2), true);
    await expect
      .poll(
        async () =>
          (await exported(emotion.study)).rows.filter((row) => row["annotator"] === emotion.people[1]?.code).length,
        { timeout: 100_000, interval: 1000 },
      )
      .toBe(11);
    const { rows } = await exported(emotion.study);
    expect(rows.filter((row) => row["annotator"] === emotion.people[2]?.code)).toEqual([]);
    const total = realClips ? 20 : 10;
    await second.getByText((await wordsOn(second)).work.answered(0, total), { exact: true }).waitFor();
  });
});
