// `npm run bench [--json] [name...]`: bundles scripts/bench and runs it, since Node 20 does not read TypeScript.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { build } from "vite";

const root = join(import.meta.dirname, "..");
await build({
  root,
  configFile: false,
  logLevel: "warn",
  publicDir: false,
  build: {
    ssr: join(root, "scripts/bench/main.ts"),
    outDir: join(root, "dist/bench"),
    emptyOutDir: true,
    target: "node20",
  },
});
const done = spawnSync(process.execPath, [join(root, "dist/bench/main.js"), ...process.argv.slice(2)], {
  stdio: "inherit",
  cwd: root,
});
process.exit(done.status ?? 1);
