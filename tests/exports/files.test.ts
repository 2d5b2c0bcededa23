// Files out: what stands in them, and that our own commands read them back to the same figures.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CommandEnv } from "#server/commands/env";
import { exportCommand } from "#server/commands/export";
import { runCommand } from "#server/commands/run";
import { csvRow } from "#server/exports/csv-out";
import { exportFiles, filesFor } from "#server/exports/files";
import { createFigures, type Figures } from "#server/figures/figures";
import { readCsv } from "#server/intake/csv";
import { run } from "../commands/run-files.ts";
import { clip, Study, sign, wander } from "../figures/histories.ts";
import { freshPlace, type Place } from "../store/places.ts";

describe("rows as text", () => {
  it("quote what needs it, and tell nothing from an empty text", () => {
    expect(csvRow(['says "no", then', "two\nlines", null, "", -3, 0.1, true, "end \\"])).toBe(
      '"says ""no"", then","two\nlines",,"",-3,0.1,true,end \\\r\n',
    );
  });

  it("guard formulas for spreadsheets only, and never a number", () => {
    const formula = '=HYPERLINK("http://x.invalid","click")';
    expect(csvRow(["a01", formula], true)).toBe('a01,"\'=HYPERLINK(""http://x.invalid"",""click"")"\r\n');
    expect(csvRow(["a01", "=1+2"])).toBe("a01,=1+2\r\n");
    expect(csvRow([-3, "-3", "- raised", "@x", "\t=1", "\r=1", "+1", "正常"], true)).toBe(
      `-3,-3,'- raised,'@x,"'\t=1","'\r=1",+1,正常\r\n`,
    );
  });
});

