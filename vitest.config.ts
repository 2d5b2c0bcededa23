import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { chromiumArgs, chromiumPath } from "./scripts/chromium.ts";

// Three kinds of tests: `node` (rooms and the real server in-process), `browser` (components, IndexedDB and video in
// real Chromium) and `journeys` (people's whole jobs: built app, real server, real Chromium). Journeys go first: the page
// that components are tested on stays open to the end and would take a share of the machine from them.
export default defineConfig({
  test: {
    reporters: ["default", "./tests/house/count-reporter.ts"],
    projects: [
      {
        test: {
          name: "node",
          include: ["tests/**/*.test.ts"],
          exclude: ["tests/**/*.browser.test.*", "tests/journeys/**", "tests/faults/kills.test.ts"],
          environment: "node",
          testTimeout: 60_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        plugins: [react()],
        optimizeDeps: {
          include: [
            "react",
            "react/jsx-dev-runtime",
            "react-dom/client",
            "@testing-library/react",
            "@testing-library/user-event",
            "dexie",
            "dexie-react-hooks",
            "zustand",
            "zod/mini",
            "canonicalize",
            "uuid",
            "video.js/core",
            "wouter",
            "lucide-react",
            "axe-core",
            "@noble/hashes/sha2.js",
            "@noble/hashes/utils.js",
            "mediabunny",
            "@tanstack/react-query",
            "@visx/axis",
            "@visx/scale",
            "uqr",
          ],
        },
        test: {
          name: "browser",
          include: ["tests/**/*.browser.test.{ts,tsx}"],
          testTimeout: 60_000,
          sequence: { groupOrder: 1 },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: { executablePath: chromiumPath(), args: chromiumArgs } }),
            instances: [{ browser: "chromium", viewport: { width: 1280, height: 720 } }],
          },
        },
      },
      {
        test: {
          name: "journeys",
          include: ["tests/journeys/**/*.test.ts", "tests/faults/kills.test.ts"],
          environment: "node",
          testTimeout: 300_000,
          hookTimeout: 300_000,
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
        },
      },
    ],
  },
});
