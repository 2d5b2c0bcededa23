// Takes an item in hand: its draft, or the answer that stands, or nothing at all; and keeps the draft while it changes.
import { useEffect, useState } from "react";
import { keepDraft, openDraft } from "#client/capture/drafts";
import { createHand, type Hand } from "#client/capture/hand";
import type { ItemRow, PersonDatabase, StudyRow } from "#client/outbox/database";
import { keyOf } from "../shell/order.ts";

export interface InHand {
  readonly key: string;
  readonly hand: Hand;
  /** The person has already seen this clip: a draft or an answer stands. */
  readonly seen: boolean;
  readonly standing: boolean;
  /** A draft older than a sealed answer was set aside. */
  readonly stale: boolean;
}

export function useHand(db: PersonDatabase, study: StudyRow, item: ItemRow): InHand | undefined {
  const [inHand, setInHand] = useState<InHand>();
  const key = keyOf(item);
  const { id, occasion, media } = item;
  const { id: studyId, version, emotionOrder } = study;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the order of the emotions is read when the item is opened
  useEffect(() => {
    let gone = false;
    let stop = () => {};
    void openDraft(db, studyId, id, occasion).then(({ from, standing, stale }) => {
      if (gone) return;
      const hand = createHand({
        study: studyId,
        studyVersion: version,
        item: id,
        occasion,
        ...(media === undefined ? {} : { media: [media] }),
        ...(emotionOrder === undefined ? {} : { shown: emotionOrder }),
        ...(from === undefined ? {} : { from }),
      });
      const keeper = keepDraft(db, hand);
      stop = () => {
        keeper.stop();
        hand.timing.stop();
      };
      const stands = standing.response !== undefined;
      setInHand({ key, hand, seen: from?.draft === true || stands, standing: stands, stale });
    });
    return () => {
      gone = true;
      stop();
    };
  }, [db, studyId, version, id, occasion, media, key]);
  return inHand?.key === key ? inHand : undefined;
}
