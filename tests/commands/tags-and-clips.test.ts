// Tags are suggested, corrected by two people and compared; clips are picked out of a long list; cuts are written so that
// no name in a table can become a command.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { bySigner, type Candidate, mostTold } from "#server/build/pick-clips";
import { clipsCommand } from "#server/commands/clips";
import { quizBuildCommand } from "#server/commands/quiz-build";
import { runCommand } from "#server/commands/run";
import { tagsCommand } from "#server/commands/tags";

const root = mkdtempSync(join(tmpdir(), "countersign-tags-"));
afterAll(() => rmSync(root, { recursive: true }));
const at = (name: string): string => join(root, name);
const file = (name: string, text: string): string => {
  writeFileSync(at(name), text);
  return at(name);
};
async function run(...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const env = { env: {}, print: (text: string) => void out.push(text), warn: (text: string) => void err.push(text) };
  const code = await runCommand(args, { ...env, clock: () => new Date() }, [
    tagsCommand,
    clipsCommand,
    quizBuildCommand,
  ]);
  return { code, out: out.join(""), err: err.join("\n") };
}

describe("tags", () => {
  const entries = file(
    "entries.csv",
    "编号,词目,描述\n1,安,一手书空\n2,桥,双手仿字形，手指字母\n3,师,双手\n4,校,手指字母“X”\n5,家,双手\n",
  );

  it("are suggested from the descriptions into a file that two people correct", async () => {
    expect(await run("tags", "suggest", entries, "--out", at("one.csv"))).toMatchObject({ code: 0, err: "" });
    const text = readFileSync(at("one.csv"), "utf8");
    expect(text.split("\r\n").slice(0, 3)).toEqual([
      "index,air_writing,finger_spelling,manual_alphabet,gloss,description",
      "1,1,0,0,安,一手书空",
      "2,0,1,1,桥,双手仿字形，手指字母",
    ]);
    file("two.csv", text.replace("2,0,1,1", "2,0,1,0").replace("3,0,0,0", "3,1,0,0"));
    const done = await run("tags", "compare", at("one.csv"), at("two.csv"), "--out", at("agreed.csv"), "--json");
    const told = JSON.parse(done.out);
    expect(told.disagreements).toEqual([
      { index: "2", tag: "manual_alphabet", first: true, second: false },
      { index: "3", tag: "air_writing", first: false, second: true },
    ]);
    // Nominal alpha by hand, 5 units: air 1 - 9 * 2 / (2 * 3 * 7) = 4/7; finger all alike; manual the same as air.
    expect(told.tags.map(({ tag, state, same, of }: Record<string, unknown>) => [tag, state, same, of])).toEqual([
      ["air_writing", "ok", 4, 5],
      ["finger_spelling", "ok", 5, 5],
      ["manual_alphabet", "ok", 4, 5],
    ]);
    expect(told.tags[0].alpha).toBeCloseTo(4 / 7, 12);
    expect(told.tags[1].alpha).toBe(1);
  });

  it("on which the two differ keep the quiz from being built until they are settled", async () => {
    const usual = ["--seed", "1", "--distractors", "random", "--sample", "all", "--out", at("quiz")];
    const refused = await run("quiz", "build", entries, "--tags", at("agreed.csv"), ...usual);
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.err).toMatch(/agreed\.csv:3 "manual_alphabet" is empty.*\nagreed\.csv:4 "air_writing" is empty/);
    const agreed = readFileSync(at("agreed.csv"), "utf8");
    file("agreed.csv", agreed.replace("2,0,1,\r\n", "2,0,1,1\r\n").replace("3,,0,0", "3,0,0,0"));
    expect(await run("quiz", "build", entries, "--tags", at("agreed.csv"), ...usual)).toMatchObject({
      code: 0,
      err: "",
    });
  });

  it("of different entries are not compared", async () => {
    const other = file("other.csv", "index,air_writing,finger_spelling,manual_alphabet\n1,1,0,0\n9,0,0,0\n");
    const refused = await run("tags", "compare", at("one.csv"), other);
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(/one\.csv:3 "2" is not in .*other\.csv/);
    expect(refused.err).toMatch(/other\.csv:3 "9" is not in .*one\.csv/);
  });
});

