// A person has everything erased (I13): it leaves the server and the device, and does not come back by device, by a file
// that was handed in, or by a recording that was on its way. Real routes, real store, real outbox.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { seal } from "#client/capture/seal";
import { metaOf } from "#client/outbox/database";
import { refreshPack } from "#client/outbox/packs";
import { put } from "#client/outbox/put";
import { hello } from "#client/outbox/reconcile";
import { endTake, keepSlice, newTakeId } from "#client/outbox/recordings";
import { waiting } from "#client/outbox/status";
import { unsentFile } from "#client/outbox/unsent-file";
import { verifyData } from "#server/commands/verify";
import { readErasedList } from "#server/store/erased-bytes";
import { liveLinks } from "#server/store/links";
import { readLog } from "#server/store/log";
import { membersOf } from "#server/store/members";
import { engines, openWorld, problemIn, type World } from "../access/world.ts";
import { copyOf, type Place, startOn } from "./line.ts";

const words = "words that only this person could have written";
const shown: ("A" | "B" | "C" | "D")[] = ["A", "B", "C", "D"];
const base = { study: "quiz", studyVersion: 1, item: "q1", occasion: 1 };
const choice = (item: string) => seal({ ...base, item, kind: "choice", answer: { option: "A", shown } });
const flag = (recording: string) =>
  seal({ ...base, kind: "flag", answer: { reason: "other", text: words, recording } });

