// Signed answers over the real routes and a real store: resumable, idempotent, each person's own, seen by the team only
// where the signer said so.
import { createHash } from "node:crypto";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sliceHashHeader } from "#schemas/recording";
import { engines, openWorld, problemIn, type World } from "../access/world.ts";
import { deviceFor, type TestDevice } from "../routes/given.ts";

const sha = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const slices = ["the first second", "the second", "and the third"].map((text) => new TextEncoder().encode(text));

describe.each(engines)("a recording on %s", (engine) => {
  let world: World;
  let own: TestDevice;
  let other: TestDevice;
  beforeAll(async () => {
    world = await openWorld(engine);
    own = await deviceFor(world, "E1", "quiz");
    other = await deviceFor(world, "E2", "quiz");
  });
  afterAll(() => world.close());

  const send = (device: TestDevice, id: string, n: number | string, bytes: Uint8Array, hash = sha(bytes)) =>
    world.app.request(`http://127.0.0.1:8787/api/recordings/${id}/${n}`, {
      method: "PUT",
      headers: { authorization: `Bearer ${device.key}`, [sliceHashHeader]: hash },
      body: bytes as Uint8Array<ArrayBuffer>,
    });
  const here = (device: TestDevice, id: string) => world.ask("GET", `/api/recordings/${id}`, { key: device.key });
  const close = (device: TestDevice, id: string, more: object = {}) =>
    world.ask("POST", `/api/recordings/${id}`, {
      key: device.key,
      body: {
        ...{ study: "quiz", response: uuid(), type: "video/webm;codecs=vp8" },
        ...{ durationMs: 2400, slices: 3, hashes: slices.map(sha), ...more },
      },
    });
  const whole = async (response: string): Promise<string> => {
    const id = uuid();
    for (const [n, bytes] of slices.entries()) expect((await send(own, id, n, bytes)).status).toBe(200);
    expect((await close(own, id, { response })).status).toBe(200);
    return id;
  };

  it("comes in at any slice, as often as it likes, and tells what is there", async () => {
    const id = uuid();
    expect((await here(own, id)).status).toBe(404);
    for (const n of [2, 0, 0]) expect((await send(own, id, n, slices[n] as Uint8Array)).status).toBe(200);
    expect(await (await here(own, id)).json()).toEqual({ slices: [0, 2], closed: false });
    expect(await problemIn(await close(own, id))).toMatchObject({
      code: "conflict",
      detail: expect.stringMatching(/: 1\.$/),
    });
    await send(own, id, 1, slices[1] as Uint8Array);
    const response = uuid();
    expect(await (await close(own, id, { response })).json()).toMatchObject({ slices: [0, 1, 2], closed: true });
    expect((await close(own, id, { response })).status).toBe(200);
    expect((await close(own, id)).status).toBe(409);
    expect((await send(own, id, 1, slices[1] as Uint8Array)).status).toBe(200);
    expect((await send(own, id, 3, slices[1] as Uint8Array)).status).toBe(409);
  });

  it("refuses other content under a known number, a false hash, an empty or a huge slice, and no such number", async () => {
    const id = uuid();
    await send(own, id, 0, slices[0] as Uint8Array);
    expect((await send(own, id, 0, slices[1] as Uint8Array)).status).toBe(409);
    expect((await send(own, id, 1, slices[1] as Uint8Array, sha(slices[0] as Uint8Array))).status).toBe(422);
    expect((await send(own, id, 1, new Uint8Array())).status).toBe(422);
    expect((await send(own, id, 1, slices[1] as Uint8Array, "none")).status).toBe(400);
    expect((await send(own, id, 9999, slices[1] as Uint8Array)).status).toBe(400);
    expect((await send(own, "not-a-uuid", 0, slices[1] as Uint8Array)).status).toBe(400);
    expect((await send(own, id, 1, new Uint8Array(4 * 1024 * 1024 + 1))).status).toBe(413);
    expect(await (await here(own, id)).json()).toEqual({ slices: [0], closed: false });
  });

  it("belongs to the person of the device key: nobody else adds to it, closes it or learns of it", async () => {
    const id = uuid();
    await send(own, id, 0, slices[0] as Uint8Array);
    expect((await here(other, id)).status).toBe(404);
    expect((await send(other, id, 1, slices[1] as Uint8Array)).status).toBe(404);
    expect((await close(other, id, { slices: 1, hashes: [sha(slices[0] as Uint8Array)] })).status).toBe(404);
    expect((await close(own, id, { study: "clips", slices: 1, hashes: [sha(slices[0] as Uint8Array)] })).status).toBe(
      404,
    );
  });

  it("is seen by the coordinator only while the signer's last consent says so, byte for byte", async () => {
    const cookie = await world.coordinator("owner");
    const response = await own.give("flag", "q1", { reason: "other" });
    const id = await whole(response);
    const list = async () => (await world.ask("GET", "/api/studies/quiz/recordings", { cookie })).json();
    const file = () => world.ask("GET", `/api/studies/quiz/recordings/${id}`, { cookie });
    const consent = (switches: object) =>
      own.give("consent", "q1", { version: 1, switches }, { item: undefined, occasion: undefined });
    expect((await file()).status).toBe(403);
    expect((await list()).recordings).toEqual([]);
    await consent({ "recordings-team": true });
    const seen = await file();
    expect(seen.headers.get("content-type")).toBe("video/webm");
    expect(new Uint8Array(await seen.arrayBuffer())).toEqual(new Uint8Array(slices.flatMap((slice) => [...slice])));
    expect((await list()).recordings).toContainEqual(
      expect.objectContaining({ id, code: "E1", response, durationMs: 2400, bytes: 39 }),
    );
    await consent({ "recordings-team": false });
    expect((await file()).status).toBe(403);
    expect((await list()).recordings).toEqual([]);
    expect((await list()).withheld).toBeGreaterThan(0);
  });
});
