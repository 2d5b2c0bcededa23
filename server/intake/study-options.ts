// The options of one question: at least two, none empty, no two the same.
import { type Letter, letters } from "#schemas/labels";
import type { Faults } from "./faults.ts";

export type Options = { [K in Letter]?: string };

export function optionFaults(
  given: { readonly [K in Letter]?: string | undefined },
  file: string,
  line: number,
  faults: Faults,
): Options {
  const options: Options = {};
  const seen = new Map<string, Letter>();
  for (const letter of letters) {
    const text = given[letter];
    if (text === undefined) continue;
    if (text.trim() === "") faults.add(file, line, `option ${letter} is empty`, "Fill it in, or leave the letter out.");
    const form = text.normalize("NFC").trim();
    const same = seen.get(form);
    if (same !== undefined)
      faults.add(
        file,
        line,
        `the options ${same} and ${letter} are the same: "${text}"`,
        "Give four different options.",
      );
    seen.set(form, letter);
    options[letter] = text;
  }
  if (Object.keys(options).length < 2)
    faults.add(
      file,
      line,
      "there are fewer than two options",
      'Give "options": {"A": ..., "B": ..., "C": ..., "D": ...}.',
    );
  return options;
}

/** Options that only look the same: invisible signs, or one sign in another form of it. */
export function lookAlikes(options: Options): string[] {
  const out: string[] = [];
  const seen = new Map<string, Letter>();
  for (const letter of letters) {
    const text = options[letter];
    if (text === undefined) continue;
    const look = text.normalize("NFKC").replace(/[\p{Cf}\s]/gu, "");
    const before = seen.get(look);
    if (before !== undefined && options[before]?.normalize("NFC").trim() !== text.normalize("NFC").trim())
      out.push(`the options ${before} and ${letter} look the same ("${text}")`);
    seen.set(look, letter);
  }
  return out;
}
