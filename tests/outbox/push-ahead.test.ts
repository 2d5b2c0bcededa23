// Batches follow each other without waiting for what the one before leaves to do here: order, blame and counts stay right.
import { describe, expect, it } from "vitest";
import { seal, textOf } from "#client/capture/seal";
import { amongKeys, responsesOf, takeOut } from "#client/outbox/by-ids";
import { metaOf, type PersonDatabase, setMeta } from "#client/outbox/database";
import { deliver } from "#client/outbox/deliver";
import { stuckHere, waiting } from "#client/outbox/status";
import type { Response as Given } from "#schemas/response";
import { choiceOf, openDevice } from "./device.ts";
import { digestOf, type Fault, ServerModel } from "./server-model.ts";

/** As `put` would leave them, written in bulk. */
async function withAnswers(count: number): Promise<{ server: ServerModel; db: PersonDatabase; ids: string[] }> {
  const server = new ServerModel();
  const db = await openDevice("ada", server);
  const device = (await metaOf(db, "device")) ?? "";
  const rows = Array.from({ length: count }, (_, k) => {
    const record = { ...seal(choiceOf(`i${k}`)), person: "ada", device, n: k + 1 } as Given;
    const { id, at, kind, study } = record;
    return { id, study, item: `i${k}`, occasion: 1, kind, device, n: k + 1, at, text: textOf(record) };
  });
  await db.responses.bulkAdd(rows.map((row) => ({ ...row, state: "waiting" as const, flags: [] })));
  await db.outbox.bulkAdd(rows.map(({ id, n, at }) => ({ id, n, at, strikes: 0 })));
  await setMeta(db, "n", count);
  return { server, db, ids: rows.map(({ id }) => id) };
}
const isPush = (path: string): boolean => path === "/api/sync/push";

describe("batches that follow each other", () => {
  it("arrive in order, at most one ahead of what is settled, and say rightly how much waits", async () => {
    const { server, db, ids } = await withAnswers(1010);
    const said: [number, number][] = [];
    const open: number[] = [];
    let away = 0;
    const fetch = async (path: string, init: RequestInit = {}): Promise<Response> => {
      if (!isPush(path)) return server.fetch(path, init);
      away += 1;
      open.push(away);
      const text = await new Response((init.body as Blob).stream().pipeThrough(new DecompressionStream("gzip"))).text();
      const { pending, responses } = JSON.parse(text) as { pending: number; responses: string[] };
      said.push([responses.length, pending]);
      const reply = await server.fetch(path, init);
      away -= 1;
      return reply;
    };
    expect(await deliver({ db, fetch, now: Date.now }, false)).toBe("drained");
    expect(server.log.map(({ id }) => id)).toEqual(ids);
    expect(open).toEqual([1, 1, 1]);
    expect(said).toEqual([
      [500, 1010],
      [500, 510],
      [10, 10],
    ]);
    expect(await metaOf(db, "acknowledged")).toEqual({ count: 1010, digest: digestOf(ids) });
    expect(await db.outbox.count()).toBe(0);
  }, 60_000);

  it.each<[Fault, string]>([
    ["cut-after", "later"],
    ["html", "later"],
    [401, "paused"],
  ])(
    "keep the second where its reply is %s, and have the first settled",
    async (fault, outcome) => {
      const { server, db, ids } = await withAnswers(600);
      server.faults = ["none", fault];
      expect(await deliver({ db, fetch: server.fetch, now: Date.now }, false)).toBe(outcome);
      expect((await waiting(db)).count).toBe(100);
      expect(await deliver({ db, fetch: server.fetch, now: Date.now }, false)).toBe("drained");
      expect(server.log.map(({ id }) => id)).toEqual(ids);
    },
    60_000,
  );

  it("get all but the one through that the server cannot take, in whichever batch it is", async () => {
    const { server, db, ids } = await withAnswers(600);
    server.poison.add(ids[550] ?? "");
    expect(await deliver({ db, fetch: server.fetch, now: Date.now }, false)).toBe("drained");
    expect(server.log.length).toBe(599);
    expect(await stuckHere(db)).toMatchObject([{ id: ids[550], reason: "unacceptable" }]);
  }, 60_000);
});

describe("rows by their ids", () => {
  it("are those that were asked for, in that order, whatever lies between", async () => {
    const { db, ids } = await withAnswers(40);
    const asked = [ids[39], ids[0], "no such id", ids[7]] as string[];
    expect((await responsesOf(db, asked)).map((row) => row?.n)).toEqual([40, 1, undefined, 8]);
    expect((await responsesOf(db, ids)).map((row) => row?.n)).toEqual(ids.map((_, k) => k + 1));
    expect(await amongKeys(db.outbox, asked)).toEqual(new Set([ids[0], ids[7], ids[39]]));
  });

  it("leave the queue, and nothing that lies between them does", async () => {
    const { db, ids } = await withAnswers(40);
    expect(await takeOut(db.outbox, [ids[39], ids[0], ids[7], "no such id"] as string[])).toBe(3);
    expect(await db.outbox.count()).toBe(37);
    expect(await takeOut(db.outbox, ids)).toBe(37);
    expect(await takeOut(db.outbox, ids)).toBe(0);
  });
});
