// Ratings that exist already become the answers of a study: the rows of one person, item and occasion are one answer.
// A row without label and value is a skip. Nothing is guessed: what the tool's labels cannot hold is refused by line.
import { confidenceRange, emotionIds, type Letter, labelById, letters } from "#schemas/labels";
import type { Seat } from "#schemas/person";
import { seats } from "#schemas/person";
import { type EmotionAnswer, type SkipReason, skipReasons } from "#schemas/response";
import type { AnswerGiven, DraftAnswer, DraftPerson, Item, StudyFile } from "#schemas/study";
import type { Faults } from "./faults.ts";
import type { RatedRow, RatedTable } from "./rated.ts";

const knownLabels: readonly string[] = ["sentiment", ...emotionIds];

/** People whom only the ratings name; they owe nothing more than what they have answered. */
export function peopleIn(rated: RatedTable, study: StudyFile, faults: Faults): DraftPerson[] {
  const out = new Map<string, DraftPerson>();
  for (const { annotator, seat, line } of rated.rows) {
    if (annotator === "" || out.has(annotator)) continue;
    if (seat !== "" && !(seats as readonly string[]).includes(seat))
      faults.add(rated.file, line, `the seat "${seat}" is not known`, `It may be: ${seats.join(", ")}; empty: panel.`);
    if (annotator.length > 60)
      faults.add(rated.file, line, `the name "${annotator.slice(0, 20)}..." is too long`, "Use at most 60 characters.");
    out.set(annotator, {
      code: annotator,
      role: study.protocol === "choice" ? "expert" : "annotator",
      seat: (seat === "" ? "panel" : seat) as Seat,
      language: study.languages[0] ?? "en",
      past: true,
    });
  }
  return [...out.values()];
}

/** One answer for each person, item and occasion, in the order of the file. */
export function answersOf(
  rated: RatedTable,
  study: StudyFile,
  items: readonly Item[],
  people: readonly DraftPerson[],
  faults: Faults,
): DraftAnswer[] {
  const { file } = rated;
  const byName = new Map(items.map((item) => [item.name.normalize("NFC"), item]));
  const codes = new Set(people.map(({ code }) => code));
  const groups = new Map<string, { item: Item; rows: RatedRow[] }>();
  for (const row of rated.rows) {
    const item = byName.get(row.item.normalize("NFC"));
    if (row.item === "" || row.annotator === "") {
      const what = row.item === "" ? "item" : "annotator";
      faults.add(file, row.line, `the ${what} is empty`, `Name the ${what} on every row.`);
    } else if (item === undefined)
      faults.add(file, row.line, `the study has no item "${row.item}"`, "Write the items as the study names them.");
    else if (!codes.has(row.annotator))
      faults.add(file, row.line, `"${row.annotator}" is not in people.csv`, "Add the person there, or leave it out.");
    else if (!/^[1-9]\d{0,3}$/.test(row.occasion))
      faults.add(file, row.line, `occasion "${row.occasion}" is not 1, 2, ...`, "Number the occasions from 1.");
    else {
      const key = `${row.annotator}\n${item.id}\n${row.occasion}`;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, { item, rows: [row] });
      else group.rows.push(row);
    }
  }
  return [...groups.values()].flatMap(({ item, rows }) => {
    const answer = study.protocol === "choice" ? choiceOf(rows, item, file, faults) : emotionOf(rows, file, faults);
    const [{ annotator, occasion, at, line }] = rows as [RatedRow];
    if (at !== "" && Number.isNaN(Date.parse(at)))
      faults.add(file, line, `"${at}" is no time`, "Write 2026-11-30T10:00:00Z, or nothing.");
    if (answer === undefined) return [];
    const when = at === "" || Number.isNaN(Date.parse(at)) ? {} : { at: new Date(at).toISOString() };
    return [{ code: annotator, item: item.id, occasion: Number(occasion), ...when, ...answer }];
  });
}

