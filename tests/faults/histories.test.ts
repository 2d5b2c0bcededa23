// Random histories of three browsers and a server. SEED=n replays one, SOAK_HISTORIES=n runs so many, SOAK_FROM=n starts
// elsewhere; without them a hundred run here and the next hundred beside it, in more-histories.test.ts.
import { describe } from "vitest";
import { histories } from "./runs.ts";

const one = process.env["SEED"];

describe("random histories of three browsers and a server", () => {
  const from = Number(one ?? process.env["SOAK_FROM"] ?? 20_261_201);
  histories(from, one === undefined ? Number(process.env["SOAK_HISTORIES"] ?? 100) : 1);
});
