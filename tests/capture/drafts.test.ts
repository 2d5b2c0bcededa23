import { describe, expect, it } from "vitest";
import { keepDraft, openDraft } from "#client/capture/drafts";
import { createHand, type HandFrom } from "#client/capture/hand";
import { put } from "#client/outbox/put";
import { openDevice } from "../outbox/device.ts";
import { timingAt } from "./timing-at.ts";

const handOf = (from?: HandFrom) =>
  createHand({
    study: "s1",
    studyVersion: 1,
    item: "c1",
    occasion: 1,
    timing: timingAt({ ms: 0 }),
    ...(from === undefined ? {} : { from }),
  });

describe("drafts", () => {
  it("are there again after the page went away 300 ms after the last change", async () => {
    const db = await openDevice("ada");
    const hand = handOf((await openDraft(db, "s1", "c1", 1)).from);
    const keeper = keepDraft(db, hand);
    hand.rate("joy", 0);
    await new Promise((done) => setTimeout(done, 300));
    await keeper.flush();
    const again = await openDraft(db, "s1", "c1", 1);
    expect(again.from).toMatchObject({ draft: true, answer: { emotions: { joy: 0 } } });
    expect(handOf(again.from).store.getState().trail).toEqual([[0, "joy", 0]]);
    keeper.stop();
  });

  it("never win over the answer that was sealed after them (FR-01)", async () => {
    const db = await openDevice("ada");
    const first = handOf((await openDraft(db, "s1", "c1", 1)).from);
    first.rate("sentiment", 2);
    await put(db, first.seal());

    const opened = await openDraft(db, "s1", "c1", 1);
    expect(opened.from).toMatchObject({ draft: false, answer: { sentiment: 2 } });
    const hand = handOf(opened.from);
    const keeper = keepDraft(db, hand);
    hand.rate("sentiment", -1);
    await keeper.flush();
    await put(db, hand.seal());
    await keeper.flush();
    keeper.stop();

    const after = await openDraft(db, "s1", "c1", 1);
    expect(after).toMatchObject({ stale: false, from: { draft: false, answer: { sentiment: -1 } } });
    expect(await db.drafts.count()).toBe(0);
  });

  it("from a second tab that still holds the older answer are not written over the newer one", async () => {
    const db = await openDevice("ada");
    const { from } = await openDraft(db, "s1", "c1", 1);
    const [here, there] = [handOf(from), handOf(from)];
    here.rate("sentiment", 1);
    await put(db, here.seal());
    const keeper = keepDraft(db, there);
    there.rate("sentiment", -2);
    await keeper.flush();
    expect(await db.drafts.count()).toBe(0);
    keeper.stop();
  });

  it("that are older than what stands are set aside and the page is told", async () => {
    const db = await openDevice("ada");
    const hand = handOf((await openDraft(db, "s1", "c1", 1)).from);
    const keeper = keepDraft(db, hand);
    hand.rate("sentiment", 3);
    await keeper.flush();
    const draft = await db.drafts.toCollection().first();
    keeper.stop();
    hand.rate("sentiment", -3);
    await put(db, hand.seal());
    if (draft !== undefined) await db.drafts.put(draft);
    expect(await openDraft(db, "s1", "c1", 1)).toMatchObject({ stale: true, from: { answer: { sentiment: -3 } } });
  });
});
