// The demo's links, kept in clear so that they stay the same from start to start: for the demo on this machine alone.
import type { Store } from "./open.ts";

export interface DemoLink {
  readonly study: string;
  readonly code: string;
  readonly role: string;
  readonly token: string;
}
const name = "demo-links";

export async function keepDemoLinks(store: Store, links: readonly DemoLink[]): Promise<void> {
  await store.db
    .insertInto("instance")
    .values({ name, value: JSON.stringify(links) })
    .onConflict((same) => same.column("name").doUpdateSet({ value: JSON.stringify(links) }))
    .execute();
}

export async function keptDemoLinks(store: Store): Promise<DemoLink[]> {
  const row = await store.db.selectFrom("instance").select("value").where("name", "=", name).executeTakeFirst();
  return row === undefined ? [] : (JSON.parse(row.value) as DemoLink[]);
}