describe("files of a study", () => {
  let place: Place;
  let figures: Figures;
  let clips: Study;
  const textOf = async (study: string, name: string) => {
    const [file] = await filesFor({ store: place.store, study }, name);
    let text = "";
    for await (const piece of file?.write({ store: place.store, figures, study }) ?? []) text += piece;
    return text;
  };
  beforeAll(async () => {
    place = await freshPlace("sqlite");
    figures = createFigures({ store: place.store, clock: () => new Date(0) });
    clips = await Study.of(place.store, {
      id: "clips",
      items: [clip("c1"), clip("c2"), clip("p1", true)],
      people: ["a01", "a02", "h"],
      seats: { h: "comparison" },
    });
    const first = await clips.feel("a01", "c1", 3, 40);
    await clips.feel("a01", "c1", -3, 0, { replaces: first, activeMs: 1200 });
    await clips.feel("a02", "c1", 1);
    await clips.feel("h", "c1", 2, 100);
    await clips.skip("a01", "c2", "upsetting");
    await clips.feel("a01", "p1", 2);
  });
  afterAll(() => place.end());

  it("hold every standing rating under codes, a skip in one row, practice and names nowhere", async () => {
    const text = await textOf("clips", "ratings.csv");
    const rows = text.split("\r\n");
    expect(rows[0]).toBe(
      "item,occasion,annotator,label,value,confidence,skipped,reason,at,receivedAt,activeMs,optionText,shown,seat",
    );
    expect(rows[1]).toBe(
      "clip c1,1,a01,sentiment,-3,0,false,,2026-01-05T12:00:02.000Z,2026-01-05T12:00:00.000Z,1200,,,panel",
    );
    expect(rows[2]).toContain("clip c1,1,a01,joy,1,0,");
    expect(rows[3]).toContain("clip c1,1,a02,sentiment,1,,false");
    expect(rows).toContain(
      "clip c2,1,a01,,,,true,upsetting,2026-01-05T12:00:03.000Z,2026-01-05T12:00:00.000Z,,,,panel",
    );
    expect(rows).toHaveLength(9);
    expect(text).not.toContain("p1");
    expect(text).not.toContain("Carla");
    expect(await textOf("clips", "ratings.csv")).toBe(text);
  });

  it("hold every response as it came, with what stands marked", async () => {
    const lines = (await textOf("clips", "responses.jsonl"))
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).toHaveLength(6);
    expect(lines.map(({ log }) => log.standing)).toEqual([false, true, true, true, true, true]);
    expect(lines[1]).toMatchObject({ n: 2, log: { seq: 2, annotator: "a01", item: "clip c1", flags: [] } });
  });

  it("hold labels with what was decided beside them, and agreement with its reason", async () => {
    await clips.decide({ kind: "adjudicate", item: "c1", label: "sentiment", value: 1, reason: "seen again" });
    await clips.decide({ kind: "adjudicate", item: "c1", label: "joy", value: null });
    const labels = readCsv(Buffer.from(await textOf("clips", "labels.csv")), "labels.csv");
    expect(labels.columns).toEqual(["item", "label", "value", "rule", "votes", "of", "tied", "spread", "decision"]);
    expect(labels.rows).toHaveLength(22);
    expect(labels.rows[0]?.cells).toEqual(["clip c1", "sentiment", "-3", "confidence", "1", "2", "-3|1", "4", "1"]);
    expect(labels.rows[1]?.cells).toEqual(["clip c1", "joy", "1", "unanimous", "2", "2", "", "0", "no label"]);
    const [line] = (await textOf("clips", "labels.jsonl")).split("\n");
    expect(JSON.parse(line as string)).toMatchObject({
      value: -3,
      decision: { value: 1, by: "coordinator", reason: "seen again" },
    });
    const agreement = readCsv(Buffer.from(await textOf("clips", "agreement.csv")), "agreement.csv");
    expect(agreement.rows[1]?.cells.slice(0, 5)).toEqual([
      ...["joy", "ordinal", "undefined"],
      "all ratings that can be compared have the same value, so nothing varies",
      "",
    ]);
  });

  it("have a variant for spreadsheets with a byte-order mark", async () => {
    const text = await textOf("clips", "ratings-excel.csv");
    expect(text.charCodeAt(0)).toBe(0xfeff);
    expect(text).toContain(",sentiment,-3,");
  });

  it("are refused where there is no such file, study, or baseline", async () => {
    await expect(textOf("clips", "odd.csv")).rejects.toMatchObject({ code: "bad-value" });
    await expect(textOf("none", "ratings.csv")).rejects.toMatchObject({ code: "not-found" });
    await expect(textOf("clips", "baseline.csv")).rejects.toMatchObject({ code: "bad-value" });
  });

  it("give our commands the figures that the server gives", async () => {
    const items = [clip("w1"), clip("w2"), clip("w3"), clip("w4")];
    const study = await Study.of(place.store, {
      id: "walk",
      items,
      people: ["a", "b", "c", "d"],
      seats: { d: "pilot" },
    });
    await wander(study, items, 11, 120, async () => undefined);
    const ratings = await textOf("walk", "ratings.csv");
    const read = async (...args: string[]) => (await run([...args, "r.csv", "--json"], { "r.csv": ratings })).json;
    const { labels } = await figures.labels("walk");
    const voted = labels.map(({ id, counts, ...row }) => row).filter(({ of }) => of > 0);
    const byName = (rows: { item: string; label: string; of: number }[]) =>
      rows.filter(({ of }) => of > 0).sort((a, b) => (`${a.item} ${a.label}` < `${b.item} ${b.label}` ? -1 : 1));
    expect(byName((await read("labels")).labels)).toEqual(byName(voted));
    const report = await figures.agreement("walk");
    const told = await read("agreement");
    for (const row of told.labels) {
      const own = report.labels.find(({ label }) => label === row.label);
      expect({ ...row, cohen: 0, withoutPerson: 0 }).toEqual({ ...own, cohen: 0, withoutPerson: 0 });
    }
    expect(told.mean.alpha).toBeCloseTo(report.mean.alpha as number, 12);
  });

  it("hold a choice by its stored letter with its text and the order shown", async () => {
    const quiz = await Study.of(place.store, { id: "quiz", items: [sign("q1")], people: ["e1"], keys: { q1: "A" } });
    await quiz.choose("e1", "q1", "C");
    const [, row] = (await textOf("quiz", "ratings.csv")).split("\r\n");
    expect(row).toContain("name-q1,1,e1,choice,C,,false,");
    expect(row).toContain(",three,D|C|B|A,panel");
    const baseline = readCsv(Buffer.from(await textOf("quiz", "baseline.csv")), "baseline.csv");
    expect(baseline.rows).toHaveLength(12);
    expect(baseline.rows[3]?.cells.at(-1)).toBe("e1 0/1");
  });

  it("are written by the command, whole, and alike when run again", async () => {
    const out = mkdtempSync(join(tmpdir(), "countersign-out-"));
    const printed: string[] = [];
    const env: CommandEnv = {
      env: { DATA_DIR: place.folder },
      print: (text) => void printed.push(text),
      warn: (text) => void printed.push(text),
      clock: () => new Date(),
    };
    const ask = (...args: string[]) =>
      runCommand(["export", ...args, "--out", join(out, "files"), "--json"], env, [exportCommand]);
    try {
      expect(await ask("clips", "--format", "all")).toBe(0);
      const first = printed.splice(0).join("");
      const files = JSON.parse(first).files as { file: string; bytes: number }[];
      expect(files.map(({ file }) => file)).toEqual(
        exportFiles.filter(({ only }) => only === undefined).map(({ file }) => file),
      );
      for (const { file, bytes } of files) expect(readFileSync(join(out, "files", file)).length).toBe(bytes);
      expect(await ask("clips", "--format", "all")).toBe(0);
      expect(printed.splice(0).join("")).toBe(first);
      expect(await ask("none", "--format", "all")).toBe(1);
      expect(printed.splice(0).join("")).toContain("There is no study none");
      writeFileSync(join(out, "taken"), "");
      expect(
        await runCommand(["export", "clips", "--format", "all", "--out", join(out, "taken", "x")], env, [
          exportCommand,
        ]),
      ).toBe(1);
    } finally {
      rmSync(out, { recursive: true });
    }
  });
});
