// Keeps the answer in hand from being lost before it is sealed: saved 250 ms after the last change and when the page
// goes. A draft names the leaf that stood when it was begun; once something else stands it is old and cannot win.
import type { PersonDatabase } from "#client/outbox/database";
import { standingHere } from "#client/outbox/standing-here";
import type { EmotionAnswer } from "#schemas/response";
import type { Standing } from "#schemas/standing";
import type { Hand, HandFrom } from "./hand.ts";

const draftDelayMs = 250;

export interface Keeper {
  flush(): Promise<void>;
  stop(): void;
}

export function keepDraft(db: PersonDatabase, hand: Hand): Keeper {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saving: Promise<void> = Promise.resolve();
  const save = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    saving = saving.catch(() => undefined).then(() => saveDraft(db, hand));
    return saving;
  };
  const off = hand.store.subscribe((state, before) => {
    if (state.answer !== before.answer) {
      clearTimeout(timer);
      timer = setTimeout(() => void save().catch(() => undefined), draftDelayMs);
    }
  });
  const leave = (): void => {
    if (timer !== undefined) void save().catch(() => undefined);
  };
  globalThis.addEventListener?.("pagehide", leave);
  return {
    flush: () => (timer === undefined ? saving : save()),
    stop() {
      leave();
      off();
      globalThis.removeEventListener?.("pagehide", leave);
    },
  };
}

async function saveDraft(db: PersonDatabase, hand: Hand): Promise<void> {
  const { study, item, occasion } = hand.key;
  await db.transaction("rw", [db.drafts, db.responses], async () => {
    const { answer, trail } = hand.store.getState();
    const { leaf } = await standingHere(db, study, item, occasion);
    if ((leaf?.id ?? null) !== hand.basis) return;
    await db.drafts.put({
      study,
      item,
      occasion,
      answer,
      trail,
      basis: hand.basis,
      savedAt: new Date().toISOString(),
    });
  });
}

export interface Opened {
  /** What `createHand` starts from: a draft that is newer than what stands, else the standing answer. */
  readonly from?: HandFrom;
  readonly standing: Standing;
  /** A draft was begun before what stands now: it is set aside, and the page says so. */
  readonly stale: boolean;
}

export async function openDraft(db: PersonDatabase, study: string, item: string, occasion: number): Promise<Opened> {
  return db.transaction("r", [db.drafts, db.responses], async () => {
    const draft = await db.drafts.get([study, item, occasion]);
    const stands = await standingHere(db, study, item, occasion);
    const basis = stands.leaf?.id ?? null;
    if (draft !== undefined && draft.basis === basis) {
      const from = { answer: draft.answer as EmotionAnswer, trail: draft.trail, basis, draft: true };
      return { from, standing: stands, stale: false };
    }
    const stale = draft !== undefined;
    if (stands.response?.kind === "emotion")
      return { from: { answer: stands.response.answer, basis, draft: false }, standing: stands, stale };
    const empty: EmotionAnswer = { emotions: {}, cues: [] };
    return { from: { answer: empty, basis, draft: false }, standing: stands, stale };
  });
}
