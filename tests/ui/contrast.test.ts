// The contrasts that the look promises, computed from the tokens themselves in both themes.
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");

type Tokens = ReadonlyMap<string, string>;

function tokensOf(css: string): { light: Tokens; dim: Tokens } {
  const block = (start: string): Map<string, string> => {
    const from = css.indexOf(start);
    const body = css.slice(css.indexOf("{", from) + 1, css.indexOf("}", from));
    return new Map([...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name ?? "", value ?? ""]));
  };
  const light = block(":root");
  return { light, dim: new Map([...light, ...block('[data-theme="dim"]')]) };
}

function luminance(hex: string): number {
  const channels = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const [red = 0, green = 0, blue = 0] = channels;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function ratio(tokens: Tokens, one: string, other: string): number {
  const [light, dark] = [one, other].map((name) => luminance(tokens.get(name) ?? "")).sort((a, b) => b - a) as [
    number,
    number,
  ];
  return (light + 0.05) / (dark + 0.05);
}

const tokens = tokensOf(readFileSync(join(root, "client/ui/tokens.css"), "utf8"));

/** Foreground, ground, the ratios of look.md (light, dim), and what WCAG AA asks for. */
const pairs: readonly [string, string, number, number, number][] = [
  ["ink", "surface", 14.7, 11.7, 4.5],
  ["ink-soft", "sunken", 6.1, 7.8, 4.5],
  ["line", "raised", 3.7, 3.8, 3],
  ["accent", "surface", 6.8, 7.2, 4.5],
  ["on-accent", "accent", 7.6, 9.4, 4.5],
  ["focus", "raised", 4.8, 6.6, 3],
  ["neg", "neg-soft", 5.3, 5.9, 4.5],
  ["pos", "pos-soft", 4.9, 5.9, 4.5],
];
/** Pairs that screens use beside those. */
const further: readonly [string, string, number][] = [
  ["ink", "ground", 4.5],
  ["ink-soft", "ground", 4.5],
  ["ink-soft", "surface", 4.5],
  ["ink-soft", "raised", 4.5],
  ["ink", "accent-soft", 4.5],
  ["accent", "accent-soft", 4.5],
  ["accent", "raised", 4.5],
  ["accent", "ground", 4.5],
  ["bad", "surface", 4.5],
  ["warn", "sunken", 3],
  ["good", "sunken", 3],
  ["line", "surface", 3],
  ["accent", "raised", 3],
];

describe("the tokens of the look", () => {
  for (const theme of ["light", "dim"] as const) {
    for (const [one, other, light, dim, least] of pairs)
      it(`${one} on ${other} keeps its contrast when ${theme}`, () => {
        const measured = ratio(tokens[theme], one, other);
        expect(measured).toBeGreaterThanOrEqual(least);
        expect(measured).toBeCloseTo(theme === "light" ? light : dim, 0);
      });
    for (const [one, other, least] of further)
      it(`${one} on ${other} is at least ${least} to 1 when ${theme}`, () => {
        expect(ratio(tokens[theme], one, other)).toBeGreaterThanOrEqual(least);
      });
  }

  it("both themes name the same colours", () => {
    const css = readFileSync(join(root, "client/ui/tokens.css"), "utf8");
    const dim = css.slice(css.indexOf('[data-theme="dim"]'));
    for (const [name, value] of tokens.light) if (value.startsWith("#")) expect(dim).toContain(`--${name}:`);
  });

  const given = join(root, "../shared/look/tokens.css");
  it.runIf(existsSync(given))("are those of the look, value by value", () => {
    const theirs = tokensOf(readFileSync(given, "utf8"));
    // Letters are in rem, so that they grow with the reader's own size: 16 px to one, as browsers begin.
    const pixels = (_: string, rem: string) => `${Number(rem) * 16}px`;
    const plain = (value: string | undefined) =>
      value
        ?.replace(/\s+/g, " ")
        .replace(/([\d.]+)rem/g, pixels)
        .trim();
    for (const theme of ["light", "dim"] as const)
      for (const [name, value] of theirs[theme]) expect(plain(tokens[theme].get(name)), name).toBe(plain(value));
  });
});
