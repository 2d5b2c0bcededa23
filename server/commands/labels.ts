// `labels RATINGS`: the agreed value of each label of each item, by vote or by Dawid and Skene.
import { type Command, Option } from "commander";
import type { LabelValue, VotedLabel } from "#schemas/label";
import { type RatingsFile, readRatings } from "#server/intake/ratings";
import { otherRules, type Vote, vote } from "#server/measures/vote";
import { setsOf, setsTold } from "./derived-sets.ts";
import type { CommandEnv } from "./env.ts";
import { beside, estimate, mostLikely, place } from "./estimates.ts";
import { listOption, plainTable, readInput } from "./input.ts";
import { givenScale, inOrder, type ScaledLabel, scaleIn } from "./rated.ts";

interface Options {
  json?: boolean;
  method: "vote" | "dawid-skene";
  sets?: boolean;
  whatIf?: boolean;
  scale?: string[];
}
type Row = Omit<VotedLabel, "rule"> & {
  rule: string;
  posterior?: Record<string, number> | null;
  whatIf?: Record<"plurality" | "medianOnTies" | "dawidSkene", LabelValue | null>;
};

export function labelsCommand(program: Command, env: CommandEnv): void {
  program
    .command("labels")
    .description("agreed labels from a file of ratings")
    .argument("<ratings>", "item,annotator,label,value,confidence as CSV or JSON Lines; - for standard input")
    .addOption(new Option("--method <method>").choices(["vote", "dawid-skene"]).default("vote"))
    .option("--scale <values>", "the ordered values, with commas", listOption)
    .option("--what-if", "beside each vote what other rules would say")
    .option("--sets", "beside them EmoSign's derived sets")
    .option("--json", "print JSON")
    .action(async (path: string, options: Options) => {
      const { bytes, file: name } = await readInput(path);
      const file = readRatings(bytes, name);
      for (const warning of file.warnings) env.warn(warning);
      const given = options.scale === undefined ? undefined : givenScale(options.scale);
      const scaled = file.labels.map((_, l) => scaleIn(file, l, given));
      const byLabel = scaled.map((one, l) => votesOn(file, l, one, options.whatIf === true));
      const asked = options.method === "dawid-skene" || options.whatIf === true;
      const found = file.labels.flatMap((_, l) => (asked ? [estimate(file, l, scaleIn(file, l, given, false))] : []));
      const estimates = options.method === "dawid-skene" ? found : [];
      found.forEach((one, l) => {
        (byLabel[l] as Row[]).forEach((row, item) => {
          if (row.whatIf !== undefined) row.whatIf.dawidSkene = mostLikely(one, item);
          if (options.method === "dawid-skene") place(row, one, item);
        });
      });
      const order = inOrder(file.labels);
      const labels = file.items.flatMap((_, item) => order.map((l) => byLabel[l]?.[item] as Row));
      const sets = options.sets ? setsOf(file, byLabel) : undefined;
      const report = { labels, ...beside(file, estimates, order), ...(sets === undefined ? {} : { sets }) };
      env.print(options.json ? JSON.stringify(report) : told(labels) + (sets === undefined ? "" : setsTold(sets)));
    });
}

/** The vote on one label of every item, first occasions only. */
function votesOn(file: RatingsFile, l: number, { scale, places }: ScaledLabel, whatIf: boolean): Row[] {
  const { rows } = file;
  const votes: Vote[][] = file.items.map(() => []);
  for (let i = 0; i < rows.length; i++) {
    const text = rows.value[i] as number;
    if (rows.label[i] !== l || rows.occasion[i] !== 1 || text < 0) continue;
    const value = places[text] as number;
    const confidence = rows.confidence[i] as number;
    (votes[rows.item[i] as number] as Vote[]).push(Number.isNaN(confidence) ? { value } : { value, confidence });
  }
  const out = (at: number) => scale.values[at] as LabelValue;
  const maybe = (at: number | null) => (at === null ? null : out(at));
  const others = (given: readonly Vote[]) => {
    const { plurality, medianOnTies } = otherRules(given);
    return { plurality: maybe(plurality), medianOnTies: scale.ordered ? maybe(medianOnTies) : null, dawidSkene: null };
  };
  return votes.map((given, item) => {
    const { value, rule, votes: most, of, tied } = vote(given);
    const numbers = scale.numbers === null ? [] : given.map((one) => scale.numbers?.[one.value] as number);
    return {
      item: file.items[item] as string,
      label: file.labels[l] as string,
      value: maybe(value),
      rule,
      votes: most,
      of,
      tied: tied.map(out),
      spread: numbers.length === 0 ? null : Math.max(...numbers) - Math.min(...numbers),
      ...(whatIf ? { whatIf: others(given) } : {}),
    };
  });
}

const told = (rows: readonly Row[]): string =>
  plainTable(
    ["item", "label", "value", "rule", "votes", "of", "tied", "spread"],
    rows.map((row) => [
      ...[row.item, row.label, row.value, row.rule, row.votes, row.of],
      row.tied.length === 0 ? null : row.tied.join(" "),
      row.spread,
    ]),
  );
