// EmoSign's sets from the votes of a study of clips, and the comparison seat scored on them like a model.
import { type EmotionId, emotionIds, type LabelRow, labelById, valuesOf } from "#schemas/labels";
import { Problem } from "#schemas/problem";
import type { DeskSets } from "#schemas/sets";
import { classify } from "#server/measures/classification";
import {
  distributionOf,
  emosignSets,
  expressionClasses,
  expressionsOf,
  jaccard,
  type LabelledItem,
  sentiment3,
  sentimentClasses,
} from "#server/measures/emosign";
import type { AnswerGround } from "./answers.ts";
import { answers, missing, type StandingTable, type TablePerson } from "./table.ts";
import { voteAll } from "./votes.ts";

type Labels = LabelledItem["labels"];
type Part = DeskSets["parts"][number];
const sevens = valuesOf(labelById("sentiment") as LabelRow).map(String);

export async function setsAnswer({ figures }: AnswerGround, study: string): Promise<DeskSets> {
  return figures.atHead(study, async ({ table, position }) => {
    if (table.file.protocol !== "emotion") throw new Problem("bad-value", "Only a study of clips has these sets.");
    const agreed = new Map<string, Partial<Record<EmotionId | "sentiment", number>>>();
    for (const { id, label, value } of await voteAll(table)) {
      if (typeof value !== "number") continue;
      const labels = agreed.get(id) ?? {};
      agreed.set(id, labels);
      labels[label as EmotionId] = value;
    }
    const parts = (["hidden", "shown"] as const).flatMap((condition): Part[] => {
      const items = table.items.flatMap((item, i) =>
        item.protocol === "emotion" && item.condition === condition && table.counts(i) ? [{ i, id: item.id }] : [],
      );
      if (items.length === 0) return [];
      return [
        partOf(
          table,
          condition,
          items.map(({ i, id }) => ({ item: String(i), labels: agreed.get(id) ?? {} })),
        ),
      ];
    });
    return { position, parts };
  });
}

function partOf(table: StandingTable, condition: Part["condition"], items: readonly LabelledItem[]): Part {
  const sets = emosignSets(items);
  const counted = (classes: readonly string[], rows: readonly { value: string | number }[]) => {
    const values = rows.map(({ value }) => String(value));
    return distributionOf(values, classes).map((n, k) => ({ value: classes[k] as string, items: n }));
  };
  const multi = [...new Set(sets.multi.map(({ value }) => value))].sort();
  const people = [...table.people.values()]
    .filter((person) => person.seat === "comparison" && answers(person))
    .sort((a, b) => (a.code < b.code ? -1 : 1));
  const left = (why: "incomplete" | "seldom") => sets.left.filter((one) => one.why === why).length;
  return {
    condition,
    items: items.length,
    sentiment7: counted(sevens, sets.sentiment7),
    sentiment3: counted(sentimentClasses, sets.sentiment3),
    single: counted(expressionClasses, sets.single),
    multi: counted(multi, sets.multi),
    left: { incomplete: left("incomplete"), seldom: left("seldom") },
    jaccard: jaccard(
      items.flatMap(({ labels: { joy, excited } }) =>
        joy === undefined || excited === undefined ? [] : [[joy, excited] as const],
      ),
    ),
    people: people.flatMap((person) => [
      compared(table, person, "sentiment-3", sentimentClasses, sets.sentiment3, ({ sentiment }) =>
        sentiment === undefined ? undefined : sentiment3(sentiment),
      ),
      compared(table, person, "sentiment-7", sevens, sets.sentiment7, ({ sentiment }) =>
        sentiment === undefined ? undefined : String(sentiment),
      ),
      compared(table, person, "emotion", expressionClasses, sets.single, (labels) => {
        const [only, second] = expressionsOf(labels) ?? [];
        return second === undefined ? only : undefined;
      }),
    ]),
  };
}

function compared(
  table: StandingTable,
  person: TablePerson,
  set: Part["people"][number]["set"],
  classes: readonly string[],
  truth: readonly { readonly item: string; readonly value: string | number }[],
  saying: (labels: Labels) => string | undefined,
): Part["people"][number] {
  const place = new Map(classes.map((name, k) => [name, k]));
  const guesses = truth.map(({ item }) => place.get(saying(saidOf(table, person, Number(item))) ?? "") ?? null);
  const found = classify(
    truth.map(({ value }) => place.get(String(value)) as number),
    guesses,
    classes.length,
  );
  const { n, accuracy, balancedAccuracy, weightedF1, invalid } = found;
  return {
    ...{ person: person.code, set, classes: [...classes], n, accuracy, balancedAccuracy, weightedF1, invalid },
    recall: [...found.recall],
    confusion: found.confusion.map((row) => [...row]),
  };
}

function saidOf(table: StandingTable, person: TablePerson, item: number): Labels {
  const row = person.occasions.get(1);
  const labels: Partial<Record<EmotionId | "sentiment", number>> = {};
  if (row === undefined) return labels;
  for (const id of ["sentiment", ...emotionIds] as const) {
    const value = row.values[table.labels.findIndex((label) => label.id === id) * table.items.length + item] as number;
    if (value !== missing) labels[id] = value;
  }
  return labels;
}