describe.each(engines)("erasing a person on %s", (engine) => {
  let world: World;
  let place: Place;
  let owner: string;
  beforeEach(async () => {
    world = await openWorld(engine);
    owner = await world.coordinator("owner");
    place = await startOn(world, "E1");
    await refreshPack(place.db, place.line.fetch);
  });
  afterEach(() => world.close());

  const take = async (second: string) => {
    const id = newTakeId();
    const of = { study: "quiz", item: "q1", occasion: 1, place: "flag", type: "video/webm;codecs=vp8" };
    for (const n of [0, 1]) await keepSlice(place.db, { ...of, id }, n, new Blob([`${second} ${n}`]), n * 1000);
    await endTake(place.db, id, 2000);
    return id;
  };
  const erase = (more: object = {}) =>
    world.ask("POST", "/api/studies/quiz/decisions", {
      cookie: owner,
      body: { kind: "erase", person: world.people.get("E1"), reason: "asked for it", ...more },
    });
  const sha = (text: string) => createHash("sha256").update(text).digest("hex");
  const draft = () =>
    place.db.drafts.put({
      ...{ study: "quiz", item: "q2", occasion: 1, answer: {}, trail: [], basis: null },
      savedAt: world.deps.clock().toISOString(),
    });
  const responses = async () =>
    (await readLog(world.deps.store, "quiz", 0, 100)).filter(({ entry }) => entry === "response");

  it("takes answers, recordings and ways in off the server, and keeps its books right", async () => {
    const signed = await take("signed");
    await put(place.db, choice("q1"));
    await put(place.db, flag(signed));
    await place.pass();
    expect(await world.deps.media.has(sha("signed 0"))).toBe(true);
    expect((await erase()).status).toBe(200);
    expect(await responses()).toEqual([]);
    expect([await world.deps.media.has(sha("signed 0")), await world.deps.media.has(sha("signed 1"))]).toEqual([
      false,
      false,
    ]);
    expect(await world.deps.store.db.selectFrom("recordings").selectAll().execute()).toEqual([]);
    const member = (await membersOf(world.deps.store, "quiz")).find(({ code }) => code === "E1");
    expect([member?.removedAt === null, member?.name]).toEqual([false, null]);
    expect((await liveLinks(world.deps.store, [place.db.person], world.deps.clock())).size).toBe(0);
    expect((await verifyData(world.deps)).faults).toEqual([]);
    const list = await readErasedList(world.deps.erasedList ?? "");
    expect(list).toContainEqual(expect.objectContaining({ study: "quiz", person: place.db.person }));
    expect(list).toContainEqual(expect.objectContaining({ recording: signed }));
    expect(list.filter((one) => "n" in one)).toHaveLength(2);
  });

  it.runIf(engine === "sqlite")("leaves no trace of the words in the database file", async () => {
    await put(place.db, flag(await take("signed")));
    await place.pass();
    const file = join(world.deps.erasedList ?? "", "../store.db");
    const held = () => [file, `${file}-wal`].some((one) => readFileSync(one).includes(words));
    expect(held()).toBe(true);
    await erase();
    expect(held()).toBe(false);
  });

  it("reaches the person's device at its next contact: answers, drafts and recordings go, both still agree", async () => {
    const signed = await take("signed");
    await put(place.db, flag(signed));
    await place.pass();
    const unsent = await take("not sent yet");
    await put(place.db, flag(unsent));
    await put(place.db, choice("q2"));
    await take("used by no answer");
    await draft();
    await erase();
    expect(await place.pass()).toBe("drained");
    for (const table of ["responses", "outbox", "drafts", "recordings", "slices", "studies", "items"])
      expect([table, await place.db.table(table).count()]).toEqual([table, 0]);
    expect(await waiting(place.db)).toMatchObject({ count: 0, recordings: 0, stuck: 0 });
    expect(await responses()).toEqual([]);
    expect((await hello(place.line)).agree).toBe(true);
    expect((await metaOf(place.db, "acknowledged"))?.count).toBe(3);
    expect((await verifyData(world.deps)).faults).toEqual([]);
  });

  it("answers a device that sends it all again `erased`, in pieces or whole", async () => {
    const signed = await take("signed");
    await put(place.db, flag(signed));
    await put(place.db, choice("q1"));
    const before = await copyOf(world, place);
    before.cut = (request) => !request.startsWith("PUT");
    await place.pass();
    await erase();
    const asked = async (method: string, path: string) => {
      const key = (await metaOf(place.db, "deviceKey")) ?? "";
      return problemIn(await world.ask(method, path, { key, body: method === "GET" ? undefined : {} }));
    };
    expect(await asked("GET", `/api/recordings/${signed}`)).toMatchObject({ status: 410, code: "erased" });
    before.cut = () => false;
    expect(await before.pass()).toBe("drained");
    expect(await responses()).toEqual([]);
    expect([await before.db.responses.count(), await before.db.recordings.count()]).toEqual([0, 0]);
    expect(await world.deps.media.has(sha("signed 0"))).toBe(false);
    expect((await verifyData(world.deps)).faults).toEqual([]);
  });

  it("erases a recording that was half way up, and refuses its slices from then on", async () => {
    const signed = await take("signed");
    await put(place.db, flag(signed));
    place.cut = (request) => request === `PUT /api/recordings/${signed}/1`;
    expect(await place.pass()).toBe("later");
    expect(await world.deps.media.has(sha("signed 0"))).toBe(true);
    await erase();
    expect(await world.deps.media.has(sha("signed 0"))).toBe(false);
    place.cut = () => false;
    expect(await place.pass()).toBe("drained");
    expect(await place.db.recordings.count()).toBe(0);
    expect(await world.deps.media.has(sha("signed 1"))).toBe(false);
  });

  it("is not undone by a file of unsent work that is handed in later", async () => {
    await put(place.db, choice("q1"));
    const { text } = await unsentFile(place.db, world.deps.clock());
    await erase();
    const answer = await world.ask("POST", "/api/studies/quiz/unsent", { cookie: owner, body: JSON.parse(text) });
    expect(await answer.json()).toMatchObject({ code: "E1", stored: 0, erased: 1, quarantined: 0 });
    expect(await responses()).toEqual([]);
    expect(await place.pass()).toBe("drained");
    expect((await hello(place.line)).agree).toBe(true);
  });

  it("leaves other people, and the person's part in another study, alone", async () => {
    const other = await startOn(world, "E2");
    await put(other.db, choice("q1"));
    await other.pass();
    await put(place.db, choice("q1"));
    await place.pass();
    const { db } = world.deps.store;
    const both = { study: "clips", person: place.db.person, code: "X1", role: "annotator", seat: "panel" };
    await db
      .insertInto("members")
      .values({ ...both, added_at: "2026-12-01T08:00:00.000Z", removed_at: null })
      .execute();
    await erase();
    expect((await responses()).map(({ person }) => person)).toEqual([other.db.person]);
    expect((await liveLinks(world.deps.store, [place.db.person], world.deps.clock())).size).toBe(1);
    expect(await other.pass()).toBe("drained");
    expect(await other.db.responses.count()).toBe(1);
  });

  it("is decided with a reason, once, about somebody of the study who does not coordinate it", async () => {
    expect(await problemIn(await erase({ reason: " " }))).toMatchObject({ code: "bad-value" });
    expect(await problemIn(await erase({ person: world.people.get("A1") }))).toMatchObject({ code: "bad-value" });
    expect(await problemIn(await erase({ person: world.people.get("owner") }))).toMatchObject({ code: "bad-value" });
    expect((await erase()).status).toBe(200);
    expect(await problemIn(await erase())).toMatchObject({ status: 410, code: "erased" });
  });
});
