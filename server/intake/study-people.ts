// people.csv: who takes part, by pseudonym.
import { type Language, languages } from "#schemas/basics";
import { type Role, roles, type Seat, seats } from "#schemas/person";
import type { DraftPerson, StudyFile } from "#schemas/study";
import type { Faults } from "./faults.ts";
import { onceEach, readTable } from "./table.ts";

const file = "people.csv";

export function readPeople(bytes: Uint8Array, study: StudyFile, faults: Faults): DraftPerson[] {
  const columns = { required: ["code", "role"], optional: ["seat", "language"] } as const;
  const once = onceEach(file, "code", faults);
  const out: DraftPerson[] = [];
  for (const { line, cells } of readTable<"code" | "role" | "seat" | "language">(bytes, file, columns, faults) ?? []) {
    const { code = "", role = "", seat = "panel", language = study.languages[0] ?? "en" } = cells;
    once(code, line);
    if (code.length > 60 || !code.isWellFormed() || hasControls(code))
      faults.add(
        file,
        line,
        `the code "${code.slice(0, 20)}" is too long or holds signs that cannot be shown`,
        "Use at most 60 plain characters.",
      );
    if (!(roles as readonly string[]).includes(role))
      faults.add(file, line, `the role "${role}" is not known`, `It may be: ${roles.join(", ")}.`);
    if (role === "annotator" && study.protocol === "choice")
      faults.add(file, line, "an annotator labels clips, and this study is a quiz", 'Give the role "expert".');
    if (role === "expert" && study.protocol === "emotion")
      faults.add(file, line, "an expert takes a quiz, and this study labels clips", 'Give the role "annotator".');
    if (!(seats as readonly string[]).includes(seat))
      faults.add(file, line, `the seat "${seat}" is not known`, `It may be: ${seats.join(", ")}; empty means panel.`);
    if (!(languages as readonly string[]).includes(language))
      faults.add(file, line, `the language "${language}" is not known`, `It may be: ${languages.join(", ")}.`);
    out.push({ code, role: role as Role, seat: seat as Seat, language: language as Language });
  }
  return out;
}

function hasControls(text: string): boolean {
  return [...text].some((sign) => sign < " " || sign === "\u007f");
}
