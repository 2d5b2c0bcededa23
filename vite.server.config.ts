import { join } from "node:path";
import { defineConfig } from "vite";

const root = import.meta.dirname;

// The server and all commands as one file; packages stay in node_modules.
export default defineConfig({
  root,
  publicDir: false,
  build: {
    ssr: join(root, "server/main.ts"),
    outDir: join(root, "dist/server"),
    emptyOutDir: true,
    target: "node20",
    sourcemap: true,
    rollupOptions: {
      output: { entryFileNames: "main.js", chunkFileNames: "[name]-[hash].js", banner: "#!/usr/bin/env node" },
    },
  },
});
