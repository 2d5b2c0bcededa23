// Runs of models on a quiz, scored by the keys in force: each by itself, beside another run, beside the panel.
import type { Letter } from "#schemas/labels";
import { Problem } from "#schemas/problem";
import { type ChoiceOutcome, choiceOutcomes, type DeskRun, type DeskRuns, type RunDetail } from "#schemas/run";
import type { Articulation, ChoiceItem, Modality } from "#schemas/study";
import { type AskedPair, peopleCompared, runsCompared } from "#server/measures/against";
import { runRows } from "#server/measures/run-rows";
import { tokensOf } from "#server/measures/tokens";
import { membersOf } from "#server/store/members";
import { actsOf, answersOf, runsOf } from "#server/store/runs";
import type { RunActsTable, RunsTable } from "#server/store/tables";
import type { AnswerGround } from "./answers.ts";
import { baselineAnswersIn } from "./baseline.ts";
import type { Folded } from "./fold.ts";

/** What one act after another leaves: an `undo` takes back the newest `settle` of its item, and the one before stands. */
export function settledIn(acts: readonly RunActsTable[]): Map<string, RunActsTable> {
  const stacks = new Map<string, RunActsTable[]>();
  for (const act of acts) {
    if (act.item === null) continue;
    const stack = stacks.get(act.item) ?? [];
    stacks.set(act.item, stack);
    if (act.kind === "settle") stack.push(act);
    else stack.pop();
  }
  return new Map([...stacks].flatMap(([item, stack]) => stack.slice(-1).map((act) => [item, act] as const)));
}

interface Question {
  readonly item: string;
  readonly modality: Modality;
  readonly articulations: readonly Articulation[];
  readonly cluster: string;
  readonly right: ReadonlySet<Letter>;
}

/** Counted questions with the keys in force; dropped ones are asked of nobody. */
const questionsIn = ({ table }: Folded): Question[] =>
  table.items.flatMap((item, i) => {
    const key = table.keys.get(i);
    if (item.protocol !== "choice" || !table.counts(i) || key === undefined || key.dropped) return [];
    const { id, modality, articulations, entry: cluster } = item;
    return [{ item: id, modality, articulations, cluster, right: new Set(key.right) }];
  });

interface Scored {
  readonly question: Question;
  readonly outcome: ChoiceOutcome;
  readonly option: Letter | null;
  readonly settled: boolean;
  readonly letterless: boolean;
  readonly tokens: number | null;
  readonly correct: boolean;
}

/** One for each question, in their order; a question without a prediction is `empty` and wrong. */
async function scored({ store }: AnswerGround, run: string, questions: readonly Question[]): Promise<Scored[]> {
  const byItem = new Map((await answersOf(store, run)).map((one) => [one.item, one]));
  const settled = settledIn(await actsOf(store, run));
  return questions.map((question) => {
    const { outcome, option: told, letterless, tokens } = byItem.get(question.item) ?? nothing;
    const act = settled.get(question.item);
    const option = act === undefined ? told : (act.option as Letter | null);
    const correct = option !== null && question.right.has(option);
    return { question, outcome, option, settled: act !== undefined, letterless, tokens, correct };
  });
}
const nothing = { outcome: "empty", option: null, letterless: false, tokens: null } as const;

export const waits = ({ outcome, settled }: Pick<Scored, "outcome" | "settled">): boolean =>
  outcome !== "option" && !settled;

async function toldOf({ store }: AnswerGround, run: RunsTable, answers: readonly Scored[]): Promise<DeskRun> {
  const codes = new Map((await membersOf(store, run.study)).map(({ person, code }) => [person, code]));
  const outcomes = Object.fromEntries(choiceOutcomes.map((one) => [one, 0])) as Record<ChoiceOutcome, number>;
  for (const { outcome } of answers) outcomes[outcome] += 1;
  const { id, name, format, file, reasoning, effort, by, at, frames_per_second } = run;
  return {
    ...{ id, name, format, file, reasoning, effort, at, outcomes },
    framesPerSecond: frames_per_second === null ? null : Number(frames_per_second),
    by: codes.get(by) ?? by,
    rows: runRows(
      answers.map(({ question, correct, option, outcome, letterless }) => ({
        ...{ modality: question.modality, articulations: question.articulations, correct },
        ...{ valid: option !== null, followed: outcome === "option", letterless },
      })),
    ),
    open: answers.filter(waits).length,
    settled: answers.filter((one) => one.settled).length,
  };
}

const quizOnly = () => new Problem("bad-value", "Runs belong to a quiz; score labels of clips by the command score.");

export async function runsAnswer(ground: AnswerGround, study: string): Promise<DeskRuns> {
  const { questions, position, options } = await ground.figures.atHead(study, (folded) => {
    if (folded.table.file.protocol !== "choice") throw quizOnly();
    const first = folded.table.items[0] as ChoiceItem | undefined;
    const options = Object.values(first?.options ?? {}).filter((one) => one !== undefined).length;
    return { questions: questionsIn(folded), position: folded.position, options };
  });
  const runs: DeskRun[] = [];
  for (const run of await runsOf(ground.store, study))
    runs.push(await toldOf(ground, run, await scored(ground, run.id, questions)));
  return { position, chance: options === 0 ? 0 : 1 / options, runs };
}

/** `against`: another run's id, or `people`. Problem "not-found" for a run that is not of this study. */
export async function runAnswer(ground: AnswerGround, study: string, id: string, against?: string): Promise<RunDetail> {
  const all = await runsOf(ground.store, study);
  const run = all.find((one) => one.id === id);
  const other = all.find((one) => one.id === against);
  if (run === undefined || (against !== undefined && against !== "people" && other === undefined))
    throw new Problem("not-found");
  const { questions, position, people } = await ground.figures.atHead(study, (folded) => ({
    questions: questionsIn(folded),
    position: folded.position,
    people: against === "people" ? baselineAnswersIn(folded.table) : [],
  }));
  const answers = await scored(ground, id, questions);
  const lengths = answers.map(({ question, correct, tokens }) => ({
    ...{ modality: question.modality, correct, tokens: tokens ?? undefined },
  }));
  const known = lengths.some(({ tokens }) => tokens !== undefined);
  return {
    position,
    run: await toldOf(ground, run, answers),
    tokens: known ? tokensOf(lengths) : null,
    against:
      other !== undefined
        ? {
            with: "run",
            name: other.name,
            rows: runsCompared(pairs(answers, await scored(ground, other.id, questions))),
          }
        : against === "people"
          ? withPeople(answers, people)
          : null,
  };
}

const pairs = (answers: readonly Scored[], others: readonly Scored[]): AskedPair[] =>
  answers.map(({ question, correct: first }, k) => {
    const { cluster, modality, articulations } = question;
    return { cluster, modality, articulations, first, second: others[k]?.correct === true };
  });

function withPeople(answers: readonly Scored[], people: ReturnType<typeof baselineAnswersIn>): RunDetail["against"] {
  const byItem = new Map(answers.map((one) => [one.question.item, one]));
  const paired = people.flatMap(({ item, right: second, cluster, modality, articulations }): AskedPair[] => {
    const mine = byItem.get(item);
    return mine === undefined ? [] : [{ cluster, modality, articulations, first: mine.correct, second }];
  });
  return { with: "people", people: new Set(people.map(({ person }) => person)).size, rows: peopleCompared(paired) };
}
