// What only the soak runs: a whole day told step by step, and a disk of the browser that fills up.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "soak",
    root: new URL("../..", import.meta.url).pathname,
    include: ["tests/faults/*.soak.ts"],
    environment: "node",
    testTimeout: 1_200_000,
    hookTimeout: 240_000,
    fileParallelism: false,
  },
});
