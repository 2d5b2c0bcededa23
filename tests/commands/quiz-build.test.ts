// `quiz build` writes the same bytes wherever and whenever it runs, and what it writes comes in as a study.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { quizBuildCommand } from "#server/commands/quiz-build";
import { runCommand } from "#server/commands/run";
import { openSource } from "#server/intake/open-source";
import { readStudy } from "#server/intake/study-folder";

const root = mkdtempSync(join(tmpdir(), "countersign-build-"));
afterAll(() => rmSync(root, { recursive: true }));
const fixture = (name: string): Buffer => readFileSync(join(import.meta.dirname, "../../fixtures/quiz", name));

async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const out: string[] = [];
  const err: string[] = [];
  const print = (text: string): void => void out.push(text);
  const warn = (text: string): void => void err.push(`${text}\n`);
  const code = await runCommand(args, { env: {}, print, warn, clock: () => new Date() }, [quizBuildCommand]);
  return { code, out: out.join(""), err: err.join("") };
}
function file(name: string, content: string | Uint8Array): string {
  const path = join(root, name);
  writeFileSync(path, content);
  return path;
}
const entries = file("entries.csv", fixture("entries.csv"));
const usual = ["--seed", "7", "--distractors", "random", "--sample", "all"];
const build = (out: string, ...more: string[]) =>
  run("quiz", "build", entries, ...usual, "--out", join(root, out), ...more);
const bytesOf = (out: string): Record<string, string> =>
  Object.fromEntries(readdirSync(join(root, out)).map((name) => [name, readFileSync(join(root, out, name), "utf8")]));

describe("quiz build", () => {
  it("writes the same four files from the same seed, and another quiz from another seed", async () => {
    expect(await build("a")).toMatchObject({ code: 0, err: "", out: expect.stringMatching(/^36 questions/) });
    await build("b");
    expect(Object.keys(bytesOf("a")).sort()).toEqual(["key.csv", "questions.jsonl", "report.json", "study.json"]);
    expect(bytesOf("b")).toEqual(bytesOf("a"));
    await run(
      "quiz",
      "build",
      entries,
      "--seed",
      "8",
      "--distractors",
      "random",
      "--sample",
      "all",
      "--out",
      join(root, "c"),
    );
    expect(bytesOf("c")["questions.jsonl"]).not.toBe(bytesOf("a")["questions.jsonl"]);
  });

  it("keeps options in the questions alone and the key out of them", () => {
    const { "questions.jsonl": questions = "", ...others } = bytesOf("a");
    for (const text of Object.values(others)) expect(text).not.toContain('"A":"');
    for (const line of questions.trim().split("\n")) {
      const question = JSON.parse(line);
      expect(Object.keys(question)).not.toContain("answer");
      expect(Object.keys(question)).not.toContain("gloss");
      expect(Object.values(question.options).filter((one) => String(one).startsWith("示例")).length).toBeLessThan(2);
    }
  });

  it("writes a folder that comes in as a study once the media are there", async () => {
    for (const kind of ["images", "videos"]) {
      mkdirSync(join(root, "a/media", kind), { recursive: true });
      for (const name of readdirSync(join(import.meta.dirname, "../../fixtures/quiz/media", kind)))
        writeFileSync(join(root, "a/media", kind, name), fixture(`media/${kind}/${name}`));
    }
    const { draft, warnings } = await readStudy(await openSource(join(root, "a")), { secret: "s" });
    expect([draft.items.length, draft.keys.size, warnings]).toEqual([36, 36, []]);
    expect(draft.items.every(({ id, name }) => id === name && /^[0-9a-f]{20}$/.test(id))).toBe(true);
    const tagged = draft.items.filter((item) => item.protocol === "choice" && item.articulations.length > 0);
    expect(tagged.length).toBe(24);
  });

  it("reads CNSL's metadata with a file of tags", async () => {
    const glosses = ["示例（范例）", "示例①", "安全", "桥", "老师", "学校", "医院"];
    const metadata = glosses.map((gloss, k) => ({
      index: k + 1,
      gloss,
      description: "双手。 【相关词】 示例",
      image: `${k}.jpg`,
      video: `${k}.mp4`,
    }));
    const json = file("metadata.json", JSON.stringify(metadata, null, 1));
    const tags = file("tags.csv", "index,air_writing,finger_spelling,manual_alphabet\n1,1,0,0\n3,0,1,1\n");
    const out = ["--out", join(root, "d")];
    const baseline = ["--seed", "x", "--distractors", "semantic", "--sample", "human-baseline", "--others", "3"];
    const done = await run("quiz", "build", json, "--tags", tags, ...baseline, ...out, "--json");
    expect(done).toMatchObject({ code: 0, err: "" });
    expect(JSON.parse(done.out)).toMatchObject({
      ...{ seed: "x", distractors: "semantic", sample: "human-baseline", others: 3, options: "per-entry" },
      entries: { given: 7, taken: 5, tagged: 2, others: 3 },
      articulations: { "air-writing": 1, "finger-spelling": 1, "manual-alphabet": 1 },
      leaks: { act: "keep", cut: 5 },
      blindSolver: { chance: 0.25 },
    });
  });

  it("says that guessed articulations must be confirmed", async () => {
    const guessed = file(
      "guess.jsonl",
      ["安", "桥", "师", "校"]
        .map((gloss, k) => JSON.stringify({ index: k, gloss, description: k === 0 ? "书空一笔" : "双手" }))
        .join("\n"),
    );
    const done = await run("quiz", "build", guessed, ...usual, "--out", join(root, "e"), "--json");
    expect(done.err).toMatch(/guessed from the descriptions/);
    expect(JSON.parse(done.out)).toMatchObject({
      articulations: { "air-writing": 1 },
      questions: { text: 4, image: 0, all: 4 },
    });
  });

  it("refuses faulty entries and tags by line, and a wrong command line", async () => {
    const twice = file("twice.csv", "index,gloss\n1,安全\n1,桥\n3,\n");
    const refused = await run("quiz", "build", twice, ...usual, "--out", join(root, "f"));
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(
      /^twice\.csv:3 the entry "1" stands here a second time.*\ntwice\.csv:4 the entry has no gloss/,
    );
    const tags = file("bad-tags.csv", "index,air_writing,finger_spelling,manual_alphabet\n99,1,0,2\n");
    expect((await build("f", "--tags", tags)).err).toMatch(
      /bad-tags\.csv:2 "manual_alphabet" is "2".*\nbad-tags\.csv:2 there is no entry "99"/,
    );
    expect(await run("quiz", "build", join(root, "none.csv"), ...usual, "--out", join(root, "f"))).toMatchObject({
      code: 1,
    });
    expect(await run("quiz", "build", entries, "--seed", "1", "--out", join(root, "f"))).toMatchObject({ code: 2 });
    expect(readdirSync(root)).not.toContain("f");
  });
});
