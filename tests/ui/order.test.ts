// Which item comes next: in order, missing media last in their block, then a break, then the next open block.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ItemState } from "../../client/outbox/status.ts";
import { blockOf, blocksOf, isDone, keyOf, nextBlock, nextIn } from "../../client/shell/order.ts";

const state = (n: number, done = false, locked = false): ItemState => ({
  item: { id: `i${n}`, occasion: 1, practice: false, modality: "text", study: "s", position: n },
  state: done ? "answered" : "open",
  sent: false,
  locked,
  ready: true,
  conflict: false,
  onServerOnly: false,
});
const list = (marks: string): ItemState[] => [...marks].map((mark, n) => state(n, mark === "x", mark === "l"));
const none = new Set<string>();

describe("the order of items", () => {
  it("takes the next open item after the one on the screen, then the earlier ones", () => {
    const [block] = blocksOf(list("x.x.."), 5);
    if (block === undefined) throw new Error("no block");
    expect(nextIn(block, undefined, none)?.item.id).toBe("i1");
    expect(nextIn(block, "i1~1", none)?.item.id).toBe("i3");
    expect(nextIn(block, "i4~1", none)?.item.id).toBe("i1");
  });

  it("puts what is not on the device at the end of its block, and still offers it", () => {
    const [block] = blocksOf(list("..."), 3);
    if (block === undefined) throw new Error("no block");
    const away = new Set(["i0~1"]);
    expect(nextIn(block, "i0~1", away)?.item.id).toBe("i1");
    expect(nextIn(block, "i2~1", away)?.item.id).toBe("i1");
    const [last] = blocksOf(list(".xx"), 3);
    if (last === undefined) throw new Error("no block");
    expect(nextIn(last, "i2~1", away)?.item.id).toBe("i0");
  });

  it("does not offer locked items", () => {
    const [block] = blocksOf(list("l.l"), 3);
    if (block === undefined) throw new Error("no block");
    expect(nextIn(block, undefined, none)?.item.id).toBe("i1");
    expect(nextIn(block, "i1~1", none)).toBeUndefined();
  });

  it("asks for a clip without its caption before it asks with it, whichever block the person picks", () => {
    const states = list("....");
    const plain = (at: number) => states[at] as ItemState;
    states[2] = { ...plain(2), item: { ...plain(2).item, locks: "i0" } };
    states[3] = { ...plain(3), item: { ...plain(3).item, locks: "i1" } };
    const blocks = blocksOf(states, 2);
    expect(nextBlock(blocks, 2)?.number).toBe(1);
    expect(nextIn(blocks[1] as NonNullable<(typeof blocks)[1]>, undefined, none)).toBeUndefined();
    expect(nextBlock(blocks, 2, "i0~1")?.number).toBe(2);
    states[0] = { ...plain(0), state: "skipped" };
    const later = blocksOf(states, 2)[1] as NonNullable<(typeof blocks)[1]>;
    expect(nextIn(later, undefined, none)?.item.id).toBe("i2");
    expect(nextIn(later, "i2~1", none)).toBeUndefined();
  });

  it("finds the next block with something open, from here on and then from the start", () => {
    const blocks = blocksOf(list("x.xxx.xx"), 2);
    expect(nextBlock(blocks, 2)?.number).toBe(3);
    expect(nextBlock(blocks, 4)?.number).toBe(1);
    expect(nextBlock(blocks, 3, "i5~1")?.number).toBe(1);
    expect(nextBlock(blocksOf(list("xxxx"), 2), 1)).toBeUndefined();
  });

  it("visits every open item once when each is answered in turn", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 40 }), fc.integer({ min: 1, max: 9 }), (marks, size) => {
        const states = marks.map((done, n) => state(n, done));
        const visited: string[] = [];
        let key: string | undefined;
        for (let guard = 0; guard <= marks.length; guard += 1) {
          const blocks = blocksOf(states, size);
          const block = key === undefined ? undefined : blockOf(blocks, key);
          const following = nextBlock(blocks, block?.number ?? 1, key);
          const next = (block && nextIn(block, key, none)) ?? (following && nextIn(following, undefined, none));
          if (next === undefined) break;
          key = keyOf(next.item);
          visited.push(key);
          states[states.indexOf(next)] = { ...next, state: "answered" };
        }
        expect(states.every(isDone)).toBe(true);
        expect(new Set(visited).size).toBe(visited.length);
      }),
    );
  });
});
