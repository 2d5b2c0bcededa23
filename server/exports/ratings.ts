// `ratings.csv`: every standing rating in the long form that `labels` and `agreement` read. A skip is one row without
// label and value; practice and retired items are left out. People stand under their codes.
import { labelById, letters } from "#schemas/labels";
import { type Response, ratingsOf } from "#schemas/response";
import type { LogTable } from "#server/store/tables";
import type { Cell } from "./csv-out.ts";
import { type ExportGiven, responsesOf, type Snapshot, snapshotOf } from "./given.ts";

export const ratingColumns = [
  ...["item", "occasion", "annotator", "label", "value", "confidence", "skipped", "reason", "at", "receivedAt"],
  ...["activeMs", "optionText", "shown", "seat"],
] as const;

export async function* ratingRows(given: ExportGiven): AsyncGenerator<Cell[][]> {
  const snapshot = await snapshotOf(given);
  for await (const page of responsesOf(given, snapshot, rated))
    yield page.flatMap(({ row, stands }) => (stands ? [...rowsOf(row, snapshot)] : []));
}

/** No column that the body tells too: reading a row costs by the column. */
const rated = ["body", "received_at"] as const;

function* rowsOf(row: Pick<LogTable, (typeof rated)[number]>, { people, items }: Snapshot): Generator<Cell[]> {
  const response = JSON.parse(row.body) as Response;
  if (response.kind !== "skip" && response.kind !== "choice" && response.kind !== "emotion") return;
  const person = people.get(response.person);
  const found = items.get(response.item ?? "");
  if (person === undefined || !person.answers || found === undefined || !found.counts) return;
  const { item } = found;
  const about = [item.name, response.occasion ?? 1, person.code] as const;
  const { at, activeMs = null } = response;
  const times = [at, row.received_at, activeMs] as const;
  if (response.kind === "skip")
    yield [...about, null, null, null, true, response.answer.reason, ...times, null, null, person.seat];
  if (response.kind === "choice" && item.protocol === "choice") {
    const { option, shown } = response.answer;
    const text = item.options[option] ?? null;
    yield [...about, "choice", option, null, false, null, ...times, text, shown.join("|"), person.seat];
  }
  if (response.kind !== "emotion") return;
  const { confidence = null, shown } = response.answer;
  for (const [label, value] of ratingsOf(response)) {
    const told = labelById(label)?.scale === "options" ? (letters[value] as string) : value;
    yield [...about, label, told, confidence, false, null, ...times, null, shown?.join("|") ?? null, person.seat];
  }
}

const written = ["id", "hash", "body", "person", "item", "flags", "received_at"] as const;

/**
 * `responses.jsonl`: the log's responses as they came, a record a line. Beside the record's own fields stand `hash`
 * (SHA-256 over the RFC 8785 text of the record without `hash` and `log`) and `log`, what the server notes of it.
 */
export async function* responseLines(given: ExportGiven): AsyncGenerator<string> {
  const snapshot = await snapshotOf(given);
  for await (const page of responsesOf(given, snapshot, written))
    yield page
      .map(({ row, stands }) => {
        const beside = {
          seq: row.seq,
          annotator: snapshot.people.get(row.person ?? "")?.code ?? null,
          item: snapshot.items.get(row.item ?? "")?.item.name ?? null,
          receivedAt: row.received_at,
          flags: JSON.parse(row.flags),
          admitted: snapshot.admitted.has(row.id),
          standing: stands,
        };
        return `${row.body.slice(0, -1)},"hash":"${row.hash}","log":${JSON.stringify(beside)}}\n`;
      })
      .join("");
}
