// A study folder comes in whole or not at all: every fault is named with its file, its line and a mend, and nothing of
// a faulty one is stored.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Zippable, zipSync } from "fflate";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { type Fault, Problem } from "#schemas/problem";
import { openData } from "#server/commands/data";
import { importStudy } from "#server/intake/bring-in";
import { openSource } from "#server/intake/open-source";
import { readStudy, type StudyRead } from "#server/intake/study-folder";
import { listStudies } from "#server/store/studies";

const root = mkdtempSync(join(tmpdir(), "countersign-folders-"));
afterAll(() => rmSync(root, { recursive: true }));

const fixture = (name: string): Buffer => readFileSync(join(import.meta.dirname, "../../fixtures", name));
const film = fixture("quiz/media/videos/0001.mp4");
const still = fixture("quiz/media/images/0001.jpg");

type Files = Record<string, string | Uint8Array>;
const about = { id: "s1", title: "Study", languages: ["en"], signLanguage: "csl" };
const question = (more: object = {}): string =>
  JSON.stringify({
    ...{ id: "q1", entry: "e1", modality: "text", input: "Both hands rise." },
    ...{ options: { A: "安全", B: "桥", C: "老师", D: "学校" } },
    ...{ category: { air_writing: true, finger_spelling: false, manual_alphabet: false } },
    ...more,
  });
const quiz = (): Files => ({
  "study.json": JSON.stringify({ ...about, protocol: "choice" }, null, 1),
  "questions.jsonl": `${question()}\n${question({ id: "q2", modality: "video", input: "videos/a.mp4" })}\n${question({ id: "q3", modality: "image", input: "images/a.jpg" })}\n`,
  "key.csv": "id,answer,gloss\nq1,A,安全\nq2,A,安全\nq3,A,安全\n",
  "people.csv": "code,role,seat,language\nE1,expert,panel,en\n",
  "media/videos/a.mp4": film,
  "media/images/a.jpg": still,
});
const clips = (): Files => ({
  "study.json": JSON.stringify({ ...about, protocol: "emotion", settings: { captions: "shown-after" } }),
  "clips.csv": 'clip,video,caption,rights,credit\nc1,a.mp4,"Well, hello",open,us\nc2,b.mp4,,,\n',
  "media/a.mp4": film,
  "media/b.mp4": fixture("quiz/media/videos/0002.mp4"),
});

let number = 0;
let folder: string;
beforeEach(() => {
  number += 1;
  folder = join(root, `f${number}`);
});
function write(files: Files): string {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}
const read = async (path: string): Promise<StudyRead> => readStudy(await openSource(path), { secret: "s" });
async function faultsOf(files: Files): Promise<readonly Fault[]> {
  const refusal = await read(write(files)).catch((error: unknown) => error);
  if (!(refusal instanceof Problem)) throw new Error("it was not refused");
  for (const fault of refusal.faults) expect(fault.mend.length).toBeGreaterThan(5);
  return refusal.faults;
}
const replaced = (files: Files, name: string, from: string, to: string): Files => ({
  ...files,
  [name]: String(files[name]).replace(from, to),
});

