import { describe, expect, it } from "vitest";
import { metaOf, type PersonDatabase } from "#client/outbox/database";
import { deliver } from "#client/outbox/deliver";
import { put } from "#client/outbox/put";
import { standingHere } from "#client/outbox/standing-here";
import { stuckHere, waiting } from "#client/outbox/status";
import { openDevice, sealedChoice } from "./device.ts";
import { digestOf, ServerModel } from "./server-model.ts";

const day = 86_400_000;

async function withAnswers(count: number): Promise<{ server: ServerModel; db: PersonDatabase; ids: string[] }> {
  const server = new ServerModel();
  const db = await openDevice("ada", server);
  const ids: string[] = [];
  for (let i = 1; i <= count; i++) ids.push((await put(db, sealedChoice(`i${i}`))).id);
  return { server, db, ids };
}
const pass = (db: PersonDatabase, server: ServerModel, now = Date.now()) =>
  deliver({ db, fetch: server.fetch, now: () => now }, true);

describe("delivery of one person's answers", () => {
  it("sends everything once, in order, and greets", async () => {
    const { server, db, ids } = await withAnswers(5);
    expect(await pass(db, server)).toBe("drained");
    expect(server.log.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5]);
    expect(await waiting(db)).toMatchObject({ count: 0, oldestAt: null, stuck: 0 });
    expect(await metaOf(db, "acknowledged")).toEqual({ count: 5, digest: digestOf(ids) });
  });

  it.each(["cut-before", "html", "truncated", 429, 502] as const)(
    "keeps every answer when the reply to a push is %s",
    async (fault) => {
      const { server, db } = await withAnswers(3);
      server.faults = [fault];
      expect(await pass(db, server)).toBe("later");
      expect((await waiting(db)).count).toBe(3);
      expect(await pass(db, server)).toBe("drained");
      expect(server.log.length).toBe(3);
    },
  );

  it("leaves one row each when the server stored a batch and the line was cut before its reply (FR-13)", async () => {
    const { server, db } = await withAnswers(5);
    server.faults = ["cut-after"];
    expect(await pass(db, server)).toBe("later");
    expect((await waiting(db)).count).toBe(5);
    await pass(db, server);
    expect(server.log.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5]);
    expect((await waiting(db)).count).toBe(0);
  });

  it("believes no reply that is about another batch", async () => {
    const { server, db } = await withAnswers(1);
    const fetch = async (path: string, init?: RequestInit): Promise<Response> => {
      const reply = await server.fetch(path, init);
      if (path !== "/api/sync/push") return reply;
      const said = (await reply.json()) as { verdicts: unknown };
      return Response.json({ batch: "3f1b1c1e-0000-4000-8000-000000000000", verdicts: said.verdicts });
    };
    expect(await deliver({ db, fetch, now: Date.now }, true)).toBe("later");
    expect((await waiting(db)).count).toBe(1);
  });

  it("settles each by its own verdict", async () => {
    const { server, db, ids } = await withAnswers(3);
    server.quarantine.add(ids[1] ?? "");
    server.erased.set(ids[2] ?? "", (await metaOf(db, "device")) ?? "");
    await pass(db, server);
    expect(server.log.map(({ id }) => id)).toEqual([ids[0]]);
    expect(await stuckHere(db)).toMatchObject([{ id: ids[1], reason: "quarantined", problem: "cannot count" }]);
    expect(await db.responses.get(ids[2] ?? "")).toBeUndefined();
    expect(await waiting(db)).toMatchObject({ count: 0, stuck: 1 });
  });

  it("gets 499 good ones through in the same pass as one that the server cannot take", async () => {
    const { server, db, ids } = await withAnswers(40);
    server.poison.add(ids[17] ?? "");
    expect(await pass(db, server)).toBe("drained");
    expect(server.log.length).toBe(39);
    expect(await stuckHere(db)).toMatchObject([{ id: ids[17], reason: "unacceptable" }]);
    expect(await waiting(db)).toMatchObject({ count: 1, stuck: 1 });
  });

  it("tries what was set aside again after a day", async () => {
    const { server, db, ids } = await withAnswers(4);
    server.poison.add(ids[0] ?? "");
    await pass(db, server);
    server.poison.clear();
    await pass(db, server);
    expect(server.log.length).toBe(3);
    await pass(db, server, Date.now() + day + 1);
    expect(server.log.length).toBe(4);
    expect(await waiting(db)).toMatchObject({ count: 0, oldestAt: null, stuck: 0 });
  });

  it("sets nothing aside while the server takes nothing at all, and sends all when it is mended (FR-02)", async () => {
    const { server, db, ids } = await withAnswers(3);
    for (const id of ids) server.poison.add(id);
    for (let i = 0; i < 4; i++) expect(await pass(db, server)).toBe("later");
    expect(await db.stuck.count()).toBe(0);
    expect((await waiting(db)).stuck).toBe(3);
    server.poison.clear();
    expect(await pass(db, server)).toBe("drained");
    expect(server.log.length).toBe(3);
  });

  it("blames no response while the server does not even greet", async () => {
    const { server, db, ids } = await withAnswers(2);
    server.poison.add(ids[0] ?? "");
    server.greets = false;
    expect(await pass(db, server)).toBe("later");
    expect(server.requests.filter((path) => path === "/api/sync/push").length).toBe(1);
    expect((await waiting(db)).stuck).toBe(0);
  });

  it("pauses one person's sending at 401 and never their answering", async () => {
    const { server, db } = await withAnswers(1);
    server.faults = [401];
    expect(await pass(db, server)).toBe("paused");
    expect(await metaOf(db, "paused")).toMatchObject({ code: "c401" });
    await put(db, sealedChoice("i9"));
    expect((await waiting(db)).count).toBe(2);
    expect(await pass(db, server)).toBe("drained");
    expect(await metaOf(db, "paused")).toBeUndefined();
  });

  it("refills a server that was restored from yesterday", async () => {
    const { server, db } = await withAnswers(2);
    await pass(db, server);
    await server.backUp();
    await put(db, sealedChoice("i3"));
    await pass(db, server);
    await server.restore();
    expect(server.log.length).toBe(2);
    await pass(db, server);
    expect(server.log.length).toBe(3);
  });

  it("brings back what the browser lost", async () => {
    const { server, db, ids } = await withAnswers(3);
    await pass(db, server);
    await db.responses.clear();
    await db.acknowledged.clear();
    await db.meta.bulkDelete(["acknowledged", "n"]);
    expect(await pass(db, server)).toBe("drained");
    expect((await db.responses.toCollection().primaryKeys()).sort()).toEqual([...ids].sort());
    expect((await put(db, sealedChoice("i4"))).n).toBe(4);
    await pass(db, server);
    expect(server.log.map(({ n }) => n)).toEqual([1, 2, 3, 4]);
  });

  it("shows an answer of the person's other device, and which of two stands", async () => {
    const server = new ServerModel();
    const phone = await openDevice("ada", server);
    const laptop = await openDevice("ada", server);
    await put(
      phone,
      sealedChoice("i1", "A", () => new Date("2026-01-01T10:00:00Z")),
    );
    await put(
      laptop,
      sealedChoice("i1", "B", () => new Date("2026-01-01T11:00:00Z")),
    );
    for (const db of [phone, laptop, phone]) await pass(db, server);
    for (const db of [phone, laptop])
      expect(await standingHere(db, "s1", "i1", 1)).toMatchObject({
        conflict: true,
        response: { answer: { option: "B" } },
      });
  });

  it("keeps within 500 responses a batch", async () => {
    const { server, db } = await withAnswers(501);
    await pass(db, server);
    expect(server.requests.filter((path) => path === "/api/sync/push").length).toBe(2);
    expect(server.log.length).toBe(501);
  });
});
