// Who is signed in where: a row a session, by the hash of the token that the cookie holds.
import type { Store } from "./open.ts";

export async function createSession(
  store: Store,
  session: { tokenHash: string; person: string; now: Date; expires: Date },
): Promise<void> {
  const now = session.now.toISOString();
  await store.db.deleteFrom("sessions").where("expires_at", "<=", now).execute();
  await store.db
    .insertInto("sessions")
    .values({
      token_hash: session.tokenHash,
      person: session.person,
      created_at: now,
      expires_at: session.expires.toISOString(),
    })
    .execute();
}

export async function personOfSession(store: Store, tokenHash: string, now: Date): Promise<string | undefined> {
  const row = await store.db
    .selectFrom("sessions")
    .select("person")
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", now.toISOString())
    .executeTakeFirst();
  return row?.person;
}

export async function deleteSession(store: Store, tokenHash: string): Promise<void> {
  await store.db.deleteFrom("sessions").where("token_hash", "=", tokenHash).execute();
}

/** Signs a person out everywhere: when their link is withdrawn or their password changes. */
export async function deleteSessionsOf(store: Store, person: string): Promise<void> {
  await store.db.deleteFrom("sessions").where("person", "=", person).execute();
}
