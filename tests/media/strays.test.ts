// What a crash leaves half written among the media goes at the next start; what another process is writing now stays.
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { clearStrays, createMediaStore } from "#server/media/store";

const folder = mkdtempSync(join(tmpdir(), "countersign-strays-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("a half-written medium", () => {
  it("goes once nobody has written to it for long, and no whole one does", async () => {
    expect(await clearStrays(folder, new Date())).toBe(0);
    const media = createMediaStore(folder);
    const { hash } = await media.put(Buffer.from("whole"));
    const [old, fresh] = ["old", "fresh"].map((name) => join(folder, "incoming", name)) as [string, string];
    for (const file of [old, fresh]) writeFileSync(file, "half");
    utimesSync(old, new Date(0), new Date(0));
    expect(await clearStrays(folder, new Date(Date.now() - 60_000))).toBe(1);
    expect([existsSync(old), existsSync(fresh), await media.has(hash)]).toEqual([false, true, true]);
  });
});
