// Signed texts come in with a study folder: signs.csv names the place and the video; what would tell an answer is refused.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openSource } from "#server/intake/open-source";
import { lookOver } from "#server/intake/study-folder";

const fixtures = join(import.meta.dirname, "../../fixtures");
const work = mkdtempSync(join(tmpdir(), "countersign-signs-"));
afterAll(() => rmSync(work, { recursive: true }));

async function read(rows: string) {
  const folder = mkdtempSync(join(work, "study-"));
  cpSync(join(fixtures, "quiz"), folder, { recursive: true });
  mkdirSync(join(folder, "help"));
  cpSync(join(fixtures, "emotion/media/u01.mp4"), join(folder, "help/why.mp4"));
  writeFileSync(join(folder, "signs.csv"), `place,video,freeze_ms,credit\n${rows}`);
  const source = await openSource(folder);
  try {
    return await lookOver(source, { secret: "s".repeat(32) });
  } finally {
    await source.close();
  }
}
const first = JSON.parse(readFileSync(join(fixtures, "quiz/questions.jsonl"), "utf8").split("\n")[0] ?? "") as {
  id: string;
};

describe("signs.csv", () => {
  it("gives each place its video, frame and credit, options by the names of their items", async () => {
    const { read: looked, faults } = await read(
      `instructions,help/why.mp4,400,Ana\noption:${first.id}:A,help/why.mp4,,\n`,
    );
    expect(faults).toEqual([]);
    const id = looked?.draft.items.find(({ name }) => name === first.id)?.id;
    const media = looked?.draft.media.find(({ name }) => name === "help/why.mp4")?.hash;
    expect(looked?.draft.signs).toEqual([
      { place: "instructions", media, freezeMs: 400, credit: "Ana" },
      { place: `option:${id}:A`, media, freezeMs: 0 },
    ]);
  });

  it("refuses a place without a text, a missing video, a frame that is no number and a video that an item shows", async () => {
    const { faults } = await read(
      `nowhere,help/why.mp4,,\noption:${first.id}:Z,help/why.mp4,,\nhelp,help/gone.mp4,,\nquestion,help/why.mp4,soon,\nconsent:a,videos/0001.mp4,,\n`,
    );
    expect(faults.map(({ line, message }) => [line, message])).toEqual([
      [2, expect.stringContaining('no text stands at the place "nowhere"')],
      [3, expect.stringContaining("no text stands at the place")],
      [4, expect.stringContaining("help/gone.mp4")],
      [5, expect.stringContaining("no number of milliseconds")],
      [6, expect.stringContaining("other rights")],
      [6, expect.stringContaining("it would tell the answer")],
    ]);
  });
});
