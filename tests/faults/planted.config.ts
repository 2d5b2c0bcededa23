// The histories with one planted bug (PLANT names it): run by planted.mjs, never by `npm test`.
import { defineConfig } from "vitest/config";
import { plant } from "./plants.ts";

export default defineConfig({
  plugins: [plant(process.env["PLANT"])],
  test: {
    name: "planted",
    root: new URL("../..", import.meta.url).pathname,
    include: ["tests/faults/*.test.ts"],
    environment: "node",
    testTimeout: 120_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});