describe("a quiz folder", () => {
  it("gives items under ids that say nothing, and the key apart from them", async () => {
    const { draft } = await read(write(quiz()));
    expect(draft.items.map(({ name }) => name)).toEqual(["q1", "q2", "q3"]);
    expect(draft.items.every(({ id }) => /^[0-9a-f]{20}$/.test(id))).toBe(true);
    expect([...draft.keys]).toEqual(draft.items.map(({ id }) => [id, "A"]));
    expect(JSON.stringify(draft.items)).not.toContain('"answer"');
    expect(draft.items[0]).toMatchObject({ text: "Both hands rise.", entry: "e1", articulations: ["air-writing"] });
    expect(draft.media.map(({ name, type }) => [name, type])).toEqual([
      ["videos/a.mp4", "video/mp4"],
      ["images/a.jpg", "image/jpeg"],
    ]);
    expect(draft.people).toEqual([{ code: "E1", role: "expert", seat: "panel", language: "en" }]);
  });

  it("keeps ids that were drawn to say nothing", async () => {
    const files = { ...quiz(), "study.json": JSON.stringify({ ...about, protocol: "choice", opaqueIds: true }) };
    expect((await read(write(files))).draft.items.map(({ id }) => id)).toEqual(["q1", "q2", "q3"]);
  });

  it("reads a description from a text file and takes the entry from its name", async () => {
    const files = replaced(
      quiz(),
      "questions.jsonl",
      '"entry":"e1","modality":"text","input":"Both hands rise."',
      '"modality":"text","input":"text/0007.txt"',
    );
    const { draft } = await read(write({ ...files, "text/0007.txt": "One hand falls.\n" }));
    expect(draft.items[0]).toMatchObject({ text: "One hand falls.", entry: "0007" });
  });

  it("takes articulations and gestures from entries.csv, and practice questions as such", async () => {
    const { draft } = await read(
      write({
        ...quiz(),
        "questions.jsonl": `${question({ category: undefined, practice: true })}\n`,
        "key.csv": "id,answer\nq1,A\n",
        "entries.csv": "entry,glosses,articulations,gestures\ne1,安全|平安,air-writing|manual-alphabet,2\n",
      }),
    );
    expect(draft.items[0]).toMatchObject({
      practice: true,
      gestures: 2,
      articulations: ["air-writing", "manual-alphabet"],
    });
  });

  it("finds media by name in any Unicode form", async () => {
    const files = replaced(quiz(), "questions.jsonl", "videos/a.mp4", `videos/${"é①".normalize("NFD")}.mp4`);
    const { "media/videos/a.mp4": moved, ...rest } = files;
    const { draft } = await read(write({ ...rest, [`media/videos/${"é①".normalize("NFC")}.mp4`]: moved as Buffer }));
    expect(draft.media).toHaveLength(2);
  });

  const bad: readonly [string, () => Files, string, number | null, RegExp][] = [
    [
      "a medium that is missing",
      () => replaced(quiz(), "questions.jsonl", "videos/a.mp4", "videos/b.mp4"),
      "questions.jsonl",
      2,
      /"videos\/b.mp4" is missing/,
    ],
    [
      "a medium that leads outside",
      () => replaced(quiz(), "questions.jsonl", "videos/a.mp4", "../a.mp4"),
      "questions.jsonl",
      2,
      /outside/,
    ],
    [
      "a medium by address",
      () => replaced(quiz(), "questions.jsonl", "videos/a.mp4", "http://127.0.0.1/a.mp4"),
      "questions.jsonl",
      2,
      /address/,
    ],
    [
      "a medium that is no video",
      () => ({ ...quiz(), "media/videos/a.mp4": still }),
      "questions.jsonl",
      2,
      /no video but image\/jpeg/,
    ],
    [
      "a web page as a video",
      () => ({ ...quiz(), "media/videos/a.mp4": "<!DOCTYPE html>" }),
      "media/videos/a.mp4",
      null,
      /web page/,
    ],
    [
      "an id twice",
      () => replaced(quiz(), "questions.jsonl", '"id":"q2"', '"id":"q1"'),
      "questions.jsonl",
      2,
      /second time \(first in line 1\)/,
    ],
    [
      "an unknown articulation",
      () => replaced(quiz(), "questions.jsonl", "air_writing", "sky_writing"),
      "questions.jsonl",
      1,
      /unknown articulation "sky_writing"/,
    ],
    [
      "a key that is not among the options",
      () => replaced(quiz(), "key.csv", "q2,A", "q2,E"),
      "key.csv",
      3,
      /"E" of "q2" is not among/,
    ],
    ["a key that is missing", () => replaced(quiz(), "key.csv", "q3,A,安全\n", ""), "questions.jsonl", 3, /has no key/],
    [
      "a key for no question",
      () => replaced(quiz(), "key.csv", "q3,A,安全\n", "q3,A,安全\nq4,B,桥\n"),
      "key.csv",
      5,
      /no question "q4"/,
    ],
    ["a broken quote", () => replaced(quiz(), "key.csv", "q2,A,安全", 'q2,A,"安全'), "key.csv", 3, /quote/],
    [
      "an unknown column",
      () => replaced(quiz(), "people.csv", "seat", "chair"),
      "people.csv",
      1,
      /unknown column "chair"/,
    ],
    [
      "an unknown field",
      () => replaced(quiz(), "questions.jsonl", '"entry"', '"entree"'),
      "questions.jsonl",
      1,
      /unknown field "entree"/,
    ],
    ["a wrong seat", () => replaced(quiz(), "people.csv", "panel", "sofa"), "people.csv", 2, /seat "sofa"/],
    [
      "a wrong role",
      () => replaced(quiz(), "people.csv", "expert", "annotator"),
      "people.csv",
      2,
      /this study is a quiz/,
    ],
    [
      "two options that are the same",
      () => replaced(quiz(), "questions.jsonl", "桥", "安全"),
      "questions.jsonl",
      1,
      /options A and B are the same/,
    ],
    [
      "one option only",
      () => replaced(quiz(), "questions.jsonl", ',"B":"桥","C":"老师","D":"学校"', ""),
      "questions.jsonl",
      1,
      /fewer than two/,
    ],
    [
      "a line that is not JSON",
      () => replaced(quiz(), "questions.jsonl", '"id":"q2",', '"id":"q2'),
      "questions.jsonl",
      2,
      /not JSON/,
    ],
    [
      "study.json that is not JSON",
      () => replaced(quiz(), "study.json", '"Study",', '"Study"'),
      "study.json",
      4,
      /not JSON/,
    ],
    [
      "an unknown setting",
      () => ({ ...quiz(), "study.json": JSON.stringify({ ...about, protocol: "choice", settings: { advanced: 1 } }) }),
      "study.json",
      null,
      /unknown field "settings.advanced"/,
    ],
  ];
  it.each(bad)("with %s is refused there", async (_, files, file, line, message) => {
    const faults = await faultsOf(files());
    expect(faults).toContainEqual(expect.objectContaining({ file, line, message: expect.stringMatching(message) }));
  });

  it("tells all of its faults at once", async () => {
    let files = replaced(quiz(), "key.csv", "q2,A", "q2,E");
    files = replaced(files, "people.csv", "panel", "sofa");
    files = replaced(files, "questions.jsonl", "videos/a.mp4", "videos/none.mp4");
    expect((await faultsOf(files)).map(({ file, line }) => `${file}:${line}`).sort()).toEqual([
      "key.csv:3",
      "people.csv:2",
      "questions.jsonl:2",
    ]);
  });

  it("with sign entries alone is told how questions are built", async () => {
    const [fault] = await faultsOf({ "study.json": "{}", "entries.csv": "entry,glosses\n1,安全\n" });
    expect(fault?.mend).toMatch(/countersign quiz build entries\.csv/);
  });

  it("is warned of where an entry's questions differ in their options", async () => {
    const { warnings } = await read(write(replaced(quiz(), "questions.jsonl", "桥", "路")));
    expect(warnings.join()).toMatch(/1 entries have other options/);
  });
});

