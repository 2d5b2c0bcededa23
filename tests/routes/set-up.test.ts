// A study is set up and changed by its coordinator: in a draft where it stands, later as a new version; signed texts,
// media played to the end, a throw-away copy, and what waits for the coordinator.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { v7 as uuid } from "uuid";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sliceHashHeader } from "#schemas/recording";
import { inbox, studyMedia, studySigns } from "#schemas/set-up";
import type { Pack } from "#schemas/sync";
import { changeStudy } from "#server/store/versions";
import { engines, openWorld, stillHash, tokenIn, type World } from "../access/world.ts";
import { deviceFor } from "./given.ts";

const film = readFileSync(join(import.meta.dirname, "../../fixtures/quiz/media/videos/0001.mp4"));
const second = readFileSync(join(import.meta.dirname, "../../fixtures/quiz/media/videos/0002.mp4"));

describe.each(engines)("a study that is set up on %s", (engine) => {
  let world: World;
  let cookie: string;
  beforeEach(async () => {
    world = await openWorld(engine);
    cookie = await world.coordinator("owner");
  });
  afterEach(() => world.close());

  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await world.ask(method, `/api/studies/quiz${path}`, {
      cookie,
      ...(body === undefined ? {} : { body }),
    });
    return { status: answer.status, told: (await answer.json()) as Record<string, unknown> };
  };
  const packOf = async (key: string): Promise<Pack> => (await world.ask("GET", "/api/sync/pack", { key })).json();
  const draft = () =>
    world.deps.store.db.updateTable("studies").set({ state: "draft" }).where("id", "=", "quiz").execute();
  const signFile = async (bytes: Uint8Array) => {
    const answer = await world.app.request(`${world.deps.publicUrl.origin}/api/studies/quiz/signs/file?name=a.mp4`, {
      method: "PUT",
      headers: { cookie, origin: world.deps.publicUrl.origin },
      body: new Uint8Array(bytes),
    });
    return { status: answer.status, told: (await answer.json()) as { facts: { hash: string } } };
  };

  it("is changed where it stands while it is a draft, and by a new version, with a reason, once it was open", async () => {
    await draft();
    const first = await ask("POST", "/versions", { settings: { breakEvery: 10 }, instructions: { en: "Look first." } });
    expect(first).toEqual({ status: 200, told: { version: 1, changed: ["instructions", "settings.breakEvery"] } });
    await ask("POST", "/decisions", { kind: "state", state: "open", reason: "ready" });
    const refused = await ask("POST", "/versions", { settings: { breakEvery: 5 } });
    expect([refused.status, refused.told["detail"]]).toEqual([422, "reason: needed once the study has been open."]);
    const { told } = await ask("POST", "/versions", { settings: { breakEvery: 5 }, reason: "people get tired" });
    expect(told).toEqual({ version: 2, changed: ["settings.breakEvery"] });
    expect((await ask("POST", "/versions", { settings: { breakEvery: 5 }, reason: "again" })).told).toEqual({
      version: 2,
      changed: [],
    });
    const detail = (await ask("GET", "")).told as {
      version: number;
      decisions: { decision: object; byName: string }[];
    };
    expect(detail.version).toBe(2);
    expect(detail.decisions[0]).toMatchObject({
      byName: "Person owner",
      decision: { kind: "version", version: 2, changed: ["settings.breakEvery"], reason: "people get tired" },
    });
    expect((await ask("GET", "/items")).told["items"]).toHaveLength(3);
  });

  it("keeps and counts answers that were given to an older version", async () => {
    const device = await deviceFor(world, "E1", "quiz");
    await ask("POST", "/versions", { title: "Another title", reason: "clearer" });
    await device.give("choice", "q1", { option: "A", shown: ["A", "B", "C", "D"] });
    const pack = await packOf(device.key);
    expect(pack.studies[0]).toMatchObject({ version: 2, title: "Another title" });
    expect(pack.studies[0]?.items).toHaveLength(3);
    await device.give("choice", "q2", { option: "B", shown: ["A", "B", "C", "D"] }, { studyVersion: 2 });
    const { told } = await ask("GET", "/progress");
    expect((told["people"] as { code: string; answered: number }[]).find(({ code }) => code === "E1")?.answered).toBe(
      2,
    );
  });

  it("asks for consent again when its words change, and never when they do not", async () => {
    const consent = {
      sections: [{ id: "why", title: { en: "Why" }, text: { en: "We study signs." } }],
      board: "Board",
    };
    await ask("POST", "/versions", { consent, reason: "the board asks" });
    const versionNow = async () =>
      ((await ask("GET", "")).told["definition"] as { consent?: { version: number } }).consent?.version;
    expect(await versionNow()).toBe(1);
    await ask("POST", "/versions", { consent, title: "Signs", reason: "title" });
    expect(await versionNow()).toBe(1);
    await ask("POST", "/versions", { consent: { ...consent, number: "2026-7" }, reason: "number" });
    expect(await versionNow()).toBe(2);
    await ask("POST", "/versions", { consent: null, reason: "none" });
    expect(await versionNow()).toBeUndefined();
    await ask("POST", "/versions", { consent, reason: "back" });
    expect(await versionNow()).toBe(3);
  });

  it("refuses what people's items hang on once it was open, and what a template fixes", async () => {
    const bad = async (change: object) => (await ask("POST", "/versions", { ...change, reason: "r" })).told["detail"];
    expect(await bad({ settings: { order: "blocked" } })).toMatch(/^settings.order: cannot be changed/);
    expect(await bad({ settings: { captions: "shown" } })).toMatch(/^settings.captions: cannot be changed/);
    expect(await bad({ template: "cnsl" })).toMatch(/^settings.cannotTell: the template cnsl fixes it/);
    expect(
      (await ask("POST", "/versions", { template: "cnsl", settings: { cannotTell: false }, reason: "r" })).told,
    ).toEqual({
      version: 2,
      changed: ["template", "settings.cannotTell"],
    });
    expect(await bad({ settings: { cannotTell: true } })).toMatch(/the template cnsl fixes it/);
    expect((await ask("POST", "/versions", { key: "A" })).status).toBe(400);
  });

  it("shares items out anew when a draft gets another order, and gives added items to everybody", async () => {
    await draft();
    const owed = async (code: string) =>
      (
        await world.deps.store.db
          .selectFrom("assignments")
          .select(["item", "version"])
          .where("person", "=", world.people.get(code) ?? "")
          .where("removed_at", "is", null)
          .orderBy("position")
          .execute()
      ).map(({ item, version }) => `${item} ${version}`);
    await ask("POST", "/versions", { settings: { perItem: 1 } });
    expect([...(await owed("E1")), ...(await owed("E2"))].filter((one) => one !== "q3 1").sort()).toEqual([
      "q1 1",
      "q2 1",
    ]);
    await ask("POST", "/versions", { settings: { perItem: "all" } });
    await ask("POST", "/decisions", { kind: "state", state: "open", reason: "ready" });
    const device = await deviceFor(world, "E1", "quiz");
    await device.give("choice", "q1", { option: "A", shown: ["A", "B", "C", "D"] });
    const q4 = {
      ...{ protocol: "choice", id: "q4", name: "name-of-q4", practice: false, modality: "image", entry: "e4" },
      ...{ articulations: [], options: { A: "one", B: "two" }, media: stillHash },
    } as const;
    await changeStudy(world.deps.store, "quiz", {
      change: { reason: "one more" },
      added: { items: [q4 as never], keys: new Map([["q4", "B"]]), media: [] },
      by: world.people.get("owner") ?? "",
      now: world.deps.clock(),
    });
    expect((await owed("E1")).filter((one) => one.startsWith("q4"))).toEqual(["q4 2"]);
    expect(new Set(await owed("E1")).size).toBe(4);
    const items = (await packOf(device.key)).studies[0]?.items.map(({ id }) => id) ?? [];
    expect(items.sort()).toEqual(["q1", "q2", "q3", "q4"]);
    await device.give("choice", "q4", { option: "B", shown: ["A", "B"] }, { studyVersion: 2 });
  });

  it("keeps a signed text for each place and sends each person those of their own screens only", async () => {
    const { told } = await signFile(film);
    const other = (await signFile(second)).told.facts.hash;
    const { hash } = told.facts;
    const places = [
      "instructions",
      "consent:why",
      "option:q1:A",
      "option:q1:B",
      "option:q1:C",
      "option:q1:D",
      "option:q2:A",
    ];
    const signs = places.map((place) => ({
      place,
      media: place === "option:q1:B" ? other : hash,
      freezeMs: 100,
      credit: "Mei",
    }));
    expect((await ask("POST", "/versions", { signs, reason: "signed" })).status).toBe(200);
    expect(studySigns.parse((await ask("GET", "/signs")).told).signs).toHaveLength(7);
    const device = await deviceFor(world, "E1", "quiz");
    const [pack] = (await packOf(device.key)).studies;
    expect(pack?.signs?.map(({ place }) => place)).toEqual([
      ...["consent:why", "instructions", "option:q1:A", "option:q1:B", "option:q1:C", "option:q1:D"],
    ]);
    expect(pack?.signs?.[0]).toEqual({ place: "consent:why", media: hash, freezeMs: 100, credit: "Mei" });
    expect(pack?.media.map((one) => one.hash)).toEqual(expect.arrayContaining([hash, other]));
    expect((await world.ask("GET", `/media/${hash}`, { key: device.key })).status).toBe(200);
    const bad = async (sign: object) => (await ask("POST", "/versions", { signs: [sign], reason: "r" })).told["detail"];
    expect(await bad({ place: "help", media: stillHash, freezeMs: 0 })).toMatch(/no such video/);
    expect(await bad({ place: "help", media: hash, freezeMs: 9_999_999 })).toMatch(/behind the end/);
    expect(await bad({ place: "option:q9:A", media: hash, freezeMs: 0 })).toMatch(/no such option/);
    await ask("POST", "/versions", { signs: [{ place: "option:q1:C", media: null }], reason: "bad light" });
    const left = (await packOf(device.key)).studies[0]?.signs?.map(({ place }) => place);
    expect(left).toEqual(["consent:why", "instructions"]);
    expect((await signFile(Buffer.from("no film"))).status).toBe(422);
  });

  it("never lets an option be signed by a film that an item shows", async () => {
    const { hash } = (await signFile(film)).told.facts;
    const body = JSON.stringify({
      protocol: "choice",
      id: "q1",
      name: "x",
      practice: false,
      modality: "video",
      options: { A: "one" },
      media: hash,
    });
    await world.deps.store.db
      .updateTable("items")
      .set({ body })
      .where("study", "=", "quiz")
      .where("id", "=", "q1")
      .execute();
    const { told } = await ask("POST", "/versions", {
      signs: [{ place: "option:q1:A", media: hash, freezeMs: 0 }],
      reason: "r",
    });
    expect(told["detail"]).toMatch(/shown by an item; it would tell the answer/);
  });

  it("remembers which media were played to their end", async () => {
    const before = studyMedia.parse((await ask("GET", "/media")).told);
    expect(before.media.map(({ playedAt }) => playedAt)).toEqual([null]);
    expect((await ask("GET", "")).told["unplayed"]).toBe(1);
    expect((await ask("POST", "/media/played", { hashes: [stillHash, "f".repeat(64)] })).told).toEqual({ marked: 1 });
    expect((await ask("GET", "")).told["unplayed"]).toBe(0);
    expect((await ask("POST", "/media/played", { hashes: ["x"] })).status).toBe(400);
  });

  it("is tried on a copy that no list shows, that signs nobody out and that goes when the study opens", async () => {
    await draft();
    const { told } = await ask("POST", "/trial", { language: "en" });
    expect(told["items"]).toBe(3);
    const redeemed = await world.ask("POST", "/api/access/redeem", {
      cookie,
      body: { token: tokenIn(String(told["link"])), shared: false },
    });
    expect(redeemed.headers.get("set-cookie")).toBeNull();
    const { deviceKey, device, person } = (await redeemed.json()) as Record<string, string>;
    const [copy] = (await packOf(deviceKey ?? "")).studies;
    expect(copy).toMatchObject({ title: "Study quiz (trial)", state: "open" });
    expect(copy?.items).toHaveLength(3);
    const listed = (await (await world.ask("GET", "/api/studies", { cookie })).json()) as { studies: { id: string }[] };
    expect(listed.studies.map(({ id }) => id)).toEqual(["quiz"]);
    const record = {
      ...{
        v: 1,
        app: "test",
        id: uuid(),
        device,
        n: 1,
        study: copy?.id,
        studyVersion: 1,
        person,
        at: "2026-12-01T08:00:00.000Z",
      },
      ...{ offset: 0, kind: "choice", item: "q1", occasion: 1, answer: { option: "A", shown: ["A", "B", "C", "D"] } },
    };
    const push = async (n: number) => {
      const { default: canonicalize } = await import("canonicalize");
      const responses = [canonicalize({ ...record, id: n === 1 ? record.id : uuid(), n })];
      const body = { batch: uuid(), device, maxN: n, pending: 0, responses };
      const answer = await world.ask("POST", "/api/sync/push", { key: deviceKey ?? "", body });
      return ((await answer.json()) as { verdicts: { verdict: string }[] }).verdicts[0]?.verdict;
    };
    expect(await push(1)).toBe("stored");
    const slice = Buffer.from("one second of a signed question");
    const hash = createHash("sha256").update(slice).digest("hex");
    const sent = await world.app.request(`${world.deps.publicUrl.origin}/api/recordings/${uuid()}/0`, {
      method: "PUT",
      headers: {
        authorization: `Bearer ${deviceKey}`,
        origin: world.deps.publicUrl.origin,
        "content-type": "application/octet-stream",
        [sliceHashHeader]: hash,
      },
      body: slice,
    });
    expect([sent.status, await world.deps.media.has(hash)]).toEqual([200, true]);
    expect(((await ask("GET", "")).told as { answered: number }).answered).toBe(0);
    expect((await ask("POST", "/decisions", { kind: "state", state: "open", reason: "ready" })).status).toBe(200);
    expect((await packOf(deviceKey ?? "")).studies).toEqual([]);
    expect(await world.deps.media.has(hash)).toBe(false);
    const { db } = world.deps.store;
    for (const table of ["log", "studies", "items", "members"] as const)
      expect(JSON.stringify(await db.selectFrom(table).selectAll().execute())).not.toContain("trial");
    expect(await push(2)).toBe("quarantined");
  });

  it("lists questions with their replies, flags, held and set-aside answers for the coordinator", async () => {
    const device = await deviceFor(world, "E1", "quiz");
    const note = await device.give("note", "q1", { text: "Which hand?" });
    await device.give("flag", "q2", { reason: "wrong-sign" });
    await device.give("choice", "q1", { option: "A", shown: ["A", "B", "C", "D"] });
    await ask("POST", "/decisions", { kind: "remove", person: world.people.get("E1"), reason: "left" });
    const late = await device.give("choice", "q2", { option: "B", shown: ["A", "B", "C", "D"] });
    expect((await ask("GET", "")).told["needs"]).toMatchObject({ notes: 1, held: 1 });
    const read = async () => inbox.parse((await ask("GET", "/inbox")).told);
    const before = await read();
    expect(before.notes).toMatchObject([
      { response: note, code: "E1", text: "Which hand?", mayWatch: false, replies: [] },
    ]);
    expect(before.flags).toMatchObject([{ code: "E1", itemName: "name-of-q2", reason: "wrong-sign", settled: false }]);
    expect(before.held).toMatchObject([{ response: late, kind: "choice", why: ["removed"], says: "B" }]);
    world.ahead(1000);
    await ask("POST", "/decisions", { kind: "announce", texts: { en: "Either hand." }, note, reason: "asked" });
    await ask("POST", "/decisions", { kind: "admit", response: late, reason: "it was on its way" });
    await ask("POST", "/decisions", { kind: "retire", item: "q2", reason: "flagged" });
    const after = await read();
    expect(after.notes[0]?.replies).toMatchObject([{ texts: { en: "Either hand." } }]);
    expect(after.flags[0]?.settled).toBe(true);
    expect(after.held).toEqual([]);
    expect(after.retired).toMatchObject([{ item: "q2", itemName: "name-of-q2", reason: "flagged" }]);
    expect((await ask("GET", "")).told["needs"]).toMatchObject({ notes: 0, held: 0 });
  });
});
