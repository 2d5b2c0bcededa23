// `npm run dev`: the built server on 8787 and Vite with hot reload on 5173 in front of it.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { build, createServer } from "vite";

const root = join(import.meta.dirname, "..");
await build({ configFile: join(root, "vite.server.config.ts"), logLevel: "warn" });
const server = spawn(process.execPath, [join(root, "dist/server/main.js"), "serve"], {
  stdio: "inherit",
  env: { ...process.env, PUBLIC_URL: "http://127.0.0.1:5173" },
});
const vite = await createServer({ configFile: join(root, "vite.config.ts") });
await vite.listen();
vite.printUrls();
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, async () => {
    server.kill();
    await vite.close();
    process.exit(0);
  });
}
