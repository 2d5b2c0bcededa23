import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { engines, freshPlace } from "./places.ts";

describe.each(engines)("a store on %s", (engine) => {
  it("opens again as it was left, and refuses what a newer version has written", async () => {
    const place = await freshPlace(engine);
    const again = await place.again();
    await again.db.insertInto("instance").values({ name: "b", value: "1" }).execute();
    await again.db.insertInto("instance").values({ name: "B", value: "2" }).execute();
    await again.db.insertInto("instance").values({ name: "_", value: "3" }).execute();
    const names = await place.store.db.selectFrom("instance").select("name").orderBy("name").execute();
    expect(names.map(({ name }) => name)).toEqual(["B", "_", "b"]);
    await again.db
      .insertInto("kysely_migration" as "instance")
      .values({ name: "999-later", timestamp: "2030" } as unknown as { name: string; value: string })
      .execute();
    await again.close();
    await expect(place.again()).rejects.toMatchObject({
      code: "too-new",
      message: expect.stringMatching(/newer version/),
    });
    await place.end();
  });

  it("counts as numbers, also past 32 bits", async () => {
    const place = await freshPlace(engine);
    const big = 2 ** 40;
    const row = { id: "s", version: 1, state: "open", seq: big, epoch: 1, secret: "", created_at: "" };
    await place.store.db.insertInto("studies").values(row).execute();
    expect(await place.store.db.selectFrom("studies").selectAll().execute()).toEqual([row]);
    await place.end();
  });
});

describe("a data folder on SQLite", () => {
  it("writes ahead of the file, waits for the disk at each commit, and for other writers", async () => {
    const place = await freshPlace("sqlite");
    const told = async (name: string) =>
      Object.values((await sql.raw(`pragma ${name}`).execute(place.store.db)).rows[0] as object)[0];
    expect(await told("journal_mode")).toBe("wal");
    expect(await told("synchronous")).toBe(2);
    expect(await told("foreign_keys")).toBe(1);
    expect(await told("busy_timeout")).toBe(5000);
    await place.end();
  });
});
