// A run's answers one by one, with the model's own text, who settled which as what, and when and why.
import { Problem } from "#schemas/problem";
import type { ChoiceOutcome, RunAct, RunAnswers } from "#schemas/run";
import type { ChoiceItem } from "#schemas/study";
import { membersOf } from "#server/store/members";
import { actsOf, answersOf, runOf, textsOf } from "#server/store/runs";
import { itemsOf } from "#server/store/studies";
import type { RunActsTable } from "#server/store/tables";
import type { AnswerGround } from "./answers.ts";
import { settledIn, waits } from "./runs.ts";

const page = 50;

/** `wanted`: one outcome, `open` (told no option and not settled) or `settled`; all where left out. */
export async function runAnswersPage(
  { store }: Pick<AnswerGround, "store">,
  study: string,
  id: string,
  wanted: ChoiceOutcome | "open" | "settled" | undefined,
  at: number,
): Promise<RunAnswers> {
  const run = await runOf(store, study, id);
  if (run === undefined) throw new Problem("not-found");
  const acts = await actsOf(store, id);
  const settled = settledIn(acts);
  const codes = new Map((await membersOf(store, study)).map(({ person, code }) => [person, code]));
  const told = ({ n, kind, item, option, by, at, reason }: RunActsTable): RunAct =>
    ({ n: Number(n), kind, item, option, by: codes.get(by) ?? by, at, reason }) as RunAct;
  const given = new Map((await answersOf(store, id)).map((one) => [one.item, one]));
  const items = (await itemsOf(store, study, run.version)).filter((item): item is ChoiceItem => {
    if (item.protocol !== "choice" || item.practice) return false;
    const outcome = given.get(item.id)?.outcome ?? "empty";
    if (wanted === undefined) return true;
    if (wanted === "settled") return settled.has(item.id);
    if (wanted === "open") return waits({ outcome, settled: settled.has(item.id) });
    return outcome === wanted;
  });
  const shown = items.slice(at * page, (at + 1) * page);
  const texts = await textsOf(
    store,
    id,
    shown.map((item) => item.id),
  );
  return {
    total: items.length,
    answers: shown.map((item) => {
      const one = given.get(item.id);
      const act = settled.get(item.id);
      return {
        ...{ item: item.id, name: item.name, modality: item.modality, options: item.options },
        outcome: one?.outcome ?? "empty",
        option: one?.option ?? null,
        raw: short(texts.get(item.id) ?? ""),
        settled: act === undefined ? null : told(act),
        acts: acts.filter((each) => each.item === item.id).map(told),
      };
    }),
  };
}

const short = (raw: string): string => (raw.length <= 6000 ? raw : `${raw.slice(0, 4000)}\n…\n${raw.slice(-2000)}`);
