// Names and password hashes of coordinators. A name is one person's, whatever its letter case or Unicode form.
import type { Store } from "./open.ts";
import type { AccountsTable } from "./tables.ts";

/** The one spelling under which a sign-in name is kept and looked up. */
export const signInName = (name: string): string => name.normalize("NFKC").trim().toLowerCase();

export async function accountByName(store: Store, name: string): Promise<AccountsTable | undefined> {
  return store.db.selectFrom("accounts").selectAll().where("sign_in_name", "=", signInName(name)).executeTakeFirst();
}

export async function accountOf(store: Store, person: string): Promise<AccountsTable | undefined> {
  return store.db.selectFrom("accounts").selectAll().where("person", "=", person).executeTakeFirst();
}

export async function setAccount(store: Store, person: string, name: string, passwordHash: string): Promise<void> {
  const row = { sign_in_name: signInName(name), password_hash: passwordHash };
  await store.db
    .insertInto("accounts")
    .values({ person, ...row })
    .onConflict((c) => c.column("person").doUpdateSet(row))
    .execute();
  await store.db.updateTable("persons").set({ name: name.trim() }).where("id", "=", person).execute();
}
