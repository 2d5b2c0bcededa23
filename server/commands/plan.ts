// `plan`: how many items for a wanted width, from a pilot's ratings or from what is assumed.
import { type Command, InvalidArgumentError, Option } from "commander";
import { labelById, type Metric, metrics } from "#schemas/labels";
import { Problem } from "#schemas/problem";
import { readRatings } from "#server/intake/ratings";
import { alphaOf } from "#server/measures/alpha";
import { coincidencesOf } from "#server/measures/coincidence";
import { accuracyWidth, alphaWidth, type Plan, type PlanRow, planOf } from "#server/measures/plan";
import { type Scale, scaleOf } from "#server/measures/scale";
import { type CommandEnv, WrongUsage } from "./env.ts";
import { countOption, plainTable, readInput, rounded, wholeOption } from "./input.ts";
import { ratingsOfLabel, scaleIn } from "./rated.ts";

interface Options extends Plan {
  label?: string;
  metric?: Metric;
  alpha?: number;
  shares?: number[];
  accuracy?: number;
  alike?: number;
  json?: boolean;
}

interface Planned {
  readonly of: "alpha" | "accuracy";
  readonly assumed: Readonly<Record<string, unknown>>;
  readonly rows: readonly PlanRow[];
}

export function planCommand(program: Command, env: CommandEnv): void {
  program
    .command("plan")
    .description("how many items for an interval of a wanted width, by simulation")
    .argument("[ratings]", "a pilot's item,annotator,label,value; left out where --alpha or --accuracy is given")
    .requiredOption("--width <w>", "wanted width of the 95 % interval", shareOption)
    .option("--people <list>", "numbers of people, with commas", peopleOption, [3, 5, 10])
    .option("--label <label>", "of the pilot; its first where left out")
    .addOption(new Option("--metric <metric>", "of alpha").choices(metrics))
    .option("--alpha <a>", "assumed agreement", shareOption)
    .option("--shares <list>", "assumed share of each value, in order of the scale", sharesOption)
    .option("--accuracy <p>", "assumed accuracy of people", shareOption)
    .option("--alike <r>", "assumed correlation of two people's answers on one entry", shareOption)
    .option("--seed <n>", "of the simulation", wholeOption, 1)
    .option("--runs <n>", "simulated studies a step", countOption, 40)
    .option("--most <n>", "items to try at most", countOption, 10_000)
    .option("--json", "print JSON")
    .action(async (path: string | undefined, options: Options) => {
      const ways = [path, options.alpha, options.accuracy].filter((one) => one !== undefined);
      if (ways.length !== 1) throw new WrongUsage("give one of: a pilot's file, --alpha, --accuracy");
      const planned = path === undefined ? fromAssumed(options) : await fromPilot(path, options);
      const { width, seed, runs, most, json } = options;
      const report = { ...planned, width, seed, runs, most };
      env.print(json ? JSON.stringify(report) : told(report));
    });
}

async function fromPilot(path: string, options: Options): Promise<Planned> {
  const { bytes, file: name } = await readInput(path);
  const file = readRatings(bytes, name);
  const l = options.label === undefined ? 0 : file.labels.indexOf(options.label);
  const label = file.labels[l];
  if (label === undefined) throw new Problem("bad-value", `${name}: there are no ratings of ${options.label ?? "it"}`);
  const metric = options.metric ?? labelById(label)?.metric ?? "nominal";
  const scaled = scaleIn(file, l, undefined, metric !== "ratio");
  const counted = coincidencesOf(ratingsOfLabel(file, l, scaled));
  const { alpha, reason } = alphaOf(counted, metric, scaled.scale);
  if (alpha === null) throw new Problem("bad-value", `${name}: ${label} has no alpha to plan from: ${reason}`);
  const shares = [...counted.totals].map((n) => n / counted.pairable);
  return fromAlpha(Math.max(0, alpha), shares, metric, scaled.scale, options, { label, pilot: counted.pairableUnits });
}

function fromAssumed(options: Options): Planned {
  const { alpha, shares, accuracy, alike } = options;
  if (accuracy !== undefined) {
    if (alike === undefined) throw new WrongUsage("--accuracy needs --alike, as 0.3");
    return { of: "accuracy", assumed: { accuracy, alike }, rows: planOf(accuracyWidth(accuracy, alike), options) };
  }
  if (shares === undefined) throw new WrongUsage("--alpha needs --shares, as 0.5,0.3,0.2");
  const scale = scaleOf(
    shares.map((_, k) => k),
    true,
  );
  return fromAlpha(alpha as number, shares, options.metric ?? "nominal", scale, options);
}

function fromAlpha(
  alpha: number,
  shares: readonly number[],
  metric: Metric,
  scale: Scale,
  plan: Plan,
  more: object = {},
): Planned {
  const rows = planOf(alphaWidth({ shares, alike: alpha }, metric, scale), plan);
  return { of: "alpha", assumed: { ...more, alpha, shares, metric }, rows };
}

function told({ of, assumed, rows, width, seed, runs, most }: Planned & Omit<Plan, "people">): string {
  const table = plainTable(
    ["people", "items", "width"],
    rows.map((row) => [row.people, row.items, rounded(row.width)]),
  );
  const said = Object.entries(assumed).map(([name, value]) => `${name} ${[value].flat().map(short).join(" ")}`);
  const none = rows.some(({ items }) => items === null) ? `a dash: more than ${most} items\n` : "";
  return `items for a 95 % interval of ${of} at most ${width} wide\n${table}${none}assumed: ${said.join(", ")}\n${runs} simulated studies a step, seed ${seed}; everybody answers every item\n`;
}

const short = (value: unknown) => (typeof value === "number" ? String(Number(value.toFixed(3))) : String(value));

function shareOption(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !(value >= 0 && value <= 1)) throw new InvalidArgumentError("give a number from 0 to 1");
  return value;
}

function sharesOption(text: string): number[] {
  const shares = text.split(",").map(shareOption);
  const all = shares.reduce((sum, share) => sum + share, 0);
  if (shares.length < 2 || all <= 0) throw new InvalidArgumentError("give at least two shares, as 0.5,0.5");
  return shares.map((share) => share / all);
}

function peopleOption(text: string): number[] {
  const people = text.split(",").map(countOption);
  if (people.some((n) => n > 1000)) throw new InvalidArgumentError("plan for at most 1000 people");
  return people;
}
