// `study import` tells what it understood before it stores anything, and takes a folder, a table or bare videos.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runCommand } from "#server/commands/run";
import { studyImportCommand } from "#server/commands/study-import";
import { studyListCommand } from "#server/commands/study-list";
import { studyMediaCommand } from "#server/commands/study-media";

const root = mkdtempSync(join(tmpdir(), "countersign-import-"));
afterAll(() => rmSync(root, { recursive: true }));
const data = join(root, "data");
const film = readFileSync(join(import.meta.dirname, "../../fixtures/quiz/media/videos/0001.mp4"));
const at = (name: string, content: string | Uint8Array): string => {
  mkdirSync(join(root, name, ".."), { recursive: true });
  writeFileSync(join(root, name), content);
  return join(root, name);
};
async function run(...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const env = { env: { DATA_DIR: data }, print: (text: string) => void out.push(text) };
  const commands = [studyImportCommand, studyListCommand, studyMediaCommand];
  const code = await runCommand(
    args,
    { ...env, warn: (text) => void err.push(text), clock: () => new Date("2026-12-01T10:00:00Z") },
    commands,
  );
  return { code, out: out.join("\n"), err: err.join("\n") };
}
const studies = async () => JSON.parse((await run("study", "list", "--json")).out).studies as { id: string }[];

describe("study import", () => {
  const clips = "Name;English;Video\nc1;Hello;a.mp4\nc2;;b.mp4\n";

  it("--preview tells encoding, separator and columns of a table, and stores nothing", async () => {
    at("day/list.csv", clips);
    at("day/a.mp4", film);
    const args = ["study", "import", join(root, "day"), "--title", "Day", "--captions", "hidden"];
    const wrong = await run(...args, "--columns", "caption=Deutsch", "--preview");
    expect(wrong).toMatchObject({ code: 1, err: expect.stringMatching(/there is no column "Deutsch" for caption/) });
    const told = await run(...args, "--preview");
    expect(told.code).toBe(1);
    expect(told.out).toMatch(/^list\.csv: clips, utf-8, cells apart by ";", 2 clips, 1 captioned, 0 cuts\n/);
    expect(told.out).toContain('  caption = "English"\n');
    expect(told.out).toMatch(/ {2}ok {2}a\.mp4\n[\s\S]*nothing was stored$/);
    expect(told.err).toBe('list.csv:3 the video "b.mp4" is missing; Put it into media/.');
    expect(await studies()).toEqual([]);
    at("day/b.mp4", film);
    const right = await run(...args, "--preview", "--json");
    expect([right.code, JSON.parse(right.out).study.study]).toMatchObject([0, { id: "day", items: 2, media: 1 }]);
    expect(await studies()).toEqual([]);
    expect(await run(...args)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Day \(day\): 2 items, 0 people/),
    });
    expect((await studies()).map(({ id }) => id)).toEqual(["day"]);
  });

  it("takes ratings from one file, and the files of their clips later", async () => {
    const matrix = at("old.csv", "coder,k1,k2\na,1,-3\nb,1,\n");
    expect(await run("study", "import", matrix)).toMatchObject({ code: 1, err: expect.stringMatching(/which label/) });
    const done = await run("study", "import", matrix, "--label", "sentiment");
    expect(done.out).toContain(
      "3 answers that were given elsewhere stand in its log; 2 people are known from them alone",
    );
    at("late/k2.mp4", film);
    const late = await run("study", "media", "old", join(root, "late"));
    expect(late).toMatchObject({ code: 0, out: "1 clips got their files, 1 have none\n  taken  k2.mp4" });
    expect(await run("study", "media", "nobody", join(root, "late"))).toMatchObject({ code: 1 });
  });

  it("makes nothing of a folder that says of itself no more than that videos lie there", async () => {
    at("videos/a.mp4", film);
    const refused = await run("study", "import", join(root, "videos"));
    expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/^study\.json it is missing; .*--title/) });
    const done = await run("study", "import", join(root, "videos"), "--id", "bare", "--title", "Bare", "--json");
    expect([done.code, JSON.parse(done.out)]).toMatchObject([0, { study: "bare", items: 1 }]);
    expect(await run("study", "import", join(root, "videos"), "--columns", "x")).toMatchObject({ code: 2 });
    expect(await run("study", "import", join(root, "videos"), "--id", "a b")).toMatchObject({ code: 2 });
  });
});
