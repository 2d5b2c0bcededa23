// Makes the samples of earlier databases in fixtures/earlier (scripts/earlier/main.ts). They are committed once and never
// made again for a version that is out: a sample is what people really have on their disks.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { build } from "vite";

const root = join(import.meta.dirname, "..");
await build({
  root,
  configFile: false,
  logLevel: "warn",
  publicDir: false,
  build: { ssr: join(root, "scripts/earlier/main.ts"), outDir: join(root, "dist/earlier"), target: "node20" },
});
const done = spawnSync(process.execPath, [join(root, "dist/earlier/main.js"), ...process.argv.slice(2)], {
  stdio: "inherit",
  cwd: root,
});
process.exit(done.status ?? 1);
