import { describe, expect, it } from "vitest";
import { seal } from "#client/capture/seal";
import { setMeta } from "#client/outbox/database";
import { put, SignedOut } from "#client/outbox/put";
import { standingHere } from "#client/outbox/standing-here";
import { waiting } from "#client/outbox/status";
import { response } from "#schemas/response";
import { openDevice, retractOf, sealedChoice } from "./device.ts";

describe("saving an answer", () => {
  it("writes a valid record with person, device and the next n", async () => {
    const db = await openDevice("ada");
    await put(db, sealedChoice("i1"));
    await put(db, sealedChoice("i2"));
    const rows = await db.responses.orderBy("id").toArray();
    expect(rows.map(({ n }) => n).sort()).toEqual([1, 2]);
    for (const row of rows) {
      const record = response.parse(JSON.parse(row.text));
      expect(record.person).toBe("ada");
      expect(record.n).toBe(row.n);
    }
    expect(await waiting(db)).toMatchObject({ count: 2, stuck: 0 });
  });

  it("keeps one response for a double click", async () => {
    const db = await openDevice("ada");
    const sealed = sealedChoice("i1");
    const [first, second] = await Promise.all([put(db, sealed), put(db, sealed)]);
    expect(second).toEqual(first);
    expect(await db.responses.count()).toBe(1);
  });

  it("refuses other content under a known id", async () => {
    const db = await openDevice("ada");
    const sealed = sealedChoice("i1", "A");
    await put(db, sealed);
    await expect(put(db, { ...sealedChoice("i1", "B"), id: sealed.id })).rejects.toThrow("other content");
  });

  it("makes one chain of three quick edits, so that they never conflict with themselves", async () => {
    const db = await openDevice("ada");
    const same = () => new Date("2026-01-01T00:00:00.000Z");
    await Promise.all([
      put(db, sealedChoice("i1", "A", same)),
      put(db, sealedChoice("i1", "B", same)),
      put(db, sealedChoice("i1", "C", same)),
    ]);
    const stands = await standingHere(db, "s1", "i1", 1);
    expect(stands.conflict).toBe(false);
    expect(stands.response).toMatchObject({ n: 3, answer: { option: "C" } });
  });

  it("takes a choice back without bringing an earlier one back, and chains the next on it", async () => {
    const db = await openDevice("ada");
    await put(db, sealedChoice("i1", "A"));
    const second = await put(db, sealedChoice("i1", "B"));
    await put(db, seal(retractOf("i1", second.id)));
    expect(await standingHere(db, "s1", "i1", 1)).toMatchObject({ conflict: false, leaf: { kind: "retract" } });
    await put(db, sealedChoice("i1", "D"));
    const stands = await standingHere(db, "s1", "i1", 1);
    expect(stands.conflict).toBe(false);
    expect(stands.response).toMatchObject({ answer: { option: "D" } });
  });

  it("refuses to take back what does not stand any more", async () => {
    const db = await openDevice("ada");
    const first = await put(db, sealedChoice("i1", "A"));
    await put(db, sealedChoice("i1", "B"));
    await expect(put(db, seal(retractOf("i1", first.id)))).rejects.toThrow("does not stand");
  });

  it("gives no n to an answer that could not be saved", async () => {
    const db = await openDevice("ada");
    const full = (): never => {
      throw new DOMException("no room", "QuotaExceededError");
    };
    db.outbox.hook("creating", full);
    await expect(put(db, sealedChoice("i1"))).rejects.toThrow();
    db.outbox.hook("creating").unsubscribe(full);
    expect(await db.responses.count()).toBe(0);
    expect((await put(db, sealedChoice("i1"))).n).toBe(1);
  });

  it("clears the draft of that item only", async () => {
    const db = await openDevice("ada");
    const draft = { study: "s1", occasion: 1, answer: {}, trail: [], basis: null, savedAt: "" };
    await db.drafts.bulkPut([
      { ...draft, item: "i1" },
      { ...draft, item: "i2" },
    ]);
    await put(db, sealedChoice("i1"));
    expect((await db.drafts.toArray()).map(({ item }) => item)).toEqual(["i2"]);
  });

  it("saves nothing where nobody is signed in", async () => {
    const db = await openDevice("ada");
    await db.meta.delete("device");
    await expect(put(db, sealedChoice("i1"))).rejects.toThrow(SignedOut);
  });

  it("notes the clock difference that the server last told", async () => {
    const db = await openDevice("ada");
    await setMeta(db, "skewMs", -4200);
    const { id } = await put(db, sealedChoice("i1"));
    expect(JSON.parse((await db.responses.get(id))?.text ?? "")).toMatchObject({ skewMs: -4200 });
  });
});
