// README and docs stay honest: every path, npm script and command that they name exists.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const markdown = [
  "README.md",
  "CONTRIBUTING.md",
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
].filter((file) => existsSync(join(root, file)));
const textOf = (file: string) => readFileSync(join(root, file), "utf8");
const scripts = (JSON.parse(textOf("package.json")) as { scripts: Record<string, string> }).scripts;

describe("the documents", () => {
  it("include the README, at most 150 lines long", () => {
    expect(markdown).toContain("README.md");
    expect(textOf("README.md").trimEnd().split("\n").length).toBeLessThanOrEqual(150);
  });

  it("name only paths of this repository that exist", () => {
    const missing = markdown.flatMap((file) =>
      [...textOf(file).matchAll(/`((?:client|server|schemas|fixtures|tests|docs|scripts|\.ci)\/[\w./-]*[\w/])`/g)]
        .map((match) => match[1] as string)
        .filter((path) => !existsSync(join(root, path)))
        .map((path) => `${file}: ${path}`),
    );
    expect(missing).toEqual([]);
  });

  it("link only to files that exist", () => {
    const missing = markdown.flatMap((file) =>
      [...textOf(file).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
        .map((match) => match[1] as string)
        .filter((path) => !existsSync(join(root, dirname(file), path)))
        .map((path) => `${file}: ${path}`),
    );
    expect(missing).toEqual([]);
  });

  it("name only npm scripts that exist", () => {
    const missing = markdown.flatMap((file) =>
      [...textOf(file).matchAll(/npm run ([a-z:-]+)/g)]
        .map((match) => match[1] as string)
        .filter((name) => scripts[name] === undefined)
        .map((name) => `${file}: npm run ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it("name only commands that the command line has", () => {
    const source = [
      "server/main.ts",
      ...readdirSync(join(root, "server/commands")).map((name) => `server/commands/${name}`),
    ]
      .map(textOf)
      .join("\n");
    const known = new Set([...source.matchAll(/\.command\(\s*["'`]([a-z-]+)/g)].map((match) => match[1] as string));
    expect(known.size).toBeGreaterThan(5);
    const missing = markdown.flatMap((file) =>
      [...textOf(file).matchAll(/npx countersign ([a-z]+)/g)]
        .map((match) => match[1] as string)
        .filter((name) => !known.has(name))
        .map((name) => `${file}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it("name only options that the command line has", () => {
    const source = readdirSync(join(root, "server/commands"))
      .map((name) => textOf(`server/commands/${name}`))
      .join("\n");
    const known = new Set([...source.matchAll(/["'`](--[a-z][a-z-]*)(?: [<[]|["'`])/g)].map((match) => match[1]));
    expect(known.size).toBeGreaterThan(15);
    const missing = markdown.flatMap((file) =>
      [...textOf(file).matchAll(/npx countersign [^`\n]*/g)]
        .flatMap(([line]) => [...line.matchAll(/--[a-z][a-z-]*/g)].map(([option]) => option))
        .filter((option) => !known.has(option))
        .map((option) => `${file}: ${option}`),
    );
    expect(missing).toEqual([]);
  });
});

describe("what the repository holds", () => {
  it("keeps no download address in the lock file", () => {
    const lock = textOf("package-lock.json");
    expect(lock).toContain('"integrity"');
    expect(lock).not.toContain('"resolved"');
  });

  it("pins every version exactly", () => {
    const { dependencies, devDependencies } = JSON.parse(textOf("package.json")) as Record<
      string,
      Record<string, string>
    >;
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+$/.test(version),
    );
    expect(loose).toEqual([]);
  });

  it("is under Apache-2.0", () => {
    expect(textOf("LICENSE")).toContain("Apache License");
    expect(textOf("package.json")).toContain('"license": "Apache-2.0"');
  });
});
