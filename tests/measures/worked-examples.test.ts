// docs/figures.md is true: each of its examples is run as it stands there, and every number that it states comes out.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { run } from "../commands/run-files.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/figures.md"), "utf8");
const blocks = [...page.matchAll(/^```(\S+)(?: (\S+))?\n([\s\S]*?)^```$/gm)].map(
  ([, kind, name, text]) => ({ kind, name, text: text as string }) as const,
);
const files: Record<string, string> = {};
const examples: { line: string; stated: unknown }[] = [];
for (const { kind, name, text } of blocks) {
  if (name !== undefined) files[name] = text;
  if (kind === "sh") examples.push({ line: text.trim(), stated: undefined });
  if (kind === "json") (examples.at(-1) as (typeof examples)[0]).stated = JSON.parse(text);
}

/** What is stated must be there, numbers to 1e-12; more may be there. */
function compare(got: unknown, stated: unknown, path: string): void {
  if (typeof stated === "number") {
    expect(typeof got, path).toBe("number");
    expect(Math.abs((got as number) - stated), `${path}: ${got} is not ${stated}`).toBeLessThan(1e-12);
  } else if (Array.isArray(stated)) {
    expect((got as unknown[]).length, path).toBe(stated.length);
    stated.forEach((one, k) => {
      compare((got as unknown[])[k], one, `${path}[${k}]`);
    });
  } else if (typeof stated === "object" && stated !== null) {
    for (const [name, one] of Object.entries(stated))
      compare((got as Record<string, unknown>)[name], one, `${path}.${name}`);
  } else expect(got, path).toBe(stated);
}

describe("docs/figures.md", () => {
  it("has an example for each figure, and a number for each example", () => {
    expect(examples.length).toBeGreaterThanOrEqual(11);
    expect(examples.every(({ stated }) => stated !== undefined)).toBe(true);
  });

  it.each(examples)("comes out as it says: $line", async ({ line, stated }) => {
    const { code, json, err } = await run(line.split(/\s+/).slice(2), files);
    expect(err).toBe("");
    expect(code).toBe(0);
    compare(json, stated, "");
  });
});
