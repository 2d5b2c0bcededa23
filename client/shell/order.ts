// Which item comes next: the open ones of the block in their order, those whose medium is not here at its end; then a
// break; then the next block that has something open. An item that would lock another waits until that one is done, in
// whatever block it stands. Pure, so that a reload comes to the same place.
import type { ItemState } from "#client/outbox/status";

export const keyOf = (item: { readonly id: string; readonly occasion: number }): string =>
  `${item.id}~${item.occasion}`;

export const isDone = (state: ItemState): boolean =>
  state.locked || state.state === "answered" || state.state === "skipped";

export interface Block {
  readonly number: number;
  /** Of the whole study: what others wait for. */
  readonly all: readonly ItemState[];
  readonly states: readonly ItemState[];
}

export function blocksOf(states: readonly ItemState[], size: number): Block[] {
  const blocks: Block[] = [];
  for (let from = 0; from < states.length; from += size)
    blocks.push({ number: blocks.length + 1, all: states, states: states.slice(from, from + size) });
  return blocks;
}

export function blockOf(blocks: readonly Block[], key: string): Block | undefined {
  return blocks.find((block) => block.states.some((state) => keyOf(state.item) === key));
}

/** Whether an item may be asked now that `answered` is done: the caption is never shown before the clip without it. */
const mayAsk = (block: Block, answered: string | undefined) => {
  const open = new Set(
    block.all.filter((state) => !isDone(state) && keyOf(state.item) !== answered).map(({ item }) => item.id),
  );
  return (state: ItemState): boolean =>
    !isDone(state) && keyOf(state.item) !== answered && (state.item.locks === undefined || !open.has(state.item.locks));
};

/** The next open item of a block after `after`, then from its start; those in `away` last. */
export function nextIn(block: Block, after: string | undefined, away: ReadonlySet<string>): ItemState | undefined {
  const at = after === undefined ? -1 : block.states.findIndex((state) => keyOf(state.item) === after);
  const inOrder = [...block.states.slice(at + 1), ...block.states.slice(0, at + 1)];
  const open = inOrder.filter(mayAsk(block, after));
  const here = open.find((state) => !away.has(keyOf(state.item)));
  return here ?? open[0];
}

/** The first block with something open besides `answered`, from this one on and then from the start. */
export function nextBlock(blocks: readonly Block[], from: number, answered?: string): Block | undefined {
  return [...blocks.slice(from - 1), ...blocks.slice(0, from - 1)].find((block) =>
    block.states.some(mayAsk(block, answered)),
  );
}
