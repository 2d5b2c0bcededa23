// Links that let somebody in, by the hash of their token. The token itself is shown once and never kept.
import { v7 as uuid } from "uuid";
import type { Store } from "./open.ts";
import type { LinksTable } from "./tables.ts";

export async function insertLink(
  store: Store,
  link: { tokenHash: string; person: string; kind: LinksTable["kind"]; now: Date; expires?: Date },
): Promise<void> {
  await store.db
    .insertInto("links")
    .values({
      id: uuid(),
      token_hash: link.tokenHash,
      person: link.person,
      kind: link.kind,
      created_at: link.now.toISOString(),
      expires_at: link.expires?.toISOString() ?? null,
      used_at: null,
      revoked_at: null,
    })
    .onConflict((c) => c.column("token_hash").doNothing())
    .execute();
}

export async function linkByHash(store: Store, tokenHash: string): Promise<LinksTable | undefined> {
  return store.db.selectFrom("links").selectAll().where("token_hash", "=", tokenHash).executeTakeFirst();
}

/** Marks a one-time link as used; false where somebody was faster or it has been withdrawn or run out. */
export async function useLink(store: Store, id: string, now: Date): Promise<boolean> {
  const used = await store.db
    .updateTable("links")
    .set({ used_at: now.toISOString() })
    .where("id", "=", id)
    .where("used_at", "is", null)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return Number(used.numUpdatedRows) === 1;
}

export async function revokeLinksOf(
  store: Store,
  person: string,
  kind: LinksTable["kind"],
  now: Date,
): Promise<number> {
  const done = await store.db
    .updateTable("links")
    .set({ revoked_at: now.toISOString() })
    .where("person", "=", person)
    .where("kind", "=", kind)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return Number(done.numUpdatedRows);
}

/** Notes the first time that a personal link let somebody in. */
export async function noteFirstUse(store: Store, id: string, now: Date): Promise<void> {
  await store.db
    .updateTable("links")
    .set({ used_at: now.toISOString() })
    .where("id", "=", id)
    .where("used_at", "is", null)
    .execute();
}

/** The newest link of each of these people that works now. */
export async function liveLinks(
  store: Store,
  people: readonly string[],
  now: Date,
): Promise<Map<string, { createdAt: string; usedAt: string | null }>> {
  if (people.length === 0) return new Map();
  const rows = await store.db
    .selectFrom("links")
    .select(["person", "created_at", "used_at"])
    .where("person", "in", [...people])
    .where("revoked_at", "is", null)
    .where((e) => e.or([e("kind", "=", "personal"), e("used_at", "is", null)]))
    .where((e) => e.or([e("expires_at", "is", null), e("expires_at", ">", now.toISOString())]))
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return new Map(rows.map((row) => [row.person, { createdAt: row.created_at, usedAt: row.used_at }]));
}
