// The list of ffmpeg lines that cut a table's clips out of longer recordings, as a script for a shell.
import type { TableWish } from "#schemas/new-study";
import { Problem } from "#schemas/problem";
import { gather } from "./faults.ts";
import { clipTable, cutList } from "./study-clips.ts";

/** Problem "bad-value" with every fault, or where no row says from where to where it is cut. */
export function cutScript(bytes: Uint8Array, wish: TableWish): string {
  const faults = gather();
  const clips = clipTable(bytes, wish, faults);
  const lines = clips === undefined ? [] : cutList(clips, faults);
  if (faults.list.length > 0) throw new Problem("bad-value", `${wish.file}: no list was written`, faults.list);
  if (lines.length === 0)
    throw new Problem("bad-value", `${wish.file}: no row has source, start and end, so there is nothing to cut`);
  return `#!/bin/sh\nset -eu\nmkdir -p media\n${lines.join("\n")}\n`;
}
