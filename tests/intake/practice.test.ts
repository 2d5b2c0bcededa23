// What is expected of practice items comes in with the study, travels with practice items alone, and never counts.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { Problem } from "#schemas/problem";
import { openData } from "#server/commands/data";
import { importStudy } from "#server/intake/bring-in";
import { openSource } from "#server/intake/open-source";
import { readStudy } from "#server/intake/study-folder";
import { packOf } from "#server/store/packs";

const root = mkdtempSync(join(tmpdir(), "countersign-practice-"));
afterAll(() => rmSync(root, { recursive: true }));
const clip = (name: string) => readFileSync(join(import.meta.dirname, "../../fixtures/quiz/media/videos", name));

let number = 0;
function folder(files: Record<string, string | Uint8Array>): string {
  number += 1;
  const path = join(root, `f${number}`);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), content);
  }
  return path;
}
const faultsOf = async (files: Record<string, string | Uint8Array>) => {
  const told = await readStudy(await openSource(folder(files)), { secret: "s" }).catch((error: unknown) => error);
  if (!(told instanceof Problem)) throw new Error("it was not refused");
  return told.faults;
};

const about = { id: "p", title: "Practice", languages: ["en"], signLanguage: "ase" };
const question = (id: string, entry: string, practice: boolean) =>
  JSON.stringify({
    ...{ id, entry, practice, modality: "text", input: "Both hands rise." },
    options: { A: "one", B: "two", C: "three", D: "four" },
  });
const quiz = (more: object = {}): Record<string, string> => ({
  "study.json": JSON.stringify({ ...about, protocol: "choice" }),
  "questions.jsonl": `${question("q1", "e1", false)}\n${question("q2", "e2", true)}\n`,
  "key.csv": "id,answer,reason\nq1,A,\nq2,C,three fingers\n",
  "people.csv": "code,role\nE1,expert\n",
  ...more,
});
const emotion = (rows: string): Record<string, string | Uint8Array> => ({
  "study.json": JSON.stringify({ ...about, protocol: "emotion" }),
  "clips.csv": `clip,video,practice,expected_sentiment,expected_joy,expected_fear,reason\n${rows}`,
  "media/a.mp4": clip("0001.mp4"),
  "media/b.mp4": clip("0002.mp4"),
});

describe("clips that are still to be cut", () => {
  const cut = (rows: string): Record<string, string> => ({
    "study.json": JSON.stringify({ ...about, protocol: "emotion" }),
    "clips.csv": `clip,video,source,start,end\n${rows}`,
  });

  it("are named with the ffmpeg line that cuts each, in the order of the table", async () => {
    const [first, second] = await faultsOf(cut("c1,a.mp4,long one.mov,12.5,0:17\nc2,b.mp4,x.mp4,0:01:00.040,65\n"));
    expect(first?.mend).toMatch(/^Cut it: ffmpeg -ss 12\.5 -to 0:17 -i 'long one\.mov' .* media\/a\.mp4$/);
    expect(second?.mend).toContain("-ss 0:01:00.040 -to 65 -i x.mp4 ");
  });

  it("are refused where the cut is not possible or half told", async () => {
    expect(await faultsOf(cut("c1,a.mp4,x.mp4,9,3\nc2,b.mp4,,1,2\nc3,c.mp4,x.mp4,1;rm,2\n"))).toMatchObject([
      { line: 2, message: 'the cut from "9" to "3" is not possible' },
      { line: 2 },
      { line: 3, message: "a cut needs source, start and end" },
      { line: 3 },
      { line: 4, message: 'the cut from "1;rm" to "2" is not possible' },
      { line: 4 },
    ]);
  });
});

describe("what is expected of practice", () => {
  it("travels with practice questions only, and the key of a counted one never", async () => {
    const data = await openData(join(root, "data"));
    try {
      const given = { ...data, clock: () => new Date(), publicUrl: new URL("http://127.0.0.1:1") };
      const { people } = await importStudy(given, folder(quiz()));
      const [study] = (await packOf(data.store, people[0]?.person as string, new Date())).studies;
      expect(study?.items.map(({ practice, expected }) => ({ practice, expected }))).toEqual([
        { practice: true, expected: { option: "C", reason: "three fingers" } },
        { practice: false, expected: undefined },
      ]);
    } finally {
      await data.close();
    }
  });

  it("keeps the ratings of a clip that the coordinator has a view on, 0 included", async () => {
    const rows = "c1,a.mp4,1,-2,0,,lowered brows\nc2,b.mp4,,,,,\n";
    const { draft } = await readStudy(await openSource(folder(emotion(rows))), { secret: "s" });
    expect(draft.items.map((item) => item.expected)).toEqual([
      { sentiment: -2, emotions: { joy: 0 }, reason: "lowered brows" },
      undefined,
    ]);
  });

  it("is refused on what counts, out of range, and for signs that are asked as well", async () => {
    expect(await faultsOf(emotion("c1,a.mp4,,2,,,\nc2,b.mp4,1,4,x,,\n"))).toMatchObject([
      { file: "clips.csv", line: 2, message: expect.stringContaining("is no practice clip") },
      { file: "clips.csv", line: 3, message: '"expected_sentiment" is "4"' },
      { file: "clips.csv", line: 3, message: '"expected_joy" is "x"' },
    ]);
    expect(await faultsOf(quiz({ "key.csv": "id,answer,reason\nq1,A,because\nq2,C,\n" }))).toMatchObject([
      { file: "key.csv", line: 2, message: expect.stringContaining("is no practice question") },
    ]);
    const both = `${question("q1", "e1", false)}\n${question("q2", "e1", true)}\n`;
    expect(await faultsOf(quiz({ "questions.jsonl": both }))).toMatchObject([
      { message: expect.stringContaining("practice uses entries that are asked as well: e1") },
    ]);
  });
});
