// What only the soak runs: whole days told step by step.
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
