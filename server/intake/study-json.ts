// study.json: what the study is and how it is set.
import { type StudyFile, studyFile } from "#schemas/study";
import { type Faults, wordsOf } from "./faults.ts";
import { textOf } from "./lines.ts";

const file = "study.json";

export function readStudyFile(bytes: Uint8Array, faults: Faults): StudyFile | undefined {
  const text = textOf(bytes, file, faults);
  if (text === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const message = (error as Error).message;
    const at = Number(/position (\d+)/.exec(message)?.[1] ?? Number.NaN);
    const line = Number.isNaN(at) ? text.trimEnd().split("\n").length : text.slice(0, at).split("\n").length;
    faults.add(file, line, "it is not JSON: a quote, a comma or a bracket is missing or too many", "Correct it there.");
    return undefined;
  }
  const checked = studyFile.safeParse(value);
  if (!checked.success) {
    for (const issue of checked.error.issues) {
      const { message, mend } = wordsOf(issue);
      faults.add(file, null, message, mend);
    }
    return undefined;
  }
  const study = checked.data;
  if (!isTimeZone(study.timeZone))
    faults.add(file, null, `"timeZone" ${study.timeZone} is not known`, 'Give an IANA name such as "Asia/Shanghai".');
  if (study.settings.repeats !== undefined && study.settings.captions === "shown-after")
    faults.add(
      file,
      null,
      'settings "repeats" and captions "shown-after" do not go together: the caption locks the first answer',
      "Take one of them out.",
    );
  if (new Set(study.languages).size < study.languages.length)
    faults.add(file, null, '"languages" names one twice', "Name each language once.");
  return study;
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
