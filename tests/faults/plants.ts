// Bugs that others have shipped, each as a change of our source while it is bundled for the fault bench. Nothing of this
// is in what we ship: `plant` only runs where PLANT names one, and refuses where the source does not read as expected.

export interface Plant {
  readonly file: string;
  readonly from: string | RegExp;
  readonly to: string;
}

export const plants: Readonly<Record<string, readonly Plant[]>> = {
  /** The answer counts as sent whatever the body says. */
  "ack-by-status": [
    {
      file: "client/outbox/push.ts",
      from: "(pass: Pass, { blob }: Packed)",
      to: "(pass: Pass, { blob, batch, ids }: Packed)",
    },
    {
      file: "client/outbox/push.ts",
      from: /return (call\(pass\.fetch, \{ path: "\/api\/sync\/push"[^;]*);/u,
      to: `const reply = await call(pass.fetch, { path: "/api/sync/push", key, packed: blob, answers: pushReply });
  const well = reply.kind === "nothing" && reply.status >= 200 && reply.status < 300;
  return well ? { kind: "answer", body: { batch, verdicts: ids.map((id) => ({ id, verdict: "stored" })) } } : reply;`,
    },
  ],
  /** One refused response blocks all behind it. */
  "no-bisect": [
    {
      file: "client/outbox/push.ts",
      from: "return rows.length === 1 ? { blamed: rows.map(({ id }) => id), passed: false } : halves(pass, rows);",
      to: 'throw new Later("a bad one blocks the rest");',
    },
  ],
  /** The device believes that the server still has what it once acknowledged. */
  "no-digest": [{ file: "client/outbox/deliver.ts", from: "if (agree) break;", to: "break;" }],
  /** Everybody's work in one database. */
  "one-database": [
    {
      file: "client/outbox/database.ts",
      from: /`countersign-\$\{person\}`/u,
      to: '"countersign-everybody"',
    },
  ],
  /** Whoever is signed in delivers, not whoever answered. */
  "session-not-key": [
    {
      file: "client/outbox/wire.ts",
      from: 'credentials: what.key === undefined ? "same-origin" : "omit"',
      to: 'credentials: "same-origin"',
    },
    {
      file: "server/access/rights.ts",
      from: "const device = key === undefined ? undefined : await deviceByKey(deps.store, key);",
      to: `const signedIn = await personOf(c, deps);
  const device = await deps.store.db.selectFrom("devices").selectAll().where("person", "=", signedIn).orderBy("created_at", "desc").executeTakeFirst();
  void key; void deviceByKey;`,
    },
  ],
  /** IndexedDB says "complete" before the disk has it. */
  "no-strict": [
    {
      file: "client/outbox/database.ts",
      from: 'chromeTransactionDurability: "strict"',
      to: 'chromeTransactionDurability: "relaxed"',
    },
  ],
  /** The server acknowledges before the disk has it. */
  "no-fsync": [
    {
      file: "server/store/open.ts",
      from: 'database.pragma("synchronous = FULL")',
      to: 'database.pragma("synchronous = OFF")',
    },
  ],
};

/** No bug: the app as a later build will be, with one more table in the local database. */
const later: readonly Plant[] = [
  {
    file: "client/outbox/database.ts",
    from: "    this.version(1).stores({",
    to: '    this.version(99).stores({ later: "id" });\n    this.version(1).stores({',
  },
];

/** A vite plugin that plants one of them; throws where the source has moved on, so that no plant is silently absent. */
export function plant(name: string | undefined) {
  const wanted = name === undefined ? [] : name === "later" ? later : plants[name];
  if (wanted === undefined) throw new Error(`no plant ${name}; there are ${Object.keys(plants).join(", ")}`);
  return {
    name: "plant",
    enforce: "pre" as const,
    transform(code: string, id: string): string | undefined {
      const here = wanted.filter(({ file }) => id.split("?")[0]?.endsWith(`/${file}`));
      if (here.length === 0) return undefined;
      let out = code;
      for (const { file, from, to } of here) {
        const changed = out.replace(from, () => to);
        if (changed === out) throw new Error(`${file} does not hold what the plant ${name} changes`);
        out = changed;
      }
      return out;
    },
  };
}
