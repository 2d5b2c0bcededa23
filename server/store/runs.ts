// Runs of models as they were brought in, the answers in them, and what people settled. Nothing here is ever changed:
// an act is undone by another act, and a run that is withdrawn stays.
import type { Letter } from "#schemas/labels";
import type { ChoiceOutcome } from "#schemas/run";
import { type Store, transact } from "./open.ts";
import type { RunActsTable, RunsTable } from "./tables.ts";

export interface RunAnswer {
  readonly item: string;
  readonly raw: string;
  readonly outcome: ChoiceOutcome;
  readonly option: Letter | null;
  readonly letterless: boolean;
  readonly tokens: number | null;
}

/** Stores a run with all its answers, or nothing. */
export async function insertRun(store: Store, run: RunsTable, answers: readonly RunAnswer[]): Promise<void> {
  await transact(store, async (trx) => {
    await trx.insertInto("runs").values(run).execute();
    for (let i = 0; i < answers.length; i += 500)
      await trx
        .insertInto("run_answers")
        .values(
          answers.slice(i, i + 500).map(({ letterless, tokens, ...one }) => ({
            ...one,
            run: run.id,
            letterless: letterless ? 1 : 0,
            tokens: tokens === null ? null : String(tokens),
          })),
        )
        .execute();
  });
}

/** The runs of a study that nobody has withdrawn, oldest first. */
export const runsOf = (store: Store, study: string): Promise<RunsTable[]> =>
  store.db
    .selectFrom("runs")
    .selectAll()
    .where("study", "=", study)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom("run_acts")
            .select("run_acts.n")
            .whereRef("run_acts.run", "=", "runs.id")
            .where("run_acts.kind", "=", "withdraw"),
        ),
      ),
    )
    .orderBy("at")
    .orderBy("id")
    .execute();

export async function runOf(store: Store, study: string, id: string): Promise<RunsTable | undefined> {
  return (await runsOf(store, study)).find((run) => run.id === id);
}

type ScoredAnswer = Omit<RunAnswer, "raw">;

/** What every answer of a run came to, without its text. */
export async function answersOf(store: Store, run: string): Promise<ScoredAnswer[]> {
  const rows = await store.db
    .selectFrom("run_answers")
    .select(["item", "outcome", "option", "letterless", "tokens"])
    .where("run", "=", run)
    .execute();
  return rows.map(({ item, outcome, option, letterless, tokens }) => ({
    item,
    outcome: outcome as ChoiceOutcome,
    option: option as Letter | null,
    letterless: letterless === 1,
    tokens: tokens === null ? null : Number(tokens),
  }));
}

/** What the model wrote, by item, for these items. */
export async function textsOf(store: Store, run: string, items: readonly string[]): Promise<Map<string, string>> {
  if (items.length === 0) return new Map();
  const rows = await store.db
    .selectFrom("run_answers")
    .select(["item", "raw"])
    .where("run", "=", run)
    .where("item", "in", [...items])
    .execute();
  return new Map(rows.map(({ item, raw }) => [item, raw]));
}

/** Every act on a run, oldest first. */
export const actsOf = (store: Store, run: string): Promise<RunActsTable[]> =>
  store.db.selectFrom("run_acts").selectAll().where("run", "=", run).orderBy("n").execute();

/** Appends an act; its number. */
export async function appendAct(store: Store, act: Omit<RunActsTable, "n">): Promise<number> {
  return transact(store, async (trx) => {
    await (store.engine === "postgres"
      ? trx.selectFrom("runs").select("id").where("id", "=", act.run).forUpdate().execute()
      : undefined);
    const last = await trx
      .selectFrom("run_acts")
      .select((e) => e.fn.max("n").as("n"))
      .where("run", "=", act.run)
      .executeTakeFirst();
    const n = Number(last?.n ?? 0) + 1;
    await trx
      .insertInto("run_acts")
      .values({ ...act, n })
      .execute();
    return n;
  });
}