function skipIn(rows: readonly RatedRow[], file: string, faults: Faults): AnswerGiven | undefined {
  const skip = rows.find(({ label, value }) => label === "" && value === "");
  if (skip === undefined) return undefined;
  const other = rows.find((row) => row !== skip);
  if (other !== undefined)
    faults.add(file, other.line, `line ${skip.line} says it was skipped`, "Keep one of the two.");
  const known = (skipReasons as readonly string[]).includes(skip.reason);
  if (known) return { kind: "skip", answer: { reason: skip.reason as SkipReason } };
  return { kind: "skip", answer: { reason: "other", ...(skip.reason === "" ? {} : { text: skip.reason }) } };
}

function emotionOf(rows: readonly RatedRow[], file: string, faults: Faults): AnswerGiven | undefined {
  const skip = skipIn(rows, file, faults);
  if (skip !== undefined) return skip;
  const values = new Map<string, number>();
  let confidence: number | undefined;
  for (const row of rows) {
    const known = knownLabels.includes(row.label);
    if (!known) {
      const mend = `They are: ${knownLabels.join(", ")}. For others use the commands labels and agreement, with no study.`;
      faults.add(file, row.line, `the label "${row.label}" is not one of this study`, mend);
    } else if (values.has(row.label))
      faults.add(file, row.line, `${row.label} stands here a second time`, "Keep one, or number the occasions.");
    else if (row.value !== "") {
      const value = numberIn(row, row.value, labelById(row.label) as { least: number; greatest: number }, file, faults);
      if (value !== undefined) values.set(row.label, value);
    }
    if (row.confidence === "") continue;
    const sure = numberIn(row, row.confidence, confidenceRange, file, faults, "confidence");
    if (confidence !== undefined && sure !== undefined && sure !== confidence)
      faults.add(
        file,
        row.line,
        `confidence is ${sure} here and ${confidence} before`,
        "An answer has one confidence.",
      );
    confidence ??= sure;
  }
  if (values.size === 0 && confidence === undefined) return undefined;
  const sentiment = values.get("sentiment");
  const emotions = Object.fromEntries([...values].filter(([label]) => label !== "sentiment"));
  const answer: EmotionAnswer = {
    ...(sentiment === undefined ? {} : { sentiment }),
    emotions,
    ...(confidence === undefined ? {} : { confidence }),
    cues: [],
  };
  return { kind: "emotion", answer };
}

function numberIn(
  row: RatedRow,
  text: string,
  { least, greatest }: { readonly least: number; readonly greatest: number },
  file: string,
  faults: Faults,
  what: string = row.label,
): number | undefined {
  const value = /^[+-]?\d{1,4}(\.0+)?$/.test(text) ? Number(text) + 0 : Number.NaN;
  if (value >= least && value <= greatest) return value;
  faults.add(file, row.line, `${what} is "${text}"`, `Give a whole number from ${least} to ${greatest}, or nothing.`);
  return undefined;
}

function choiceOf(rows: readonly RatedRow[], item: Item, file: string, faults: Faults): AnswerGiven | undefined {
  const skip = skipIn(rows, file, faults);
  if (skip !== undefined || item.protocol !== "choice") return skip;
  const [row, second] = rows as [RatedRow, RatedRow?];
  if (second !== undefined)
    faults.add(file, second.line, `line ${row.line} answers it already`, "Keep one, or number the occasions.");
  const offered = letters.filter((letter) => item.options[letter] !== undefined);
  const option = row.value as Letter;
  const shown = row.shown === "" ? offered : (row.shown.split("|") as Letter[]);
  if (row.label !== "choice") faults.add(file, row.line, `the label "${row.label}" is not "choice"`, "Write choice.");
  else if (!offered.includes(option))
    faults.add(file, row.line, `"${row.value}" is no option of it`, `Its options are ${offered.join(", ")}.`);
  else if (
    shown.some((letter, k) => !offered.includes(letter) || shown.indexOf(letter) !== k) ||
    !shown.includes(option)
  )
    faults.add(
      file,
      row.line,
      `"${row.shown}" cannot have been shown`,
      "Write A|B|C|D in the order shown, or nothing.",
    );
  else return { kind: "choice", answer: { option, shown } };
  return undefined;
}
