// Labels of items as a table: `item,label,value`, the truth or a model's predictions.
import { need, readCsv } from "./csv.ts";
import { eachJsonLine, looksLikeJson, refuseLine } from "./jsonl.ts";

export interface LabelValueRow {
  readonly item: string;
  readonly label: string;
  /** "" where there is none. */
  readonly value: string;
  readonly line: number;
}

/** Refuses by line: no item or label, one item and label twice. */
export function readLabelValues(bytes: Uint8Array, file: string): LabelValueRow[] {
  const out: LabelValueRow[] = [];
  const seen = new Map<string, number>();
  const take = (row: LabelValueRow) => {
    const { item, label, line } = row;
    if (item === "" || label === "") refuseLine(file, line, "item or label is empty", "Name both on every row.");
    const first = seen.get(`${item}\n${label}`);
    if (first !== undefined)
      refuseLine(file, line, `${item}, ${label} stands on line ${first} already`, "Keep one of the two.");
    seen.set(`${item}\n${label}`, line);
    out.push(row);
  };
  if (looksLikeJson(bytes)) {
    eachJsonLine(bytes, file, (row, line) => {
      const at = (name: string) => String(row[name] ?? "");
      take({ item: at("item"), label: at("label"), value: at("value"), line });
    });
    return out;
  }
  const table = readCsv(bytes, file);
  const at = need(table, ["item", "label", "value"]);
  for (const { line, cells } of table.rows)
    take({ item: cells[at.item] as string, label: cells[at.label] as string, value: cells[at.value] as string, line });
  return out;
}

/** Whether a file is such a table, or else questions of a quiz. */
export function isLabelTable(bytes: Uint8Array): boolean {
  const head = new TextDecoder()
    .decode(bytes.subarray(0, 4000))
    .replace(/^\ufeff/, "")
    .trimStart();
  return !head.startsWith("{") || (/^\{[^\n]*"item"\s*:/.test(head) && !/^\{[^\n]*"options"\s*:/.test(head));
}
