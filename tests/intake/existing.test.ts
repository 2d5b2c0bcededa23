// Existing data: a matrix, a long file, a Qualtrics export or a released table becomes a study whose labels and agreement
// are there at once, with no browser work; what cannot be stored is refused by line, and then nothing is.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { Problem } from "#schemas/problem";
import { openData } from "#server/commands/data";
import { createFigures } from "#server/figures/figures";
import { importStudy, previewStudy, type Told } from "#server/intake/bring-in";
import { bringFiles } from "#server/intake/late-media";
import { openSource } from "#server/intake/open-source";
import { assignmentsOf, assignPeople } from "#server/store/assignments";
import { devicesOf } from "#server/store/devices";
import { readLog } from "#server/store/log";
import { addPerson, membersOf } from "#server/store/members";
import { packOf } from "#server/store/packs";
import { itemsOf, listStudies } from "#server/store/studies";
import { changeStudy } from "#server/store/versions";

const root = mkdtempSync(join(tmpdir(), "countersign-existing-"));
afterAll(() => rmSync(root, { recursive: true }));
const film = readFileSync(join(import.meta.dirname, "../../fixtures/quiz/media/videos/0001.mp4"));
const now = new Date("2026-12-01T10:00:00.000Z");

let number = 0;
function place(files: Record<string, string | Uint8Array>): string {
  number += 1;
  const path = join(root, `f${number}`);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), content);
  }
  return path;
}
const one = (name: string, content: string | Uint8Array): string => join(place({ [name]: content }), name);

async function brought(path: string, told: Told) {
  number += 1;
  const data = await openData(join(root, `data${number}`));
  const deps = { ...data, clock: () => now, publicUrl: new URL("http://127.0.0.1:8787") };
  return { data, done: await importStudy(deps, path, told) };
}
const faultsOf = async (path: string, told: Told) => {
  number += 1;
  const data = await openData(join(root, `data${number}`));
  const deps = { ...data, clock: () => now, publicUrl: new URL("http://127.0.0.1:8787") };
  const error = await importStudy(deps, path, told).catch((cause: unknown) => cause);
  expect(await listStudies(data.store)).toEqual([]);
  await data.close();
  if (!(error instanceof Problem)) throw new Error("it was not refused");
  return error.faults.map(({ file, line, message }) => `${file}:${line} ${message}`);
};
const about = { id: "old", title: "Old data", languages: ["en" as const], signLanguage: "ase", timeZone: "UTC" };

