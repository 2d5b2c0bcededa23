// A device whose network never comes back gives its work as files, signed answers too: handed in they are as if they had
// been sent, and the device may send them all the same. Real outbox, real routes.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { seal } from "#client/capture/seal";
import { put } from "#client/outbox/put";
import { endTake, keepSlice, newTakeId } from "#client/outbox/recordings";
import { waiting } from "#client/outbox/status";
import { type UnsentFile, unsentFile } from "#client/outbox/unsent-file";
import { type HandedIn, unsentLimit } from "#schemas/unsent";
import { recordingById, slicesOf } from "#server/store/recordings";
import { engines, openWorld, type World } from "../access/world.ts";
import { type Place, startOn } from "./line.ts";

const base = { study: "quiz", studyVersion: 1, item: "q1", occasion: 1 };
const type = "video/webm;codecs=vp8";
const take = { study: "quiz", item: "q1", occasion: 1, place: "flag", type };

describe.each(engines)("a file of unsent recordings on %s", (engine) => {
  let world: World;
  let place: Place;
  let cookie: string;
  beforeEach(async () => {
    world = await openWorld(engine);
    cookie = await world.coordinator("owner");
    place = await startOn(world, "E1");
  });
  afterEach(() => world.close());

  const signed = async (seconds: readonly Uint8Array<ArrayBuffer>[], state: "used" | "kept" = "used") => {
    const id = newTakeId();
    for (const [n, bytes] of seconds.entries())
      await keepSlice(place.db, { ...take, id }, n, new Blob([bytes]), n * 1000);
    await endTake(place.db, id, seconds.length * 1000);
    if (state === "used")
      await put(place.db, seal({ ...base, kind: "flag", answer: { reason: "other", recording: id } }));
    return id;
  };
  const second = (size: number, fill: number) => new Uint8Array(size).fill(fill);
  const handIn = async (text: string): Promise<HandedIn> => {
    const answer = await world.ask("POST", "/api/studies/quiz/unsent", { cookie, body: text });
    expect(answer.status).toBe(200);
    return answer.json() as Promise<HandedIn>;
  };
  const bytesOf = async (id: string): Promise<Buffer> => {
    const slices = await slicesOf(world.deps.store, id);
    return Buffer.concat(await Promise.all(slices.map(({ hash }) => world.deps.media.read(hash))));
  };
  const all = ({ more, ...first }: UnsentFile) => [first, ...more];

  it("holds them byte for byte beside the answers, and says how large it is", async () => {
    const parts = [second(3000, 1), Uint8Array.from({ length: 256 }, (_, k) => k)];
    const id = await signed(parts);
    const unused = await signed([second(10, 9)], "kept");
    const file = await unsentFile(place.db, world.deps.clock());
    expect([file.bytes, file.more]).toEqual([Buffer.byteLength(file.text), []]);
    expect(file.text).not.toContain(unused);
    expect(await handIn(file.text)).toMatchObject({
      ...{ code: "E1", stored: 1, recordings: { stored: 1, open: 0, erased: 0, damaged: 0 } },
    });
    expect(await bytesOf(id)).toEqual(Buffer.concat(parts));
    expect(await recordingById(world.deps.store, id)).toMatchObject({
      ...{ person: place.db.person, type, duration_ms: 2000, handed_in_by: world.people.get("owner") },
      closed_at: world.deps.clock().toISOString(),
    });
    expect(await waiting(place.db)).toMatchObject({ count: 1 });
    expect(await place.pass()).toBe("drained");
    expect(place.asked.filter((one) => one.startsWith("PUT"))).toEqual([]);
    expect((await place.db.recordings.get(id))?.state).toBe("sent");
  });

  it("goes into several where one would grow too large, handed in in any order", async () => {
    const ids = [await signed([second(40_000, 1), second(40_000, 2)]), await signed([second(50_000, 3)])];
    const files = all(await unsentFile(place.db, world.deps.clock(), 100_000));
    expect(files).toHaveLength(3);
    expect(new Set(files.map(({ name }) => name)).size).toBe(3);
    expect(files.every(({ bytes }) => bytes <= 100_000 && bytes < unsentLimit)).toBe(true);
    const said: HandedIn[] = [];
    for (const { text } of files.reverse()) said.push(await handIn(text));
    expect(said.map(({ recordings }) => recordings.open)).toEqual([0, 1, 0]);
    expect(said.reduce((sum, { recordings }) => sum + recordings.stored, 0)).toBe(2);
    expect((await bytesOf(ids[0] ?? "")).length).toBe(80_000);
    expect((await handIn(files[0]?.text ?? "")).recordings.damaged).toBe(0);
  });

  it("keeps nothing of a second that was changed on its way, and takes the whole one later", async () => {
    const id = await signed([second(30, 1), second(30, 2)]);
    const { text } = await unsentFile(place.db, world.deps.clock());
    const file = JSON.parse(text) as { recordings: { slices: { base64: string }[] }[] };
    const [, last] = file.recordings[0]?.slices ?? [];
    if (last !== undefined) last.base64 = Buffer.from(second(30, 7)).toString("base64");
    expect((await handIn(JSON.stringify(file))).recordings).toEqual({ stored: 0, open: 0, erased: 0, damaged: 1 });
    expect(await slicesOf(world.deps.store, id)).toHaveLength(1);
    expect((await handIn(text)).recordings.stored).toBe(1);
    expect((await bytesOf(id)).length).toBe(60);
  });
});

describe("a take that no answer uses", () => {
  it("goes a day after the draft it was made for is gone, not before", async () => {
    const world = await openWorld("sqlite");
    const place = await startOn(world, "E1");
    const made = Date.now();
    const of = { ...take, id: newTakeId() };
    await keepSlice(place.db, of, 0, new Blob(["one"]), 900);
    const draft = { study: "quiz", item: "q1", occasion: 1, answer: {}, trail: [], basis: null, savedAt: "" };
    await place.db.drafts.put(draft);
    const passAt = async (hours: number) => {
      place.clock = () => made + hours * 3_600_000;
      expect(await place.pass()).toBe("drained");
      return place.db.slices.count();
    };
    expect(await passAt(48)).toBe(1);
    await place.db.drafts.clear();
    expect(await passAt(1)).toBe(1);
    expect(await passAt(25)).toBe(0);
    expect(await place.db.recordings.count()).toBe(0);
    await world.close();
  });
});
