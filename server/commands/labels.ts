// `labels RATINGS`: the agreed value of each label of each item, by vote or by Dawid and Skene.
import { type Command, Option } from "commander";
import type { LabelValue, VotedLabel } from "#schemas/label";
import { type RatingsFile, readRatings } from "#server/intake/ratings";
import { dawidSkene } from "#server/measures/dawid-skene";
import { distributionOf, type EmosignSets, emosignSets } from "#server/measures/emosign";
import { type Vote, vote } from "#server/measures/vote";
import type { CommandEnv } from "./env.ts";
import { listOption, plainTable, readInput } from "./input.ts";
import { givenScale, inOrder, type ScaledLabel, scaleIn } from "./rated.ts";

interface Options {
  json?: boolean;
  method: "vote" | "dawid-skene";
  sets?: boolean;
  scale?: string[];
}
type Row = Omit<VotedLabel, "rule"> & { rule: string; posterior?: Record<string, number> | null };

export function labelsCommand(program: Command, env: CommandEnv): void {
  program
    .command("labels")
    .description("agreed labels from a file of ratings")
    .argument("<ratings>", "item,annotator,label,value,confidence as CSV or JSON Lines; - for standard input")
    .addOption(new Option("--method <method>").choices(["vote", "dawid-skene"]).default("vote"))
    .option("--scale <values>", "the ordered values, with commas", listOption)
    .option("--sets", "beside them EmoSign's derived sets")
    .option("--json", "print JSON")
    .action(async (path: string, options: Options) => {
      const { bytes, file: name } = await readInput(path);
      const file = readRatings(bytes, name);
      for (const warning of file.warnings) env.warn(warning);
      const given = options.scale === undefined ? undefined : givenScale(options.scale);
      const scaled = file.labels.map((_, l) => scaleIn(file, l, given));
      const byLabel = scaled.map((one, l) => votesOn(file, l, one));
      const estimates = options.method === "vote" ? [] : scaled.map((one, l) => estimate(file, l, one));
      estimates.forEach((one, l) => {
        place(byLabel[l] as Row[], one, (scaled[l] as ScaledLabel).scale.values);
      });
      const order = inOrder(file.labels);
      const labels = file.items.flatMap((_, item) => order.map((l) => byLabel[l]?.[item] as Row));
      const sets = options.sets ? setsOf(file, byLabel) : undefined;
      const report = { labels, ...beside(file, estimates, order), ...(sets === undefined ? {} : { sets }) };
      env.print(options.json ? JSON.stringify(report) : told(labels) + (sets === undefined ? "" : setsTold(sets)));
    });
}

/** The vote on one label of every item, first occasions only. */
function votesOn(file: RatingsFile, l: number, { scale, places }: ScaledLabel): Row[] {
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
  return votes.map((given, item) => {
    const { value, rule, votes: most, of, tied } = vote(given);
    const numbers = scale.numbers === null ? [] : given.map((one) => scale.numbers?.[one.value] as number);
    return {
      item: file.items[item] as string,
      label: file.labels[l] as string,
      value: value === null ? null : out(value),
      rule,
      votes: most,
      of,
      tied: tied.map(out),
      spread: numbers.length === 0 ? null : Math.max(...numbers) - Math.min(...numbers),
    };
  });
}

/** EmoSign's sets from the labels of the table; an unresolved one is missing. */
function setsOf(file: RatingsFile, byLabel: readonly (readonly Row[])[]): EmosignSets {
  return emosignSets(
    file.items.map((item, i) => ({
      item,
      labels: Object.fromEntries(
        file.labels.flatMap((label, l) => {
          const value = byLabel[l]?.[i]?.value;
          return typeof value === "number" ? [[label, value]] : [];
        }),
      ),
    })),
  );
}

function setsTold({ sentiment7, sentiment3, single, multi, left }: EmosignSets): string {
  const counted = (name: string, values: readonly (string | number)[]) => {
    const classes = [...new Set(values)].sort((a, b) =>
      typeof a === "number" ? a - Number(b) : a < String(b) ? -1 : 1,
    );
    const counts = distributionOf(values, classes);
    return `${name}, ${values.length}: ${classes.map((one, k) => `${one} ${counts[k]}`).join(", ")}\n`;
  };
  const valuesOf = (rows: readonly { value: string | number }[]) => rows.map(({ value }) => value);
  return [
    "\n",
    counted("sentiment-7", valuesOf(sentiment7)),
    counted("sentiment-3", valuesOf(sentiment3)),
    counted("single expression", valuesOf(single)),
    counted("multi expression", valuesOf(multi)),
    counted(
      "in no emotion set",
      left.map(({ why }) => why),
    ),
  ].join("");
}

type Estimate = ReturnType<typeof estimate>;

/** Dawid and Skene over every occasion: a person may judge an item more than once. */
function estimate(file: RatingsFile, l: number, { scale, places }: ScaledLabel) {
  const { rows } = file;
  const items = new Map<number, number>();
  const people = new Map<number, number>();
  const judgements = [];
  const numbered = (map: Map<number, number>, key: number) => {
    if (!map.has(key)) map.set(key, map.size);
    return map.get(key) as number;
  };
  for (let i = 0; i < rows.length; i++) {
    if (rows.label[i] !== l || (rows.value[i] as number) < 0) continue;
    judgements.push({
      item: numbered(items, rows.item[i] as number),
      person: numbered(people, rows.person[i] as number),
      value: places[rows.value[i] as number] as number,
    });
  }
  const tally = new Map<number, number[]>();
  for (const { item, value } of judgements) {
    const counts = tally.get(item) ?? new Array<number>(scale.values.length).fill(0);
    counts[value]!++;
    tally.set(item, counts);
  }
  return { items, people, tally, found: dawidSkene(judgements, items.size, people.size, scale.values.length) };
}

function place(rows: Row[], { items, tally, found }: Estimate, values: readonly LabelValue[]): void {
  rows.forEach((row, item) => {
    const at = items.get(item);
    const posterior = at === undefined ? undefined : found.posterior[at];
    if (posterior === undefined) {
      row.posterior = null;
      return;
    }
    const best = posterior.indexOf(Math.max(...posterior));
    row.posterior = Object.fromEntries(values.map((value, k) => [String(value), posterior[k] as number]));
    row.value = values[best] as LabelValue;
    row.rule = "dawid-skene";
    const counts = tally.get(at as number) as number[];
    row.votes = counts[best] as number;
    row.of = counts.reduce((sum, n) => sum + n, 0);
    row.tied = [];
  });
}

/** Prior, confusion and iterations: plain for one label, by label for several. */
function beside(file: RatingsFile, estimates: readonly Estimate[], order: readonly number[]) {
  if (estimates.length === 0) return {};
  const parts = order.map((l) => {
    const { people, found } = estimates[l] as Estimate;
    const confusion = Object.fromEntries([...people].map(([p, at]) => [file.people[p] as string, found.confusion[at]]));
    return { label: file.labels[l] as string, prior: found.prior, confusion, iterations: found.iterations };
  });
  if (parts.length === 1) {
    const [{ prior, confusion, iterations }] = parts as [(typeof parts)[0]];
    return { prior, confusion, iterations };
  }
  const of = (name: "prior" | "confusion" | "iterations") =>
    Object.fromEntries(parts.map((part) => [part.label, part[name]]));
  return { prior: of("prior"), confusion: of("confusion"), iterations: of("iterations") };
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
