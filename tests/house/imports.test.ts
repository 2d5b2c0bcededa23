// The import rule of docs/decisions/0001-rooms.md, read from the code's own import lines.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const skipped = new Set(["node_modules", "dist", "media", "data"]);

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : sources(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

interface Import {
  from: string;
  /** A path of the repository, or the name of a package. */
  to: string;
  typeOnly: boolean;
}

const importLine =
  /^\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?["']([^"']+)["']|import\(\s*["']([^"']+)["']\s*\)/gm;

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(importLine)].map((match) => {
    const named = (match[2] ?? match[3]) as string;
    const to = named.startsWith(".")
      ? relative(root, resolve(root, dirname(file), named))
      : named.startsWith("#")
        ? `${named.slice(1)}.ts`
        : named;
    return { from: file, to: to.replace(/\?.*$/, ""), typeOnly: match[1] !== undefined };
  });
}

const files = ["schemas", "client", "server", "fixtures"].flatMap(sources);
const imports = files.flatMap(importsOf);
const isOurs = (path: string) => /^(schemas|client|server|fixtures|tests|scripts)\//.test(path);
const room = (path: string) => path.split("/").slice(0, 2).join("/");
const offending = (rule: (one: Import) => boolean) =>
  imports.filter(rule).map((one) => `${one.from} imports ${one.to}`);

describe("who may import whom", () => {
  it("reads a real number of files and imports, so that no rule passes on nothing", () => {
    expect(files.length).toBeGreaterThan(60);
    expect(imports.length).toBeGreaterThan(200);
    const missing = imports.filter((one) => isOurs(one.to) && !existsSync(join(root, one.to)));
    expect(missing.map((one) => `${one.from} imports ${one.to}`)).toEqual([]);
  });

  it("schemas import only schemas and zod", () => {
    expect(
      offending(
        (one) => one.from.startsWith("schemas/") && !one.to.startsWith("schemas/") && !/^zod(\/|$)/.test(one.to),
      ),
    ).toEqual([]);
  });

  it("measures and build import only schemas and themselves", () => {
    expect(
      offending(
        (one) =>
          /^server\/(measures|build)\//.test(one.from) &&
          room(one.from) !== room(one.to) &&
          !one.to.startsWith("schemas/"),
      ),
    ).toEqual([]);
  });

  it("chance in measures and build comes from a given seed, and no clock is read there", () => {
    const guilty = files.filter(
      (file) =>
        /^server\/(measures|build)\//.test(file) &&
        /Math\.random|Date\.now|new Date\(\)|crypto\.|performance\.now/.test(readFileSync(join(root, file), "utf8")),
    );
    expect(guilty).toEqual([]);
  });

  it("SQL stands in server/store alone", () => {
    const engines = /^(kysely|better-sqlite3|pg|pg-cursor)(\/|$)/;
    expect(offending((one) => engines.test(one.to) && room(one.from) !== "server/store")).toEqual([]);
  });

  it("routes and commands never import each other or a neighbour", () => {
    const faces = /^server\/(routes|commands)\//;
    expect(
      offending(
        (one) =>
          faces.test(one.from) &&
          faces.test(one.to) &&
          !(one.from.startsWith("server/commands/") && one.to.startsWith("server/commands/")),
      ),
    ).toEqual([]);
    expect(offending((one) => one.from.startsWith("server/routes/") && one.to.startsWith("server/routes/"))).toEqual(
      [],
    );
  });

  it("the app is mounted by serve, demo and tests alone", () => {
    expect(
      offending(
        (one) => one.to === "server/app.ts" && !one.typeOnly && !/^server\/commands\/(serve|demo)\.ts$/.test(one.from),
      ),
    ).toEqual([]);
  });

  it("the client imports schemas and itself; of the server only the type of the app, in one file", () => {
    const across = imports.filter((one) => one.from.startsWith("client/") && one.to.startsWith("server/"));
    expect(across.filter((one) => !one.typeOnly)).toEqual([]);
    expect(new Set(across.map((one) => one.from)).size).toBeLessThanOrEqual(1);
    expect(offending((one) => one.from.startsWith("client/") && one.to.startsWith("fixtures/"))).toEqual([]);
  });

  it("outbox, capture and worker know no React", () => {
    expect(
      offending(
        (one) =>
          /^client\/(outbox|capture|worker)\//.test(one.from) &&
          /^(react|react-dom|dexie-react-hooks|wouter)(\/|$)/.test(one.to),
      ),
    ).toEqual([]);
  });

  it("the outbox knows no screen", () => {
    expect(
      offending(
        (one) =>
          one.from.startsWith("client/outbox/") && /^client\/(annotate|quiz|coordinate|player|ui|words)\//.test(one.to),
      ),
    ).toEqual([]);
  });

  it("fixtures import schemas, and only the demo command imports fixtures", () => {
    const fromServer = imports.filter((one) => one.to.startsWith("fixtures/") && !one.from.startsWith("fixtures/"));
    expect(fromServer.filter((one) => !one.from.startsWith("server/commands/demo")).map((one) => one.from)).toEqual([]);
    expect(
      offending((one) => one.from.startsWith("fixtures/") && isOurs(one.to) && !/^(fixtures|schemas)\//.test(one.to)),
    ).toEqual([]);
  });

  it("no file imports itself in a circle", () => {
    const next = new Map<string, string[]>();
    for (const one of imports) {
      if (!one.typeOnly && isOurs(one.to)) next.set(one.from, [...(next.get(one.from) ?? []), one.to]);
    }
    const done = new Set<string>();
    const circles: string[] = [];
    const walk = (file: string, path: string[]) => {
      if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(" -> "));
      else if (!done.has(file)) {
        for (const to of next.get(file) ?? []) walk(to, [...path, file]);
        done.add(file);
      }
    };
    for (const file of next.keys()) walk(file, []);
    expect(circles).toEqual([]);
  });

  it("there are no barrels and no utils", () => {
    const guilty = files.filter((file) => /(^|\/)(index|utils?|helpers?)\.tsx?$/.test(file));
    expect(guilty).toEqual([]);
  });

  it("the rooms of the first decision record are the folders that stand here", () => {
    for (const folder of ["schemas", "client", "server", "fixtures", "tests", "docs"]) {
      expect(statSync(join(root, folder)).isDirectory()).toBe(true);
    }
  });
});
