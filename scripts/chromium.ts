// Where the machine's own Chromium is, and the switches that tests start it with. Nothing is downloaded.
import { existsSync } from "node:fs";

export const chromiumArgs = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** CHROME_PATH, else Debian's chromium, else Chrome. Throws with what to install. */
export function chromiumPath(): string {
  const known = [
    process.env["CHROME_PATH"],
    "/usr/bin/chromium",
    "/usr/bin/google-chrome",
    "/usr/bin/google-chrome-stable",
  ];
  const found = known.find((path) => path !== undefined && existsSync(path));
  if (found === undefined)
    throw new Error("no Chromium found: install it (Debian: apt-get install chromium) or set CHROME_PATH");
  return found;
}
