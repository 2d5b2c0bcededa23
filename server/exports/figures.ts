// Figures as files: labels, agreement and baseline, with the same values as on the screen and the command line.
import type { AgreementRow, BaselineRow } from "#schemas/figure";
import { letters } from "#schemas/labels";
import type { FigureLabel } from "#server/figures/votes";
import { decisionsOf } from "#server/store/decisions";
import { membersOf } from "#server/store/members";
import type { Cell } from "./csv-out.ts";
import type { ExportGiven } from "./given.ts";

export const labelColumns = ["item", "label", "value", "rule", "votes", "of", "tied", "spread", "decision"] as const;

interface Settled {
  readonly value: string | number | null;
  readonly by: string;
  readonly at: string;
  readonly reason: string | null;
}
type LabelOut = Omit<FigureLabel, "id" | "counts"> & { readonly decision: Settled | null };

async function labelsOut({ store, figures, study }: ExportGiven): Promise<LabelOut[]> {
  const { labels, position } = await figures.labels(study);
  const codes = new Map((await membersOf(store, study)).map(({ person, code }) => [person, code]));
  const settled = new Map<string, Settled>();
  for (const { seq, decision } of await decisionsOf(store, study)) {
    if (decision.kind !== "adjudicate" || seq > position.seq) continue;
    const { item, label, value, by, at, reason = null } = decision;
    const told = value !== null && label === "choice" ? (letters[value] ?? null) : value;
    if (!settled.has(`${item} ${label}`))
      settled.set(`${item} ${label}`, { value: told, by: codes.get(by) ?? "coordinator", at, reason });
  }
  return labels.map(({ id, counts, ...row }) => ({ ...row, decision: settled.get(`${id} ${row.label}`) ?? null }));
}

/** `decision` holds the settled value, or `no label` where it was settled that there is none. */
export async function* labelRows(given: ExportGiven): AsyncGenerator<Cell[][]> {
  for (const page of pagesOf(await labelsOut(given)))
    yield page.map(({ item, label, value, rule, votes, of, tied, spread, decision }) => {
      const told = decision === null ? null : (decision.value ?? "no label");
      return [item, label, value, rule, votes, of, tied.length === 0 ? null : tied.join("|"), spread, told];
    });
}

function* pagesOf<T>(rows: readonly T[]): Generator<T[]> {
  for (let i = 0; i < rows.length; i += 1000) yield rows.slice(i, i + 1000);
}

export async function* labelLines(given: ExportGiven): AsyncGenerator<string> {
  for (const page of pagesOf(await labelsOut(given))) yield page.map((row) => `${JSON.stringify(row)}\n`).join("");
}

const agreementFields = [
  ...["units", "pairableUnits", "ratings", "pairable", "people", "percentAgreement", "allAgreeShare", "gwet", "fleiss"],
  "brennanPrediger",
] as const satisfies readonly (keyof AgreementRow)[];
export const agreementColumns = ["label", "metric", "state", "reason", "alpha", "low", "high", ...agreementFields];

export async function* agreementRows({ figures, study }: ExportGiven): AsyncGenerator<Cell[][]> {
  yield (await figures.agreement(study)).labels.map((row) => {
    const [low, high] = row.interval ?? [null, null];
    return [
      ...[row.label, row.metric, row.state, row.reason, row.alpha, low, high],
      ...agreementFields.map((field) => row[field] as number | null),
    ];
  });
}

export const baselineColumns = [
  ...["modality", "articulation", "people", "right", "asked", "pooled", "pooledLow", "pooledHigh"],
  ...["meanOfPeople", "meanLow", "meanHigh", "designEffect", "least", "greatest", "perPerson"],
];

/** `perPerson`: `code right/asked`, with `|` between people. */
export async function* baselineRows({ figures, study }: ExportGiven): AsyncGenerator<Cell[][]> {
  yield (await figures.baseline(study)).rows.map(cellsOf);
}

function cellsOf(row: BaselineRow): Cell[] {
  const people = row.perPerson.map(({ person, right, asked }) => `${person} ${right}/${asked}`);
  return [
    ...[row.modality, row.articulation, row.people, row.right, row.asked, row.pooled],
    ...(row.pooledInterval ?? [null, null]),
    row.meanOfPeople,
    ...(row.meanInterval ?? [null, null]),
    ...[row.designEffect, row.least, row.greatest, people.length === 0 ? null : people.join("|")],
  ];
}