describe("picking clips", () => {
  const list = file(
    "list.csv",
    "name,english,participant\nc1,I love this wonderful day,S1\nc2,The table is here,S1\nc3,This is horrible and sad,S2\nc4,Great,S2\nc5,I hate it,S1\nc6,,S2\n",
  );

  it("takes the most positive and the most negative captions and says what scored them", async () => {
    const done = await run("clips", "pick", list, "--most", "1", "--out", at("picked.csv"), "--json");
    expect(done).toMatchObject({ code: 0, err: "" });
    const told = JSON.parse(done.out);
    expect([told.library, told.version]).toEqual(["vader-sentiment", "1.1.3"]);
    expect(told.clips.map(({ clip }: { clip: string }) => clip)).toEqual(["c1", "c3"]);
    expect(told.clips[0].score).toBeGreaterThan(0.5);
    expect(readFileSync(at("picked.csv"), "utf8")).toBe(
      "clip,caption,signer\r\nc1,I love this wonderful day,S1\r\nc3,This is horrible and sad,S2\r\n",
    );
    const many = await run("clips", "pick", list, "--most", "3", "--out", at("none.csv"));
    expect(many).toMatchObject({
      code: 1,
      err: expect.stringMatching(/2 captions are positive and 2 negative; 3 of each/),
    });
  });

  it("takes so many of each signer, or those named by hand", async () => {
    const done = await run("clips", "pick", list, "--by-signer", "2", "--seed", "a", "--out", at("by.csv"), "--json");
    const signers = JSON.parse(done.out).clips.map(({ signer }: { signer: string }) => signer);
    expect(signers.sort()).toEqual(["S1", "S1", "S2", "S2"]);
    const named = file("ids.txt", "c6\nc2\n");
    const hand = await run("clips", "pick", list, "--ids", named, "--out", at("hand.csv"), "--json");
    expect(JSON.parse(hand.out).clips.map(({ clip }: { clip: string }) => clip)).toEqual(["c2", "c6"]);
    expect(await run("clips", "pick", list, "--ids", file("x.txt", "c7"), "--out", at("h.csv"))).toMatchObject({
      code: 1,
    });
    expect(await run("clips", "pick", list, "--out", at("h.csv"))).toMatchObject({ code: 2 });
  });

  it("is the same again from the same list, with equal scores in the order of the list", () => {
    const scores = fc.array(fc.constantFrom(-0.5, -0.2, 0, 0.2, 0.5, undefined), { maxLength: 40 });
    fc.assert(
      fc.property(scores, fc.integer({ min: 1, max: 3 }), fc.string(), (given, each, seed) => {
        const clips = given.map(
          (score, k): Candidate => ({
            ...{ clip: `c${k}`, signer: `S${k % 3}` },
            ...(score === undefined ? {} : { score }),
          }),
        );
        const by = bySigner(clips, each, seed);
        expect(bySigner(clips, each, seed)).toEqual(by);
        for (let s = 0; s < 3; s++) {
          const own = clips.filter(({ signer }) => signer === `S${s}`).length;
          expect(by.filter((place) => place % 3 === s)).toHaveLength(Math.min(each, own));
        }
        const positive = given.filter((score) => score !== undefined && score > 0).length;
        const negative = given.filter((score) => score !== undefined && score < 0).length;
        if (positive < each || negative < each) {
          expect(() => mostTold(clips, each)).toThrow(/were asked for/);
          return;
        }
        const places = mostTold(clips, each);
        expect(places).toEqual([...places].sort((a, b) => a - b));
        const best = given.flatMap((score, k) => (score !== undefined && score > 0 ? [[score, k] as const] : []));
        best.sort((a, b) => b[0] - a[0] || a[1] - b[1]);
        for (const [, k] of best.slice(0, each)) expect(places).toContain(k);
      }),
      { numRuns: 150 },
    );
  });
});

describe("a cut list", () => {
  it("runs ffmpeg with every name whole, whatever is in it", async () => {
    const names = [
      "plain.mov",
      "it's here.mov",
      "$(touch pwned).mov",
      "`touch pwned`;x.mov",
      "-i.mov",
      'a"b\\c.mov',
      "爱 国.mov",
    ];
    const rows = names.map((name, k) => `c${k},"${name.replaceAll('"', '""')}",${k}.5,${k + 1}.25`);
    const clips = file("cuts.csv", `clip,source,start,end\n${rows.join("\n")}\n`);
    expect(await run("clips", "cuts", clips, "--out", at("cuts.sh"))).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^7 cuts/),
    });
    mkdirSync(at("bin"));
    writeFileSync(
      join(at("bin"), "ffmpeg"),
      `#!/bin/sh\nfor a in "$@"; do printf '%s\\n' "$a"; done >> "${at("said")}"\n`,
    );
    chmodSync(join(at("bin"), "ffmpeg"), 0o755);
    execFileSync("sh", [at("cuts.sh")], { cwd: root, env: { PATH: `${at("bin")}:${process.env["PATH"]}` } });
    const said = readFileSync(at("said"), "utf8").split("\n");
    expect(said.flatMap((word, k) => (word === "-i" ? [said[k + 1]] : []))).toEqual(names);
    expect(said.filter((word) => word.startsWith("media/"))).toEqual(names.map((_, k) => `media/c${k}.mp4`));
    expect(() => readFileSync(at("pwned"))).toThrow();
  });

  it("refuses a cut that cannot be, by line, and a table without cuts", async () => {
    const wrong = file("wrong.csv", "clip,source,start,end\nc1,a.mov,5,4\nc2,,1,2\n");
    const refused = await run("clips", "cuts", wrong, "--out", at("no.sh"));
    expect(refused.err).toMatch(
      /wrong\.csv:2 the cut from "5" to "4" is not possible.*\nwrong\.csv:3 a cut needs source/,
    );
    const none = await run("clips", "cuts", file("none.csv", "clip,video\nc1,a.mp4\n"), "--out", at("no.sh"));
    expect(none).toMatchObject({ code: 1, err: expect.stringMatching(/nothing to cut/) });
    expect(() => readFileSync(at("no.sh"))).toThrow();
  });
});
