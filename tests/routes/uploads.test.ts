// A study comes in by screen: its files go up, what was understood is told before anything is stored, then it is stored.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync, zipSync } from "fflate";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { builtQuiz, type StudyPreview, storedStudy, studyPreview } from "#schemas/new-study";
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