describe("an emotion folder", () => {
  it("asks a captioned clip once without and once with its caption where both are wanted", async () => {
    const { draft } = await read(write(clips()));
    expect(
      draft.items.map((item) => [item.id, "condition" in item && item.condition, "locks" in item && item.locks]),
    ).toEqual([
      ["c1", "hidden", false],
      ["c1~caption", "shown", "c1"],
      ["c2", "hidden", false],
    ]);
    expect(draft.media.map(({ rights, credit }) => [rights, credit])).toEqual([
      ["open", "us"],
      ["team", undefined],
    ]);
  });

  it("with captions must say whether they are shown", async () => {
    const files = { ...clips(), "study.json": JSON.stringify({ ...about, protocol: "emotion" }) };
    expect(await faultsOf(files)).toMatchObject([
      { file: "clips.csv", line: 2, mend: expect.stringMatching(/"captions": "hidden"/) },
    ]);
  });

  const mkv = join(import.meta.dirname, "../../../shared/data/intel-asl-gestures/original/again.mkv");
  it.runIf(existsSync(mkv))("is refused for a Matroska file with the line that mends it", async () => {
    const [fault] = await faultsOf({ ...clips(), "media/b.mp4": readFileSync(mkv) });
    expect(fault).toMatchObject({
      file: "media/b.mp4",
      mend: expect.stringMatching(/^ffmpeg -i b\.mp4 .* b\.web\.mp4$/),
    });
  });
});

