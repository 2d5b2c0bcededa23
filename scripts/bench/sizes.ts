// Gzip sizes of what an annotator's or expert's browser loads first, of the player, and of the worker.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Row } from "./row.ts";

interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
  src?: string;
}

const kB = (file: string) => gzipSync(readFileSync(file), { level: 9 }).length / 1000;

export function sizes(root: string): Row[] {
  const client = join(root, "dist/client");
  const manifestFile = join(client, ".vite/manifest.json");
  if (!existsSync(manifestFile)) throw new Error("dist/client/.vite/manifest.json is missing: run npm run build");
  const manifest = JSON.parse(readFileSync(manifestFile, "utf8")) as Record<string, Chunk>;
  const closure = (key: string, seen: Set<string>): Set<string> => {
    const chunk = manifest[key];
    if (chunk === undefined || seen.has(chunk.file)) return seen;
    seen.add(chunk.file);
    for (const next of chunk.imports ?? []) closure(next, seen);
    return seen;
  };
  const total = (files: Iterable<string>) =>
    [...files].filter((file) => file.endsWith(".js")).reduce((sum, file) => sum + kB(join(client, file)), 0);
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry === true) as string;
  const first = closure(entry, new Set());
  const player = [...closure(keyOf(manifest, /player\/stage\.tsx$/), new Set(first))].filter(
    (file) => !first.has(file),
  );
  const coordinator = [...closure(keyOf(manifest, /coordinate\/desk\.tsx$/), new Set(first))].filter(
    (file) => !first.has(file),
  );
  const loaded = ["pusher", "deliver", "store-media"].map((name) =>
    keyOf(manifest, new RegExp(`outbox/${name}\\.ts$`)),
  );
  const later = new Set(loaded.flatMap((key) => [...closure(key, new Set(first))].filter((file) => !first.has(file))));
  return [
    {
      what: "JavaScript of an annotator's or expert's first screen",
      measured: total(first),
      unit: "kB gzip",
      budget: 150,
      bound: "most",
      note: `the desk's own part is ${total(coordinator).toFixed(1)} kB more, loaded apart`,
    },
    {
      what: "what delivers and what stores clips, loaded after the first screen",
      measured: total(later),
      unit: "kB gzip",
      budget: 30,
      bound: "most",
    },
    { what: "service worker", measured: kB(join(client, "sw.js")), unit: "kB gzip", budget: 12, bound: "most" },
    { what: "player chunk, more", measured: total(player), unit: "kB gzip", budget: 85, bound: "most" },
  ];
}

function keyOf(manifest: Record<string, Chunk>, name: RegExp): string {
  const key = Object.keys(manifest).find((one) => name.test(one));
  if (key === undefined) throw new Error(`the build has no chunk for ${name}`);
  return key;
}
