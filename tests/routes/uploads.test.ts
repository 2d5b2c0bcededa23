// A study comes in by screen: its files go up, what was understood is told before anything is stored, then it is stored.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync, zipSync } from "fflate";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  builtQuiz,
  comparedTags,
  pickedClips,
  type StudyPreview,
  storedStudy,
  studyPreview,
  tablePreview,
} from "#schemas/new-study";
import { createApp } from "#server/app";
import { openWorld, type World } from "../access/world.ts";

const fixtures = join(import.meta.dirname, "../../fixtures");
const film = readFileSync(join(fixtures, "quiz/media/videos/0001.mp4"));
const second = readFileSync(join(fixtures, "quiz/media/videos/0002.mp4"));

describe("a study that comes in by screen", () => {
  let world: World;
  let app: ReturnType<typeof createApp>;
  let cookie: string;
  let upload: string;
  const uploadsDir = join(mkdtempSync(join(tmpdir(), "countersign-uploads-")), "uploads");

  const send = (method: string, path: string, body?: unknown, as = cookie) =>
    app.request(new URL(path, world.deps.publicUrl).href, {
      method,
      headers: {
        ...(as === "" ? {} : { cookie: as }),
        origin: world.deps.publicUrl.origin,
        ...(body === undefined || body instanceof Uint8Array ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body) }),
    });
  const put = (name: string, content: string | Uint8Array) =>
    send(
      "PUT",
      `/api/uploads/${upload}/file?name=${encodeURIComponent(name)}`,
      typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content),
    );
  const preview = async (more: object = {}): Promise<StudyPreview> =>
    studyPreview.parse(await (await send("POST", `/api/uploads/${upload}/preview`, more)).json());

  beforeAll(async () => {
    world = await openWorld("sqlite");
    app = createApp({ ...world.deps, uploadsDir });
    cookie = await world.coordinator("owner");
  });
  beforeEach(async () => {
    upload = ((await (await send("POST", "/api/uploads")).json()) as { upload: string }).upload;
  });
  afterAll(async () => {
    await world.close();
    rmSync(join(uploadsDir, ".."), { recursive: true });
  });

  const emotion = async (id: string) => {
    const settings = { captions: "hidden" };
    const about = { id, title: "Clips", protocol: "emotion", languages: ["en"], signLanguage: "ase", settings };
    await put("study.json", JSON.stringify(about));
    await put("clips.csv", "clip,video,caption\nc1,a.mp4,Hello\nc2,b.mp4,\n");
    await put("people.csv", "code,role\nA1,annotator\nA2,annotator\n");
    await put("media/a.mp4", film);
    await put("media/b.mp4", second);
  };

  it("tells what was understood, stores nothing, and then stores a draft with links", async () => {
    await emotion("by-screen");
    await put("media/notes.txt", "not a film");
    const told = await preview();
    expect(told).toMatchObject({
      study: { id: "by-screen", protocol: "emotion", items: 2, practice: 0, people: 2, media: 2, taken: false },
      ...{ asksAbout: false, entries: null, faults: [], moreFaults: 0 },
    });
    expect(told.files.map(({ file, state }) => [file, state])).toEqual([
      ["media/a.mp4", "taken"],
      ["media/b.mp4", "taken"],
      ["media/notes.txt", "not used"],
    ]);
    expect((await send("GET", "/api/studies/by-screen")).status).toBe(404);
    const stored = storedStudy.parse(await (await send("POST", `/api/uploads/${upload}/study`, {})).json());
    expect(stored.people.map(({ code, link }) => [code, link.includes("/join#")])).toEqual([
      ["A1", true],
      ["A2", true],
    ]);
    const detail = await (await send("GET", "/api/studies/by-screen")).json();
    expect(detail).toMatchObject({ state: "draft", items: 2, role: "coordinator" });
    expect(existsSync(join(uploadsDir, upload))).toBe(false);
    expect((await send("POST", `/api/uploads/${upload}/study`, {})).status).toBe(404);
  });

  it("lists every fault with file, line and mend, and refuses each file by itself", async () => {
    await emotion("faulty");
    await put("media/b.mp4", "<html>");
    await put("clips.csv", "clip,video,caption\nc1,a.mp4,\nc 2,b.mp4,\nc3,gone.mp4,\n");
    const { study, faults, files } = await preview();
    expect(study).toBeNull();
    expect(faults).toMatchObject([
      { file: "clips.csv", line: 3, message: expect.stringContaining('"c 2"') },
      { file: "media/b.mp4", line: null },
      { file: "clips.csv", line: 4, message: expect.stringContaining("gone.mp4") },
    ]);
    for (const fault of faults) expect(fault.mend.length).toBeGreaterThan(5);
    expect(files.find(({ file }) => file === "media/b.mp4")?.state).toBe("refused");
    const refused = await send("POST", `/api/uploads/${upload}/study`, {});
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([422, "bad-study"]);
    await put("media/b.mp4", second);
    await put("clips.csv", "clip,video,caption\nc1,a.mp4,\nc2,b.mp4,\n");
    expect((await preview()).study).toMatchObject({ id: "faulty", items: 2 });
  });

  it("takes a ZIP as it takes a folder", async () => {
    const about = { id: "zipped", title: "Z", protocol: "emotion", languages: ["en"], signLanguage: "ase" };
    const text = (words: string) => new TextEncoder().encode(words);
    const zip = zipSync({
      "z/study.json": text(JSON.stringify(about)),
      "z/clips.csv": text("clip,video\nc1,a.mp4\n"),
      "z/media/a.mp4": new Uint8Array(film),
    });
    await put("z.zip", zip);
    expect((await preview()).study).toMatchObject({ id: "zipped", items: 1, media: 1 });
    await send("DELETE", `/api/uploads/${upload}`);
    expect(existsSync(join(uploadsDir, upload))).toBe(false);
  });

  it("makes an emotion study of bare clips, from what is said on the screen", async () => {
    await put("day 1/a.mp4", film);
    await put("day 2/a.mp4", second);
    await put(".DS_Store", "x");
    const before = await preview();
    expect([before.asksAbout, before.study]).toEqual([true, null]);
    const about = { id: "bare", title: "Bare clips", languages: ["en"], signLanguage: "ase", timeZone: "UTC" };
    expect((await preview({ about })).study).toMatchObject({ id: "bare", items: 2, media: 2 });
    const stored = await send("POST", `/api/uploads/${upload}/study`, { about });
    expect(stored.status).toBe(200);
    const items = (await (await send("GET", "/api/studies/bare/items")).json()) as { items: { name: string }[] };
    expect(items.items.map(({ name }) => name)).toEqual(["a", "a-2"]);
  });

  it("adds new items to a study that is open, as a version, and passes over what is there", async () => {
    await emotion("growing");
    await send("POST", `/api/uploads/${upload}/study`, {});
    const decide = { kind: "state", state: "open", reason: "ready" };
    expect((await send("POST", "/api/studies/growing/decisions", decide)).status).toBe(200);
    upload = ((await (await send("POST", "/api/uploads")).json()) as { upload: string }).upload;
    await put("clips.csv", "clip,video,caption\nc1,a.mp4,Hello\nc3,c.mp4,\n");
    await put("media/a.mp4", film);
    await put("media/c.mp4", readFileSync(join(fixtures, "quiz/media/videos/0003.mp4")));
    const more = async (store: boolean, extra: object = {}) =>
      send("POST", `/api/uploads/${upload}/items`, { study: "growing", store, ...extra });
    expect(await (await more(false)).json()).toMatchObject({ fresh: 1, known: 1, faults: [], version: null });
    expect((await more(true)).status).toBe(422);
    expect((await more(false, { study: "quiz-of-nobody" })).status).toBe(404);
    expect(await (await more(true, { reason: "a new clip" })).json()).toMatchObject({ fresh: 1, version: 2 });
    const { items } = (await (await send("GET", "/api/studies/growing/items")).json()) as { items: { name: string }[] };
    expect(items.map(({ name }) => name)).toEqual(["c1", "c2", "c3"]);
    const { people } = (await (await send("GET", "/api/studies/growing/progress")).json()) as {
      people: { asked: number }[];
    };
    expect(people.filter(({ asked }) => asked > 0).map(({ asked }) => asked)).toEqual([3, 3]);
  });

  it("builds a quiz of an upload's tables as the command does, byte for byte, and takes it with its media", async () => {
    const entries = Array.from({ length: 8 }, (_, k) => ({
      ...{ index: k + 1, gloss: `词${"甲乙丙丁戊己庚辛"[k]}`, description: `双手动作 ${k}` },
      ...{ image: `images/${k}.jpg`, video: `videos/${k}.mp4` },
    }));
    await put("entries.json", JSON.stringify(entries));
    const wish = {
      ...{ entries: "entries.json", seed: "7", distractors: "random", sample: "all", others: 482 },
      ...{ leaks: "keep", options: "per-entry" },
    };
    const build = async (more: object = {}) =>
      builtQuiz.parse(await (await send("POST", `/api/uploads/${upload}/quiz`, { ...wish, ...more })).json());
    const built = await build();
    expect(built).toMatchObject({ tagsFrom: "suggested", questions: { text: 8, image: 8, video: 8, all: 24 } });
    const zip = async () => new Uint8Array(await (await send("GET", `/api/uploads/${upload}/quiz.zip`)).arrayBuffer());
    const first = await zip();
    expect(Object.keys(unzipSync(first))).toEqual(["study.json", "questions.jsonl", "key.csv", "report.json"]);
    expect((await build({ seed: "8" })).hashes).not.toEqual(built.hashes);
    expect((await build()).hashes).toEqual(built.hashes);
    expect(await zip()).toEqual(first);
    await send("POST", `/api/uploads/${upload}/quiz/use`);
    const still = readFileSync(join(fixtures, "quiz/media/images/0001.jpg"));
    for (let k = 0; k < 8; k++) {
      await put(`media/images/${k}.jpg`, still);
      await put(`media/videos/${k}.mp4`, film);
    }
    const { study, faults } = await preview();
    expect(faults).toEqual([]);
    expect(study).toMatchObject({ protocol: "choice", items: 24 });
    const refused = await send("POST", `/api/uploads/${upload}/quiz`, { ...wish, entries: "../x" });
    expect(refused.status).toBe(422);
  });

  it("tells what one table holds before anything is stored, and makes a study of ratings that exist already", async () => {
    const table = async (more: object) =>
      tablePreview.parse(await (await send("POST", `/api/uploads/${upload}/table`, more)).json());
    await put("old/clips of 2024.tsv", "Name\tEnglish\tFrom\tTo\tTape\nc1\tHello\t1\t2\tit's.mov\nc2\t\t\t\t\n");
    const file = "old/clips of 2024.tsv";
    const told = await table({ file, columns: { start: "From", end: "To", source: "Tape" } });
    expect(told).toMatchObject({
      shape: "clips",
      delimiter: "\t",
      counts: { clips: 2, captioned: 1, cuts: 1 },
      faults: [],
    });
    expect(
      told.columns.filter(({ heading }) => heading !== null).map(({ field, heading }) => [field, heading]),
    ).toEqual([
      ["clip", "Name"],
      ["caption", "English"],
      ["source", "Tape"],
      ["start", "From"],
      ["end", "To"],
    ]);
    expect((await table({ file, columns: { clip: "Nom" } })).faults).toMatchObject([{ line: 1 }]);
    await put("clips.csv", "clip,source,start,end\nc1,it's.mov,1,2\n");
    const script = await (await send("GET", `/api/uploads/${upload}/cuts.sh`)).text();
    expect(script).toContain("-ss 1 -to 2 -i 'it'\\''s.mov'");
    expect((await send("POST", `/api/uploads/${upload}/table`, { file: "../x" })).status).toBe(422);

    upload = ((await (await send("POST", "/api/uploads")).json()) as { upload: string }).upload;
    await put("m.csv", "coder,k1,k2\na,1,-3\nb,1,\n");
    const wish = { table: { file: "m.csv", label: "sentiment" } };
    const about = { id: "matrix", title: "M", languages: ["en"], signLanguage: "ase", timeZone: "UTC" };
    expect((await preview({ ...wish, about })).study).toMatchObject({ items: 2, people: 2, answers: 3, lacking: 2 });
    expect((await send("GET", "/api/studies/matrix")).status).toBe(404);
    const stored = storedStudy.parse(
      await (await send("POST", `/api/uploads/${upload}/study`, { ...wish, about })).json(),
    );
    expect(stored.people).toEqual([]);
    const agreement = await (await send("GET", "/api/studies/matrix/agreement")).json();
    expect(agreement.labels.find(({ label }: { label: string }) => label === "sentiment")).toMatchObject({
      ratings: 3,
    });
  });

  it("suggests tags, compares two taggers and picks clips from an upload's tables", async () => {
    await put("entries.csv", "index,gloss,description\n1,安,书空\n2,桥,双手\n");
    const tags = await send("POST", `/api/uploads/${upload}/tags`, { file: "entries.csv" });
    expect(tags.headers.get("content-type")).toMatch(/^text\/csv/);
    const first = await tags.text();
    await put("one.csv", first);
    await put("two.csv", first.replace("2,0,0,0", "2,0,0,1"));
    const names = { first: "one.csv", second: "two.csv" };
    const told = comparedTags.parse(await (await send("POST", `/api/uploads/${upload}/tags/compare`, names)).json());
    expect(told.tags.map(({ same, of, alpha }) => [same, of, alpha])).toEqual([
      [2, 2, 1],
      [2, 2, null],
      [1, 2, 0],
    ]);
    expect(told.disagreements).toEqual([{ index: "2", tag: "manual_alphabet", first: false, second: true }]);
    await put("list.csv", "clip,caption\nc1,I love it\nc2,I hate it\nc3,A table\n");
    const wish = { file: "list.csv", how: "most", n: 1 };
    const picked = pickedClips.parse(await (await send("POST", `/api/uploads/${upload}/pick`, wish)).json());
    expect([picked.library, picked.clips.map(({ clip }) => clip)]).toEqual(["vader-sentiment", ["c1", "c2"]]);
    expect((await send("POST", `/api/uploads/${upload}/pick`, { ...wish, n: 2 })).status).toBe(422);
  });

  it("lets nobody but its coordinator near, and no name lead outside", async () => {
    const expert = (await world.start("E1")).cookie;
    expect((await send("POST", "/api/uploads", undefined, expert)).status).toBe(403);
    expect((await send("POST", "/api/uploads", undefined, "")).status).toBe(401);
    for (const path of ["file?name=a", "preview", "study", "quiz/use"])
      expect(
        (await send(path.startsWith("file") ? "PUT" : "POST", `/api/uploads/${upload}/${path}`, {}, expert)).status,
      ).toBe(403);
    for (const name of [
      "../x",
      "a/../../x",
      "/etc/../x",
      "a\\b",
      "C:/x",
      "a//b",
      "a/./b",
      `${"x".repeat(300)}`,
      "a\u0001",
    ])
      expect([name, (await put(name, "x")).status]).toEqual([name, 422]);
    expect(readdirSync(join(uploadsDir, upload))).toEqual(["files"]);
    expect(readdirSync(join(uploadsDir, upload, "files"))).toEqual([]);
  });
});
