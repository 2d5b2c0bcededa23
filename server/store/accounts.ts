// Names and password hashes of coordinators. A name is one person's, whatever its letter case or Unicode form.
import { Problem } from "#schemas/problem";
import { useLink } from "./links.ts";
import { type Store, transact } from "./open.ts";
import { deleteSessionsOf } from "./sessions.ts";
import type { AccountsTable } from "./tables.ts";

/** The one spelling under which a sign-in name is kept and looked up. */
const signInName = (name: string): string => name.normalize("NFKC").trim().toLowerCase();

export async function accountByName(store: Store, name: string): Promise<AccountsTable | undefined> {
  return store.db.selectFrom("accounts").selectAll().where("sign_in_name", "=", signInName(name)).executeTakeFirst();
}

export async function accountOf(store: Store, person: string): Promise<AccountsTable | undefined> {
  return store.db.selectFrom("accounts").selectAll().where("person", "=", person).executeTakeFirst();
}

/**
 * Spends a one-time link on a name and a password, all or nothing. `used-link` where somebody was faster, `conflict`
 * where another person has the name; then the link is still good.
 */
export async function takeSetup(
  store: Store,
  setup: { link: string; person: string; name: string; passwordHash: string },
  now: Date,
): Promise<void> {
  await transact(store, async (db) => {
    const within = { ...store, db };
    const holder = await accountByName(within, setup.name);
    if (holder !== undefined && holder.person !== setup.person) {
      throw new Problem("conflict", "Somebody else has this name; choose another one.");
    }
    if (!(await useLink(within, setup.link, now))) throw new Problem("used-link");
    const row = { sign_in_name: signInName(setup.name), password_hash: setup.passwordHash };
    await db
      .insertInto("accounts")
      .values({ person: setup.person, ...row })
      .onConflict((c) => c.column("person").doUpdateSet(row))
      .execute();
    await db.updateTable("persons").set({ name: setup.name.trim() }).where("id", "=", setup.person).execute();
    await deleteSessionsOf(within, setup.person);
  });
}

/** Everybody who has a password: the coordinators of the data folder. */
export async function coordinatorAccounts(store: Store): Promise<string[]> {
  const rows = await store.db.selectFrom("accounts").select("person").orderBy("person").execute();
  return rows.map((row) => row.person);
}
