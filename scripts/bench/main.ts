// `npm run bench [--json] [part...]`: measures the budgets of the design, each against its bound, peers in the same run.
// Nothing here fails a build: a loaded machine gives loaded figures. Run it on a quiet one.
import { join } from "node:path";
import { alpha } from "./alpha.ts";
import { together } from "./devices.ts";
import { figures, million } from "./figures.ts";
import { nextClip } from "./next-clip.ts";
import { append, push } from "./push.ts";
import { quiz } from "./quiz.ts";
import { ranges } from "./ranges.ts";
import { holds, type Row } from "./row.ts";
import { sizes } from "./sizes.ts";
import { waits } from "./waits.ts";

const root = join(import.meta.dirname, "../..");

async function player(): Promise<Row[]> {
  const found = await nextClip(root);
  return [
    { what: "next clip visible, prepared, median", measured: found.median, unit: "ms", budget: 35, bound: "most" },
    { what: "next clip visible, prepared, p95", measured: found.p95, unit: "ms", budget: 60, bound: "most" },
    {
      what: "next clip against a blob on one plain <video>",
      measured: found.median / found.peerMedian,
      unit: "x",
      budget: 0.5,
      bound: "most",
      note: `peer ${found.peerMedian.toFixed(1)} ms`,
    },
    { what: "next clip stored, not prepared, p95", measured: found.storedP95, unit: "ms", budget: 250, bound: "most" },
    { what: "frame steps exact", measured: found.exactSteps / found.steps, unit: "share", budget: 1, bound: "least" },
    { what: "frame step, p95", measured: found.stepP95, unit: "ms", budget: 80, bound: "most" },
    { what: "heap after 300 clips", measured: found.heapGrowthMB, unit: "MB more", budget: 2, bound: "most" },
  ];
}

const parts: Record<string, () => Row[] | Promise<Row[]>> = {
  sizes: () => sizes(root),
  alpha,
  quiz,
  figures: () => figures(root),
  million: () => million(root),
  push: async () => [...(await push(root, 5000)), ...(await push(root, 20_000)), ...(await append())],
  devices: () => together(root),
  ranges: () => ranges(root),
  player,
  waits: () => waits(root),
};

const words = process.argv.slice(2).filter((word) => word !== "--json");
const unknown = words.filter((word) => parts[word] === undefined);
if (unknown.length > 0) {
  process.stderr.write(`there is no part ${unknown.join(", ")}; name some of ${Object.keys(parts).join(", ")}\n`);
  process.exit(2);
}
const wanted = words.length > 0 ? words : Object.keys(parts);
const rows: (Row & { part: string })[] = [];
for (const part of wanted) {
  process.stderr.write(`measuring ${part}\n`);
  for (const row of (await parts[part]?.()) ?? []) rows.push({ part, ...row });
}
if (process.argv.includes("--json")) process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
else {
  for (const row of rows) {
    const bound = `${row.bound === "most" ? "<=" : ">="} ${row.budget}`;
    const note = row.note === undefined ? "" : ` (${row.note})`;
    process.stdout.write(
      `${holds(row) ? "ok  " : "OVER"}  ${row.what.padEnd(52)} ${row.measured.toPrecision(3).padStart(8)} ${row.unit} (${bound})${note}\n`,
    );
  }
}
