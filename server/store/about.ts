// What people said of themselves, a row a person and study. Read as groups only: nothing shows one person's.
import type { About, Grouping } from "#schemas/about";
import type { Store } from "./open.ts";

/** What is left out takes back what was said before. */
export async function keepAbout(
  { db }: Store,
  of: { readonly study: string; readonly person: string },
  { hearing, signing }: About,
  now: Date,
): Promise<void> {
  const said = { hearing: hearing ?? null, signing: signing ?? null, at: now.toISOString() };
  await db
    .insertInto("about")
    .values({ study: of.study, person: of.person, ...said })
    .onConflict((conflict) => conflict.columns(["study", "person"]).doUpdateSet(said))
    .execute();
}

/** The group of each person; whoever said nothing, or that they would rather not say, is in none. */
export async function groupsOf({ db }: Store, study: string, by: Grouping): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("about")
    .select(["person", `${by} as group`])
    .where("study", "=", study)
    .where(by, "is not", null)
    .where(by, "!=", "not-said")
    .orderBy("person")
    .execute();
  return new Map(rows.map(({ person, group }) => [person, group as string]));
}
