// Items that check attention: only where the study says so, because the consent has to name them; never practice too.
import type { StudyFile } from "#schemas/study";
import type { Faults } from "./faults.ts";

export function attentionFault(
  attention: boolean,
  practice: boolean,
  { settings }: StudyFile,
  file: string,
  line: number,
  faults: Faults,
): void {
  if (!attention) return;
  if (settings.attention !== true)
    faults.add(
      file,
      line,
      "it checks attention, and the study does not say that it has such items",
      'Say so in study.json: "settings": {"attention": true}; the consent then names them.',
    );
  if (practice) faults.add(file, line, "it is practice and checks attention", "Let it be one of the two.");
}
