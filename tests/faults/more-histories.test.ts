// The second hundred of random histories, in a file of its own so that two cores share them.
import { describe } from "vitest";
import { histories } from "./runs.ts";

const asked = ["SEED", "SOAK_HISTORIES", "SOAK_FROM"].some((name) => process.env[name] !== undefined);

describe.skipIf(asked)("more random histories of three browsers and a server", () => histories(20_261_301, 100));