describe("ratings that exist already", () => {
  const matrix = "coder,clip-0001,clip 2,clip-0004\na01,3,-2,0\na02,3,-3,1\na03,2,-2,\n";

  it("become a study from a reliability matrix, with agreement and labels at once", async () => {
    const { data, done } = await brought(one("m.csv", matrix), { about, table: { file: "m.csv", label: "sentiment" } });
    expect([done.items, done.answers, done.people, done.warnings]).toEqual([
      ...[3, 8, []],
      ["3 of 3 clips have no file yet; they are shown to nobody till it comes"],
    ]);
    const figures = createFigures({ store: data.store, clock: () => now });
    const { labels } = await figures.agreement("old", {});
    expect(labels.find(({ label }) => label === "sentiment")).toMatchObject({ ratings: 8, units: 3, people: 3 });
    const agreed = (await figures.labels("old")).labels.filter(({ label }) => label === "sentiment");
    expect(agreed.map(({ item, value, rule }) => [item, value, rule])).toEqual([
      ["clip-0001", 3, "majority"],
      ["clip 2", -2, "majority"],
      ["clip-0004", null, "unresolved"],
    ]);
    await data.close();
  });

  it("leave those who gave them owing nothing more, whatever is changed in the draft and whoever joins", async () => {
    const { data } = await brought(one("m.csv", matrix), { about, table: { file: "m.csv", label: "sentiment" } });
    const { store } = data;
    await store.db.updateTable("studies").set({ state: "draft" }).where("id", "=", "old").execute();
    const owed = async () => (await assignmentsOf(store, "old")).map(({ person, item }) => `${person} ${item}`).sort();
    const before = await owed();
    expect(before.length).toBe(8);
    const by = "carla";
    for (const settings of [{ perItem: 4 }, { order: "interleaved" as const }, { perItem: "all" as const }]) {
      await changeStudy(store, "old", { change: { settings }, by, now });
      expect(await owed()).toEqual(before);
    }
    const joining = { study: "old", name: null, role: "annotator", seat: "panel", language: "en" } as const;
    for (const code of ["new1", "new2"]) {
      const person = await addPerson(store, { ...joining, code }, now);
      await assignPeople(store, "old", [person], now);
      expect((await assignmentsOf(store, "old", person)).length).toBe(3);
    }
    await changeStudy(store, "old", { change: { settings: { perItem: 3 } }, by, now });
    const after = await owed();
    expect(after.filter((row) => before.includes(row))).toEqual(before);
    expect(after.length).toBe(9);
    await data.close();
  });

  it("say in each answer where it came from, and stand in the log without a gap", async () => {
    const { data } = await brought(one("m.csv", matrix), { about, table: { file: "m.csv", label: "sentiment" } });
    const rows = await readLog(data.store, "old", 0, 100);
    expect(rows.map(({ seq, n, flags, kind }) => [seq, n, flags, kind]).slice(0, 4)).toEqual([
      [1, 1, "[]", "emotion"],
      [2, 2, "[]", "emotion"],
      [3, 3, "[]", "emotion"],
      [4, 1, "[]", "emotion"],
    ]);
    const body = JSON.parse(rows[0]?.body ?? "{}");
    expect(body).toMatchObject({ answer: { sentiment: 3, emotions: {}, cues: [] }, at: now.toISOString() });
    expect(body.app).toMatch(/^import m\.csv sha256:[0-9a-f]{16}$/);
    expect(body).not.toHaveProperty("activeMs");
    const members = (await membersOf(data.store, "old")).filter(({ role }) => role === "annotator");
    const devices = await devicesOf(
      data.store,
      members.map(({ person }) => person),
    );
    expect(devices.map(({ revoked_at, count }) => [revoked_at, count])).toEqual([
      [now.toISOString(), 3],
      [now.toISOString(), 3],
      [now.toISOString(), 2],
    ]);
    const pack = await packOf(data.store, members[0]?.person ?? "", now);
    expect(pack.studies[0]?.items).toEqual([]);
    await data.close();
  });

  it("come from a long file under any headings, skips and occasions kept, in GB18030 too", async () => {
    const text =
      "clip,rater,label,score,confidence,round\nA,甲,sentiment,-2,80,1\nA,甲,joy,0,80,1\nA,甲,sentiment,-1,,2\nB,甲,,,,1\n";
    const gbk = Buffer.concat([
      Buffer.from("clip,rater,label,score,confidence,round\r\n"),
      ...text
        .split("\n")
        .slice(1, -1)
        .map((row) =>
          Buffer.concat(
            [...row]
              .map((sign) => (sign === "甲" ? Buffer.from("bcd7", "hex") : Buffer.from(sign)))
              .concat(Buffer.from("\r\n")),
          ),
        ),
    ]);
    for (const bytes of [text, gbk]) {
      const path = one("long.csv", bytes);
      const { data, done } = await brought(path, { about });
      expect(done.answers).toBe(3);
      expect(
        (await readLog(data.store, "old", 0, 9)).map(({ item, occasion, kind, body }) => [
          item,
          occasion,
          kind,
          JSON.parse(body).answer,
        ]),
      ).toEqual([
        ["A", 1, "emotion", { sentiment: -2, emotions: { joy: 0 }, confidence: 80, cues: [] }],
        ["A", 2, "emotion", { sentiment: -1, emotions: {}, cues: [] }],
        ["B", 1, "skip", { reason: "other" }],
      ]);
      expect((await membersOf(data.store, "old")).map(({ code }) => code).sort()).toEqual(["coordinator", "甲"].sort());
      await data.close();
    }
    const { table, study } = await previewStudy(one("long.csv", gbk), { about });
    expect(table).toMatchObject({ shape: "ratings", encoding: "gb18030", counts: { ratings: 4, items: 2, people: 1 } });
    expect(table?.columns.slice(0, 5)).toEqual([
      { field: "item", heading: "clip", needed: true },
      { field: "annotator", heading: "rater", needed: true },
      { field: "label", heading: "label", needed: true },
      { field: "value", heading: "score", needed: true },
      { field: "confidence", heading: "confidence", needed: false },
    ]);
    expect(study.study).toMatchObject({ items: 2, people: 1, answers: 3, lacking: 2 });
    expect(table?.warnings).toEqual(["long.csv is not UTF-8; it was read as gb18030"]);
  });

  it("come from EmoSign's table with a stated offset, and files are matched by the utterance number", async () => {
    const emosign = "video_name,Sentiment,joy,anger\nSigner1_sc1_1000001,2,4,1\n3-Signer2_1000002,-3,1,3\n";
    const files = { "emosign.csv": emosign, "media/utterance 1000002.mp4": film };
    const told = { about, table: { file: "emosign.csv", offset: 1 } };
    const { data, done } = await brought(place(files), told);
    expect([done.items, done.answers]).toEqual([2, 2]);
    expect((await itemsOf(data.store, "old")).map((item) => [item.id, item.media === undefined])).toEqual([
      ["Signer1_sc1_1000001", true],
      ["3-Signer2_1000002", false],
    ]);
    const [first] = await readLog(data.store, "old", 0, 1);
    expect(JSON.parse(first?.body ?? "").answer).toEqual({ sentiment: 2, emotions: { joy: 3, anger: 0 }, cues: [] });
    await data.close();
    expect(await faultsOf(place(files), { about, table: { file: "emosign.csv" } })).toEqual([
      "emosign.csv:null nobody has said where the scale of its intensities starts",
    ]);
  });

  it("get the files of their clips later, matched by name or number, and a wrong file changes nothing", async () => {
    const emosign = "video_name,Sentiment\nSigner1_sc1_1000001,2\n3-Signer2_1000002,-3\nno number,0\n";
    const { data } = await brought(one("emosign.csv", emosign), { about, table: { file: "emosign.csv", offset: 1 } });
    const person = (await membersOf(data.store, "old")).find(({ code }) => code === "released")?.person ?? "";
    const shown = async () => (await packOf(data.store, person, now)).studies[0]?.items.map(({ id }) => id);
    expect(await shown()).toEqual([]);
    const by = (await membersOf(data.store, "old")).find(({ role }) => role === "coordinator")?.person ?? "";
    const bring = async (files: Record<string, string | Uint8Array>) =>
      bringFiles(data, "old", await openSource(place(files)), { by, now });
    await expect(bring({ "1000001.mp4": "<!doctype html>", "a/1000002.mp4": film })).rejects.toThrow(/faults/);
    await expect(bring({ "x1000001.mp4": film, "y1000001.mp4": film })).rejects.toMatchObject({
      faults: [{ message: '2 files could be the clip "Signer1_sc1_1000001": x1000001.mp4, y1000001.mp4', line: null }],
    });
    expect(await shown()).toEqual([]);
    expect(await bring({ "cut/1000002.mp4": film, "other.mp4": film })).toMatchObject({ filled: 1, lacking: 2 });
    expect(await bring({ "no number.mp4": film, "1000002.mp4": film })).toMatchObject({ filled: 1, lacking: 1 });
    expect(await shown()).toEqual(["3-Signer2_1000002", "no-number"]);
    const log = await readLog(data.store, "old", 0, 99);
    expect(log.map(({ kind }) => kind)).toEqual(["emotion", "emotion", "emotion", "version", "version"]);
    await data.close();
  });

  it("stand beside a quiz as ratings.csv, and what cannot be is refused by line", async () => {
    const question = (id: string) =>
      JSON.stringify({
        id,
        entry: id,
        modality: "text",
        input: "Both hands.",
        options: { A: "1", B: "2", C: "3", D: "4" },
      });
    const quiz = (ratings: string) =>
      place({
        "study.json": JSON.stringify({ ...about, protocol: "choice" }),
        "questions.jsonl": `${question("q1")}\n${question("q2")}\n`,
        "key.csv": "id,answer\nq1,A\nq2,B\n",
        "ratings.csv": `item,annotator,label,value,shown,reason\n${ratings}`,
      });
    const { data, done } = await brought(quiz("q1,E1,choice,A,C|A|D|B,\nq2,E1,,,,cannot-tell\n"), {});
    expect([done.answers, done.people]).toEqual([2, []]);
    const rows = await readLog(data.store, "old", 0, 9);
    expect(rows.map(({ body }) => JSON.parse(body).answer)).toEqual([
      { option: "A", shown: ["C", "A", "D", "B"] },
      { reason: "cannot-tell" },
    ]);
    await data.close();
    expect(
      await faultsOf(quiz("q1,E1,choice,E,,\nq9,E1,choice,A,,\nq2,,choice,A,,\nq2,E1,choice,B,A|C,\n"), {}),
    ).toEqual([
      'ratings.csv:3 the study has no item "q9"',
      "ratings.csv:4 the annotator is empty",
      'ratings.csv:2 "E" is no option of it',
      'ratings.csv:5 "A|C" cannot have been shown',
    ]);
  });

  it("are refused by line and column where the tool's labels cannot hold them", async () => {
    const long =
      "item,annotator,label,value,confidence\nA,x,joy,4,\nA,x,valence,1,\nB,x,sentiment,1,80\nB,x,joy,1,70\nB,x,joy,2,80\n";
    expect(await faultsOf(one("long.csv", long), { about })).toEqual([
      'long.csv:2 joy is "4"',
      'long.csv:3 the label "valence" is not one of this study',
      "long.csv:5 confidence is 70 here and 80 before",
      "long.csv:6 joy stands here a second time",
    ]);
    const bare = "coder,c1\na,1\n";
    expect(await faultsOf(one("m.csv", bare), { about })).toEqual([
      "m.csv:null nobody has said which label the matrix holds",
    ]);
  });
});

