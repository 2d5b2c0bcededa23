import { randomBytes } from "node:crypto";
import { Hono } from "hono";
import { compress } from "hono/compress";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Response } from "#schemas/response";
import { emptyDigest, haveReply, helloReply, pullReply, pushReply } from "#schemas/sync";
import { deviceTotals, revokeDevices } from "#server/store/devices";
import { digestWith } from "#server/store/digest";
import { appendDecision, readLog } from "#server/store/log";
import type { Store } from "#server/store/open";
import { Hand, noon, openStudy, type World } from "../store/people.ts";
import { engines, freshPlace, type Place } from "../store/places.ts";
import { ask, gzipped, pushOf, syncApp } from "./world.ts";

describe.each(engines)("sync on %s", (engine) => {
  let place: Place;
  let store: Store;
  let app: Hono;
  let world: World;
  let number = 0;
  beforeAll(async () => {
    place = await freshPlace(engine);
    store = place.store;
    app = syncApp(store);
  });
  afterAll(() => place.end());
  const fresh = async (): Promise<Hand> => {
    number += 1;
    world = await openStudy(store, { id: `study${number}` });
    return Hand.of(store, world.study, world.people.get("E1") as string);
  };
  const hello = (hand: Hand, count: number, digest: string) =>
    ask(app, "/api/sync/hello", hand.deviceKey, {
      device: hand.device,
      count,
      digest,
      maxN: hand.n,
      pending: 0,
      oldestPendingAt: null,
    });

  it("takes a gzip push and answers a verdict for each id under the batch's id", async () => {
    const hand = await fresh();
    const request = pushOf(hand, [hand.choice("q0"), hand.choice("q1")]) as { batch: string };
    const { status, body } = await ask(app, "/api/sync/push", hand.deviceKey, gzipped(request), {
      "content-encoding": "gzip",
    });
    expect(status).toBe(200);
    const reply = pushReply.parse(body);
    expect(reply.batch).toBe(request.batch);
    expect(reply.verdicts.map(({ verdict }) => verdict)).toEqual(["stored", "stored"]);
    const row = await store.db.selectFrom("devices").selectAll().where("id", "=", hand.device).executeTakeFirst();
    expect(row).toMatchObject({ said_max_n: 2, said_pending: 0, last_seen_at: noon.toISOString(), count: 2 });
  });

  it("is answered as it is where little is said, and packed where much is", async () => {
    const hand = await fresh();
    const packing = new Hono().use(compress()).route("/", app);
    const told = async (count: number) => {
      const records = Array.from({ length: count }, () => hand.choice("q0"));
      const answer = await packing.request("/api/sync/push", {
        method: "POST",
        headers: { authorization: `Bearer ${hand.deviceKey}`, "accept-encoding": "gzip" },
        body: JSON.stringify(pushOf(hand, records)),
      });
      return answer.headers.get("content-encoding");
    };
    expect(await told(1)).toBeNull();
    expect(await told(40)).toBe("gzip");
  });

  const bad: [string, (hand: Hand) => Promise<unknown>, number, string][] = [
    ["a body that is not JSON", (h) => ask(app, "/api/sync/push", h.deviceKey, "{ not json"), 400, "not-json"],
    ["no body", (h) => ask(app, "/api/sync/push", h.deviceKey, ""), 400, "not-json"],
    [
      "what is no gzip",
      (h) => ask(app, "/api/sync/push", h.deviceKey, "{}", { "content-encoding": "gzip" }),
      400,
      "not-json",
    ],
    [
      "an encoding that is not spoken",
      (h) => ask(app, "/api/sync/push", h.deviceKey, "{}", { "content-encoding": "br" }),
      400,
      "bad-request",
    ],
    [
      "an envelope that lacks a field",
      (h) => ask(app, "/api/sync/push", h.deviceKey, { batch: uuid() }),
      400,
      "bad-request",
    ],
    [
      "an envelope with a strange field",
      (h) => ask(app, "/api/sync/push", h.deviceKey, pushOf(h, [], { more: 1 })),
      400,
      "bad-request",
    ],
    [
      "more than 500 responses",
      (h) =>
        ask(
          app,
          "/api/sync/push",
          h.deviceKey,
          pushOf(
            h,
            Array.from({ length: 501 }, () => "{}"),
          ),
        ),
      400,
      "bad-request",
    ],
    [
      "a gzip body larger than the wire allows",
      (h) =>
        ask(app, "/api/sync/push", h.deviceKey, gzipped(randomBytes(300_000).toString("base64")), {
          "content-encoding": "gzip",
        }),
      413,
      "too-large",
    ],
    [
      "a gzip body that inflates beyond the limit",
      (h) => ask(app, "/api/sync/push", h.deviceKey, gzipped(" ".repeat(3_000_000)), { "content-encoding": "gzip" }),
      413,
      "too-large",
    ],
    [
      "a plain body beyond the limit",
      (h) => ask(app, "/api/sync/push", h.deviceKey, " ".repeat(3_000_000)),
      413,
      "too-large",
    ],
    [
      "another device's name",
      (h) => ask(app, "/api/sync/push", h.deviceKey, pushOf(h, [], { device: uuid() })),
      403,
      "not-yours",
    ],
    ["a wrong key", (h) => ask(app, "/api/sync/push", "x".repeat(22), pushOf(h, [])), 401, "signed-out"],
    [
      "another person's response",
      (h) =>
        ask(app, "/api/sync/push", h.deviceKey, pushOf(h, [h.choice("q0"), { ...h.choice("q1"), person: "someone" }])),
      403,
      "another-person",
    ],
  ];
  it.each(bad)("refuses %s with one clear problem and stores nothing", async (_, send, status, code) => {
    const hand = await fresh();
    expect(await send(hand)).toMatchObject({ status, body: { status, code } });
    expect(await readLog(store, world.study, 0, 10)).toEqual([]);
  });

  it("agrees with a device that holds the same, and finds what either side lacks", async () => {
    const hand = await fresh();
    const records = [hand.choice("q0"), hand.choice("q1"), hand.choice("q2")];
    await ask(app, "/api/sync/push", hand.deviceKey, pushOf(hand, records));
    const ids = records.map(({ id }) => id);
    const same = helloReply.parse((await hello(hand, 3, digestWith(emptyDigest, ids))).body);
    expect(same).toMatchObject({
      agree: true,
      epochs: { [world.study]: 1 },
      backedUp: {},
      serverTime: noon.toISOString(),
    });
    const lost = uuid();
    const other = [...ids.slice(1), lost];
    expect((await hello(hand, 3, digestWith(emptyDigest, other))).body).toMatchObject({ agree: false });
    const { body } = await ask(app, "/api/sync/have", hand.deviceKey, { ids: other });
    const reply = haveReply.parse(body);
    expect(reply.missing).toEqual([lost]);
    expect(reply.extra.map((text) => (JSON.parse(text) as Response).id)).toEqual([ids[0]]);
    expect(reply.erased).toEqual([]);
  });

  it("tells a device what was erased and counts it in the digest", async () => {
    const hand = await fresh();
    const records = [hand.choice("q0"), hand.choice("q1")];
    const ids = records.map(({ id }) => id);
    await ask(app, "/api/sync/push", hand.deviceKey, pushOf(hand, records));
    await appendDecision(
      store,
      {
        v: 1,
        id: uuid(),
        study: world.study,
        at: noon.toISOString(),
        by: world.coordinator,
        kind: "erase",
        person: hand.person,
      },
      noon,
    );
    expect((await hello(hand, 2, digestWith(emptyDigest, ids))).body).toMatchObject({
      agree: true,
      epochs: { [world.study]: 2 },
    });
    const { body } = await ask(app, "/api/sync/have", hand.deviceKey, { ids });
    expect(body).toMatchObject({ missing: [], extra: [], erased: expect.arrayContaining(ids) });
  });

  it("gives a person what they answered on other devices, page by page, and nobody else's", async () => {
    const hand = await fresh();
    const second = await Hand.of(store, world.study, hand.person);
    const stranger = await Hand.of(store, world.study, world.people.get("E2") as string);
    for (const one of [hand, stranger]) {
      const records = Array.from({ length: 12 * 50 }, (_, k) => one.choice(`q${k % 12}`));
      for (const part of [records.slice(0, 300), records.slice(300)])
        await ask(app, "/api/sync/push", one.deviceKey, pushOf(one, part));
    }
    const got: string[] = [];
    let cursors = {};
    for (let page = 0; page < 3; page++) {
      const { body } = await ask(app, "/api/sync/pull", second.deviceKey, { cursors });
      const reply = pullReply.parse(body);
      got.push(...reply.responses.map(({ text }) => (JSON.parse(text) as Response).person));
      cursors = reply.cursors;
      expect(reply.more).toBe(page === 0);
    }
    expect(got).toEqual(Array.from({ length: 600 }, () => hand.person));
    const again = await ask(app, "/api/sync/pull", second.deviceKey, { cursors: { [world.study]: [99, 600] } });
    expect(pullReply.parse(again.body).responses).toHaveLength(500);
    const own = await ask(app, "/api/sync/pull", hand.deviceKey, { cursors: {} });
    expect(own.body).toMatchObject({ responses: [], more: false });
  });

  it("lets a withdrawn device deliver and say hello, but read nothing", async () => {
    const hand = await fresh();
    const kept = hand.choice("q0");
    await ask(app, "/api/sync/push", hand.deviceKey, pushOf(hand, [kept]));
    await revokeDevices(store, hand.person, noon);
    const pushed = await ask(app, "/api/sync/push", hand.deviceKey, pushOf(hand, [hand.choice("q1")]));
    expect(pushReply.parse(pushed.body).verdicts[0]?.verdict).toBe("stored");
    expect((await hello(hand, 0, emptyDigest)).status).toBe(200);
    expect((await ask(app, "/api/sync/have", hand.deviceKey, { ids: [] })).body).toMatchObject({ extra: [] });
    for (const answer of [
      await ask(app, "/api/sync/pull", hand.deviceKey, { cursors: {} }),
      await ask(app, "/api/sync/pack", hand.deviceKey),
    ])
      expect(answer).toMatchObject({ status: 403, body: { code: "not-yours" } });
    expect((await deviceTotals(store, hand.device)).count).toBe(2);
  });
});