describe("a study as ZIP or with links", () => {
  const zipped = (files: Files, more: Zippable = {}): string => {
    const path = join(root, `z${number}.zip`);
    const entries = Object.fromEntries(Object.entries(files).map(([name, content]) => [name, Buffer.from(content)]));
    writeFileSync(path, zipSync({ ...entries, ...more }));
    return path;
  };

  it("comes in like the folder, also with one folder around everything", async () => {
    const plain = await read(write(clips()));
    const wrapped = Object.fromEntries(Object.entries(clips()).map(([name, content]) => [`my study/${name}`, content]));
    for (const files of [clips(), { ...wrapped, "__MACOSX/._a": "x" }])
      expect((await read(zipped(files))).draft).toEqual(plain.draft);
  });

  it("is refused for names that lead outside, for links, for damage and for a lie about a size", async () => {
    await expect(read(zipped({ ...clips(), "../evil.csv": "x" }))).rejects.toThrow(/leads outside/);
    await expect(read(zipped({ ...clips(), "/etc/x": "x" }))).rejects.toThrow(/leads outside/);
    await expect(read(zipped({ ...clips(), "a\\b": "x" }))).rejects.toThrow(/leads outside/);
    const link = zipped(clips(), { "media/l.mp4": [Buffer.from("/etc/passwd"), { os: 3, attrs: 0o120777 << 16 }] });
    await expect(read(link)).rejects.toThrow(/is a link/);
    const path = zipped(clips());
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.subarray(0, bytes.length - 30));
    await expect(read(path)).rejects.toThrow(/damaged or cut off/);
    const wrong = Buffer.from(bytes);
    wrong.fill(0x41, 60, 70);
    writeFileSync(path, wrong);
    await expect(read(path)).rejects.toThrow(/damaged/);
  });

  it("is refused where the folder holds a link", async () => {
    write(clips());
    symlinkSync("/etc/hostname", join(folder, "media/c.mp4"));
    await expect(read(folder)).rejects.toThrow(/media\/c\.mp4 is a link/);
  });
});

describe("importing", () => {
  it("stores a whole study once, and of a refused one nothing", async () => {
    const data = await openData(join(root, "data"));
    const deps = { ...data, clock: () => new Date(), publicUrl: new URL("https://signs.example.org") };
    const good = write(quiz());
    const done = await importStudy(deps, good);
    expect(done).toMatchObject({
      study: "s1",
      items: 3,
      people: [{ code: "E1", link: expect.stringMatching(/^https:\/\/signs\.example\.org\/join#/) }],
    });
    expect(done.files.map(({ state }) => state)).toEqual(["taken", "taken"]);
    expect(done.warnings.join()).toMatch(/2 media were not yet played/);
    const held = readdirSync(join(root, "data/media")).sort();
    await expect(importStudy(deps, good)).rejects.toThrow(/"s1" is here already/);
    folder += "-bad";
    const bad = write({
      ...clips(),
      "study.json": JSON.stringify({ ...about, id: "s2", protocol: "emotion", settings: { captions: "hidden" } }),
      "media/b.mp4": "no",
    });
    await expect(importStudy(deps, bad)).rejects.toThrow(/one fault; nothing was stored/);
    expect(readdirSync(join(root, "data/media")).sort()).toEqual(held);
    expect((await listStudies(data.store)).map(({ id }) => id)).toEqual(["s1"]);
    await data.close();
  });
});
