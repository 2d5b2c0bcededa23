// Makes dist/client (the app with its service worker) and dist/server/main.js (server and commands in one file).
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";

const root = join(import.meta.dirname, "..");
await build({ configFile: join(root, "vite.config.ts"), logLevel: "warn" });
await build({ configFile: join(root, "vite.server.config.ts"), logLevel: "warn" });
chmodSync(join(root, "dist/server/main.js"), 0o755);
