// The planted bugs are run in the soak alone; here only that each still fits the source that it changes.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { plants } from "./plants.ts";

const root = join(import.meta.dirname, "../..");

describe("bugs that others have shipped", () => {
  it.each(Object.entries(plants))("can be planted here, so that the bench can show it notices: %s", (_, changes) => {
    for (const { file, from, to } of changes) {
      const source = readFileSync(join(root, file), "utf8");
      expect(
        source.replace(from, () => to),
        file,
      ).not.toBe(source);
    }
  });
});