describe("questions that bring their key", () => {
  const lines = ["text", "image"].map((modality, k) =>
    JSON.stringify({
      ...{ id: `q${k}`, gloss: "安全", modality, input: modality === "text" ? "text/0001.txt" : "images/0001.jpg" },
      ...{ question: "这个手语的含义是什么？", options: { A: "医院", B: "安全", C: "老师", D: "学校" }, answer: "B" },
      category: { air_writing: false, finger_spelling: false, manual_alphabet: true },
    }),
  );
  const picture = readFileSync(join(import.meta.dirname, "../../fixtures/quiz/media/images/0001.jpg"));

  it("become a quiz whose key is split off and whose gloss travels nowhere", async () => {
    const files = { "cnsl.jsonl": lines.join("\n"), "text/0001.txt": "双手直立。", "images/0001.jpg": picture };
    const path = place({ ...files, "people.csv": "code,role\nE1,expert\n" });
    const { data, done } = await brought(path, { about });
    expect(done.items).toBe(2);
    const expert = done.people[0]?.person ?? "";
    const pack = JSON.stringify(await packOf(data.store, expert, now));
    expect(pack).toContain("双手直立。");
    for (const told of ["gloss", "answer", "q0", "0001", "manual"]) expect(pack).not.toContain(told);
    await data.close();
  });
});
