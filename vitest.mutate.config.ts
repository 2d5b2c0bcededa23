import { defineConfig } from "vitest/config";

// What `npm run mutate` runs against each mutant: the tests of measures and of the outbox that need no browser.
export default defineConfig({
  test: {
    include: ["tests/measures/**/*.test.ts", "tests/outbox/**/*.test.ts"],
    exclude: ["tests/**/*.browser.test.*", "tests/measures/coverage.test.ts"],
    environment: "node",
    testTimeout: 20_000,
  },
});
