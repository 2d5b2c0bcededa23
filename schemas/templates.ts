// What a template fixes and why: the two published protocols leave some settings no choice (protocol.md's facts, told in
// docs/protocols.md). A setting that is not named here stays the coordinator's.
import type { Protocol, Settings, Template } from "./study.ts";

interface TemplateRow {
  readonly protocol: Protocol;
  readonly fixed: Partial<Settings>;
}

export const templateRows: Record<Template, TemplateRow> = {
  emosign: {
    protocol: "emotion",
    fixed: { perItem: "all", faces: false, restIsZero: false, wholeViewFirst: true, speedsAtCues: true },
  },
  cnsl: { protocol: "choice", fixed: { perItem: "all", cannotTell: false, ownScore: false } },
};

export const fixedBy = (template: Template | undefined): Partial<Settings> =>
  template === undefined ? {} : templateRows[template].fixed;

/** Settings that people's items hang on: they can be changed in a draft only. */
export const settledAtOpening = ["perItem", "order", "apart", "repeats"] as const satisfies readonly (keyof Settings)[];
/** Settings that the items were made from: never changed once the study is here. */
export const settledAtIntake = ["captions"] as const satisfies readonly (keyof Settings)[];
