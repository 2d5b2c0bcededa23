import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Problem } from "#schemas/problem";
import { readForeignRatings } from "#server/intake/foreign-ratings";

const read = (text: string, offsets = { emotions: 1, sentiment: 0 }) =>
  readForeignRatings(new TextEncoder().encode(text), "given.csv", offsets);
const faultsOf = (text: string, offsets?: { emotions: number; sentiment: number }) => {
  try {
    read(text, offsets);
  } catch (error) {
    if (error instanceof Problem) return error.faults;
  }
  throw new Error("it was not refused");
};
const head = (columns: string) =>
  `\ufeffRecipientEmail,IPAddress,LocationLatitude,ResponseId,${columns}\nEmail,IP,Lat,Response,${columns}\n` +
  `"{""ImportId"":""a""}","{""ImportId"":""b""}","{""ImportId"":""c""}","{""ImportId"":""d""}",${columns.replace(/[^,]+/g, "x")}\n`;

describe("ratings collected elsewhere", () => {
  it("are read from EmoSign's table with the stated offset, cues left aside", () => {
    const told = read('video_name,Sentiment,joy,anger,Reasoning_1\nu1,-3,1,4,"brows,\nhead"\nu2,0,,2,\n');
    expect(told.rows.map(({ line: _, ...row }) => row)).toEqual([
      { item: "u1", annotator: "released", label: "sentiment", value: -3 },
      { item: "u1", annotator: "released", label: "joy", value: 0 },
      { item: "u1", annotator: "released", label: "anger", value: 3 },
      { item: "u2", annotator: "released", label: "sentiment", value: 0 },
      { item: "u2", annotator: "released", label: "anger", value: 1 },
    ]);
    expect(told).toMatchObject({ shape: "emosign", items: 2, people: 1, unread: ["Reasoning_1"] });
  });

  it("are read from a Qualtrics export, and nothing of it tells who somebody is", () => {
    const told = read(`${head("1_Sentiment,1_joy,1_conf,1_cue")}ann@example.org,10.0.0.9,52.1,R_1,2,4,85,brows\n`);
    expect(told.rows.map(({ line: _, ...row }) => row)).toEqual([
      { item: "1", annotator: "R_1", label: "sentiment", value: 2, confidence: 85 },
      { item: "1", annotator: "R_1", label: "joy", value: 3, confidence: 85 },
    ]);
    expect(told.dropped).toEqual(["RecipientEmail", "IPAddress", "LocationLatitude"]);
    expect(JSON.stringify(told)).not.toMatch(/ann@|10\.0\.0|52\.1/);
  });

  it("are refused by line and column where a value is off the scale, and the offset is never guessed", () => {
    expect(faultsOf("video_name,joy\nu1,4\nu2,5\n")).toMatchObject([
      { line: 3, message: '"joy" is "5", and 1 to 4 were expected' },
    ]);
    expect(faultsOf("video_name,joy\nu1,4\n", { emotions: 0, sentiment: 0 })).toMatchObject([
      { line: 2, message: '"joy" is "4", and 0 to 3 were expected' },
    ]);
    expect(faultsOf("video_name,joy\nu1,1\nu1,2\n")).toMatchObject([{ line: 3 }]);
    expect(faultsOf("id,joy\nu1,1\n")).toMatchObject([{ line: 1 }]);
    expect(faultsOf("ResponseId,1_joy\nResponse,joy\n")).toMatchObject([
      { mend: expect.stringContaining("three header") },
    ]);
  });

  const shared = join(import.meta.dirname, "../../../shared/data/format-examples");
  it.runIf(existsSync(shared))("are read from the examples of both shapes", () => {
    const example = (name: string) =>
      readForeignRatings(readFileSync(join(shared, name)), name, { emotions: 1, sentiment: 0 });
    expect(example("emosign-shape.csv").rows.length).toBeGreaterThanOrEqual(11);
    expect(example("qualtrics-3-headers.csv")).toMatchObject({ shape: "qualtrics", people: expect.any(Number) });
  });
});
