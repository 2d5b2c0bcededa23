// A day, told step by step, with the built app in real Chromium and the real server behind a line that can be cut: forty
// clips on the device, the network off, forty labelled by keys, the browser killed twice, another person at the same
// laptop, the server restored from yesterday's backup, the network back. Prints the steps and what arrived.
import { join as path } from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { en } from "../../client/words/en.ts";
import { begin, type ClipAnswer, join, labelClip, readyOffline } from "../journeys/hands.ts";
import {
  countersign,
  killBrowser,
  type OpenBrowser,
  openBrowser,
  type RunningServer,
  removeFolder,
  startServer,
  temporaryFolder,
} from "../journeys/world.ts";
import { drawStudy } from "./drawn-study.ts";
import { type BadLine, startProxy } from "./proxy.ts";
import { logIn } from "./site.ts";

const clips = 40;
const answers = Array.from(
  { length: clips },
  (_, k): ClipAnswer => ({
    sentiment: (k % 7) - 3,
    emotions: Array.from({ length: 10 }, (_, e) => (k + e) % 4),
    confidence: (k * 7) % 101,
    ...(k % 8 === 0 ? { cue: `cue of clip ${k}` } : {}),
  }),
);

let folder: string;
let data: string;
let line: BadLine;
let server: RunningServer;
let browser: OpenBrowser;
let links: Map<string, string>;
const began = Date.now();
const say = (what: string): void =>
  void process.stdout.write(`${((Date.now() - began) / 1000).toFixed(0)} s: ${what}\n`);

beforeAll(async () => {
  folder = await temporaryFolder("day");
  data = path(folder, "data");
  drawStudy(path(folder, "study"), { id: "day", title: "A day", clips, people: ["Ann", "Ben"] });
  const run = await countersign(["study", "import", path(folder, "study"), "--data", data, "--json"]);
  expect(run.stderr).toBe("");
  const { people } = JSON.parse(run.stdout) as { people: { code: string; link: string }[] };
  line = await startProxy();
  links = new Map(people.map(({ code, link }) => [code, `${line.url}/join#${link.split("#")[1]}`]));
  await up();
});
afterAll(async () => {
  await browser.close().catch(() => undefined);
  await server.kill();
  await line.close();
  await removeFolder(folder);
});

async function up(): Promise<void> {
  server = await startServer({ data, env: { PUBLIC_URL: line.url } });
  line.behind = server.port;
}
const cut = (): void => {
  line.trouble = () => "cut-before";
};
const mend = (): void => {
  line.trouble = () => "fine";
};
const open = async (): Promise<Page> => {
  browser = await openBrowser({ profile: path(folder, "laptop") });
  return browser.page();
};
/** Another tab: nobody is in force there. */
const anew = async (page: Page): Promise<Page> => {
  const next = await browser.context.newPage();
  await page.close();
  return next;
};
const onlyHere = (page: Page, count: number) => page.getByText(new RegExp(`\\b${count} only on this device`)).waitFor();
const sent = (page: Page, count: number) => page.getByText(en.sync.sent(count)).waitFor();

it("brings everything of a day without a network, two kills and a restore, each as its author's", async () => {
  let page = await open();
  await join(page, links.get("Ann") as string, true);
  say("yesterday: Ann opens her link once at the shared laptop");
  page = await anew(page);
  await join(page, links.get("Ben") as string, true);
  await readyOffline(page);
  await begin(page);
  for (const answer of answers.slice(0, 3)) await labelClip(page, answer);
  await sent(page, 3);
  say("yesterday: Ben labelled 3 clips at the shared laptop; the server has them");
  const made = await countersign(["backup", path(folder, "yesterday.tar"), "--data", data, "--json"]);
  const { responses } = JSON.parse(made.stdout) as { responses: number };
  say(`yesterday's backup is made beside the running server: it holds ${responses} responses`);
  for (const answer of answers.slice(3, 5)) await labelClip(page, answer);
  await sent(page, 5);
  say("Ben labelled 2 more; the server has 5 of his, the backup 3");

  page = await anew(page);
  await join(page, links.get("Ann") as string, true);
  await readyOffline(page);
  say("today: Ann opens her link again and waits for the clips: 40 of 40 clips on the device");
  cut();
  say("the network is off");
  await page.reload();
  await begin(page);
  for (const [k, answer] of answers.entries()) {
    await labelClip(page, answer);
    if (k !== 12 && k !== 26) continue;
    await onlyHere(page, k + 1);
    await killBrowser(browser);
    say(`SIGKILL of the browser after ${k + 1} labelled`);
    page = await open();
    await join(page, links.get("Ann") as string, true);
    await onlyHere(page, k + 1);
    say(`opened again without a network: ${k + 1} are there, only on this device`);
    await begin(page);
  }
  await onlyHere(page, clips);
  say("40 labelled, 40 only on this device");

  page = await anew(page);
  await join(page, links.get("Ben") as string, true);
  await begin(page);
  for (const answer of answers.slice(5, 7)) await labelClip(page, answer);
  await onlyHere(page, 2);
  say("Ben signs in at the same laptop, without a network, by his link, and labels 2: his count says 2, not 42");

  await server.kill();
  const restored = await countersign(["restore", path(folder, "yesterday.tar"), "--data", data, "--json"]);
  expect(restored.stderr).toBe("");
  say(
    `the server dies and is restored from yesterday: ${(JSON.parse(restored.stdout) as { responses: number }).responses} responses`,
  );
  await up();
  mend();
  await page.evaluate(() => dispatchEvent(new Event("online")));
  say("the network is back");
  await sent(page, 7);
  await expect
    .poll(
      async () => {
        const { stdout } = await countersign(["study", "list", "--data", data, "--json"]);
        return (JSON.parse(stdout) as { studies: { responses: number }[] }).studies[0]?.responses;
      },
      { timeout: 100_000, interval: 1000 },
    )
    .toBe(47);
  await server.kill();
  const log = await logIn(data);
  const of = new Map<string, number>();
  for (const { person } of log) of.set(person ?? "", (of.get(person ?? "") ?? 0) + 1);
  expect(new Set(log.map(({ id }) => id)).size).toBe(log.length);
  expect([...of.values()].sort((a, b) => a - b)).toEqual([7, 40]);
  say(`arrived: ${log.length} responses, 40 of Ann's and 7 of Ben's; lost 0, doubled 0, credited to another 0`);
});
