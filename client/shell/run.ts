// A person's way through a study: which item is on the screen, which comes next, when a break is due, when all is done.
// What is answered is read live from their database; only the place in it is kept here.
import { useLiveQuery } from "dexie-react-hooks";
import { useEffect, useMemo, useState } from "react";
import type { PersonDatabase, StudyRow } from "#client/outbox/database";
import { type ItemState, itemStates } from "#client/outbox/status";
import { type Block, blockOf, blocksOf, keyOf, nextBlock, nextIn } from "./order.ts";

type Phase = "item" | "break" | "end" | "none-here" | "withdrawn";

export interface Run {
  readonly phase: Phase;
  readonly states: readonly ItemState[];
  readonly block: Block | undefined;
  /** What is on the screen in phase `item`. */
  readonly current: ItemState | undefined;
  /** What comes after it, to be prepared behind. */
  readonly next: ItemState | undefined;
  /** When this block was begun on this page. */
  readonly blockSince: number;
  /** Goes on after this item has been answered or skipped. */
  readonly advance: () => void;
  /** The medium of this item cannot be had now: its turn comes at the end of the block. */
  readonly putAway: () => void;
  readonly pause: () => void;
  readonly goOn: () => void;
}

interface Place {
  readonly phase: Phase;
  readonly key: string | undefined;
  readonly blockSince: number;
}

/** Undefined until the items have been read. `start`: a block's number, where the person chose one. */
export function useRun(db: PersonDatabase, study: StudyRow, start?: number): Run | undefined {
  const states = useLiveQuery(() => itemStates(db, study.id), [db, study.id]);
  const [place, setPlace] = useState<Place>();
  const [away, setAway] = useState<ReadonlySet<string>>(new Set());
  const blocks = useMemo(() => blocksOf(states ?? [], study.settings.breakEvery), [states, study.settings.breakEvery]);

  useEffect(() => {
    if (states === undefined || place !== undefined) return;
    setPlace(firstOf(blocks, start ?? 1));
  }, [states, blocks, place, start]);

  if (states === undefined || place === undefined) return undefined;
  const { key } = place;
  const block = key === undefined ? undefined : blockOf(blocks, key);
  const current = states.find((state) => keyOf(state.item) === key);
  const upcoming = block && nextIn(block, key, away);
  const following = upcoming ?? firstIn(nextBlock(blocks, (block?.number ?? 0) + 1, key));

  /** `tried`: what was found missing since something else could last be shown. */
  const move = (tried: ReadonlySet<string>) => {
    const then = block && nextIn(block, key, tried);
    const missing = then === undefined ? key !== undefined && tried.has(key) : tried.has(keyOf(then.item));
    if (missing) setPlace({ ...place, phase: "none-here", key: then === undefined ? key : keyOf(then.item) });
    else if (then !== undefined) setPlace({ ...place, phase: "item", key: keyOf(then.item) });
    else if (nextBlock(blocks, block?.number ?? 1, key) !== undefined) setPlace({ ...place, phase: "break" });
    else setPlace({ ...place, phase: "end" });
  };

  return {
    phase: place.phase === "item" && current === undefined ? "withdrawn" : place.phase,
    states,
    block,
    current,
    next: following,
    blockSince: place.blockSince,
    advance: () => {
      const then = block && nextIn(block, key, away);
      const onlyMissing = then !== undefined && away.has(keyOf(then.item));
      if (onlyMissing) setAway(new Set());
      move(onlyMissing ? new Set() : away);
    },
    putAway: () => {
      if (key === undefined) return;
      const tried = new Set(away).add(key);
      setAway(tried);
      move(tried);
    },
    pause: () => setPlace({ ...place, phase: "break" }),
    goOn: () => {
      setAway(new Set());
      const stays = current !== undefined && current.state !== "answered" && current.state !== "skipped";
      if (stays) setPlace({ ...place, phase: "item" });
      else setPlace(firstOf(blocks, block?.number ?? 1));
    },
  };
}

const firstIn = (block: Block | undefined): ItemState | undefined => block && nextIn(block, undefined, new Set());

function firstOf(blocks: readonly Block[], from: number): Place {
  const first = firstIn(nextBlock(blocks, Math.max(1, Math.min(from, blocks.length))));
  const blockSince = Date.now();
  return first === undefined
    ? { phase: "end", key: undefined, blockSince }
    : { phase: "item", key: keyOf(first.item), blockSince };
}
