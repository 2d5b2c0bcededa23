// Builds a quiz from sign entries: sample, distractors, option orders, leaks, opaque ids, and a report of what was drawn
// and refused. Pure: the same entries, plan and seed give the same quiz, bit for bit (design 7).
import { type Letter, letters } from "#schemas/labels";
import { Problem } from "#schemas/problem";
import { mulberry32, seedFrom, shuffled } from "#schemas/seeded";
import { type Articulation, type Modality, modalities } from "#schemas/study";
import { type BlindScore, blindScore } from "./blind.ts";
import { drawDistractors } from "./distractors.ts";
import { collisions, cutDescription, glossForms, leaksIn, masked } from "./glosses.ts";
import { nearestByCharacters, nearestByVectors } from "./similarity.ts";

export interface SignEntry {
  readonly entry: string;
  /** The first is what options show; all of them are right. */
  readonly glosses: readonly string[];
  readonly description?: string;
  readonly image?: string;
  readonly video?: string;
  readonly articulations: readonly Articulation[];
  readonly gestures?: number;
}
export const leakActs = ["keep", "mask", "drop"] as const;
export interface QuizPlan {
  readonly seed: string;
  /** Hash of the inputs: other inputs give other ids. */
  readonly inputs: string;
  readonly distractors: "random" | "semantic";
  readonly sample: "all" | "human-baseline";
  /** Entries without an articulation in the sample `human-baseline`. */
  readonly others: number;
  readonly leaks: (typeof leakActs)[number];
  readonly options: "per-entry" | "per-item";
  /** Which modalities are asked; all three when left out. */
  readonly modalities?: readonly Modality[];
}
interface QuizQuestion {
  readonly id: string;
  readonly entry: string;
  readonly modality: Modality;
  readonly input: string;
  readonly options: Readonly<Record<Letter, string>>;
  readonly key: Letter;
  readonly gloss: string;
  readonly articulations: readonly Articulation[];
  readonly gestures?: number;
}
interface QuizReport {
  readonly entries: {
    readonly given: number;
    readonly taken: number;
    readonly tagged: number;
    readonly others: number;
  };
  readonly questions: Readonly<Record<Modality | "all", number>>;
  readonly articulations: Readonly<Record<Articulation, number>>;
  readonly collisions: { readonly pairs: number; readonly entries: number; readonly refused: number };
  readonly keys: Readonly<Record<Letter, number>>;
  readonly leaks: {
    readonly act: QuizPlan["leaks"];
    /** Descriptions that were cut at 【相关词】. */
    readonly cut: number;
    readonly found: readonly {
      readonly id: string | null;
      readonly entry: string;
      readonly forms: readonly string[];
    }[];
  };
  readonly blindSolver: BlindScore & { readonly chance: number; readonly warning: string | null };
}
export interface BuiltQuiz {
  readonly questions: readonly QuizQuestion[];
  readonly report: QuizReport;
}

const nearMost = 80;
const warnAbove = 0.3;

/**
 * @param vectors by entry, for semantic distractors by their cosine; all entries have one of the same length.
 * @param entries in the order of the file. Refuses (Problem "bad-value") fewer than four entries, a sample that the
 * entries cannot fill, and entries that collide too much to be given three distractors.
 */
export function buildQuiz(
  entries: readonly SignEntry[],
  plan: QuizPlan,
  vectors?: ReadonlyMap<string, Float32Array>,
): BuiltQuiz {
  const chanceFor = (what: string) => mulberry32(seedFrom(`${plan.seed}\n${plan.inputs}\n${what}`));
  const asked = plan.modalities ?? modalities;
  const taken = sampled(entries, plan, chanceFor("sample"));
  const forms = taken.map(({ glosses }) => [...new Set(glosses.flatMap(glossForms))]);
  const texts = taken.map(({ description }) => cutDescription(description ?? ""));
  const clash = collisions(forms);
  const nearest =
    plan.distractors === "random"
      ? undefined
      : vectors !== undefined
        ? nearestByVectors(
            taken.map(({ entry }) => vectors.get(entry) as Float32Array),
            nearMost,
          )
        : nearestByCharacters(
            taken.map((_, k) => ({ forms: forms[k] as string[], description: (texts[k] as { text: string }).text })),
            nearMost,
          );
  const draw = (what: string) =>
    drawDistractors({
      count: taken.length,
      collide: clash.collide,
      chance: chanceFor(what),
      nameOf: (k) => (taken[k] as SignEntry).entry,
      ...(nearest === undefined ? {} : { near: (k: number) => nearest[k] as number[] }),
    });
  const shared = plan.options === "per-entry" ? draw("distractors") : undefined;
  const drawn = asked.map((modality) => shared ?? draw(`distractors ${modality}`));
  const leaks = taken.map((_, k) => leaksIn((texts[k] as { text: string }).text, forms[k] as string[]));
  const inputOf = (k: number, modality: Modality): string | undefined => {
    if (modality !== "text") return (taken[k] as SignEntry)[modality];
    const { text } = texts[k] as { text: string };
    const leaking = leaks[k] as string[];
    if (text === "" || (leaking.length > 0 && plan.leaks === "drop")) return undefined;
    return leaking.length > 0 && plan.leaks === "mask" ? masked(text, leaking) : text;
  };
  const orders = taken.map(() => [] as string[]);
  const orderChance = chanceFor("order of options");
  const places = shuffled(
    Array.from({ length: taken.length * asked.length }, (_, k) => k % letters.length),
    chanceFor("places of the key"),
  );
  const byModality = asked.map((modality, m) =>
    taken.map((entry, k): Omit<QuizQuestion, "id"> | undefined => {
      const wrong = (drawn[m] as { distractors: readonly (readonly number[])[] }).distractors[k] as readonly number[];
      const place = places[m * taken.length + k] as number;
      const order = anotherOrder(orders[k] as string[], place, orderChance);
      const input = inputOf(k, modality);
      if (input === undefined) return undefined;
      const shown = [k, ...wrong].map((one) => (taken[one] as SignEntry).glosses[0] as string);
      const options = Object.fromEntries(letters.map((letter, at) => [letter, shown[order[at] as number]]));
      return {
        entry: entry.entry,
        modality,
        input,
        options: options as Record<Letter, string>,
        key: letters[place] as Letter,
        gloss: shown[0] as string,
        articulations: entry.articulations,
        ...(entry.gestures === undefined ? {} : { gestures: entry.gestures }),
      };
    }),
  );
  const ids = drawIds(chanceFor("ids"));
  const questions = interleaved(byModality, chanceFor("order of questions")).map((one) => ({ id: ids(), ...one }));
  const refused = [...new Set(drawn)].reduce((sum, one) => sum + one.refused, 0);
  return { questions, report: reportOf(entries, taken, plan, questions, texts, leaks, { ...clash, refused }) };
}

function sampled(entries: readonly SignEntry[], plan: QuizPlan, chance: () => number): readonly SignEntry[] {
  if (plan.sample === "all") return entries;
  const others = entries.filter(({ articulations }) => articulations.length === 0);
  if (others.length < plan.others)
    throw new Problem(
      "bad-value",
      `there are ${others.length} entries without an articulation, not ${plan.others}; give --others ${others.length}`,
    );
  const drawn = new Set(shuffled(others, chance).slice(0, plan.others));
  return entries.filter((entry) => entry.articulations.length > 0 || drawn.has(entry));
}

/** Key (0) at its place and distractors (1 to 3) in an order that this entry does not have yet. */
function anotherOrder(known: string[], place: number, chance: () => number): number[] {
  for (;;) {
    const order = shuffled([1, 2, 3], chance);
    order.splice(place, 0, 0);
    const name = order.join("");
    if (known.includes(name)) continue;
    known.push(name);
    return order;
  }
}

/** An entry's modalities a third of the quiz apart, entries in an order of chance. */
function interleaved<T>(byModality: readonly (readonly (T | undefined)[])[], chance: () => number): T[] {
  const count = byModality[0]?.length ?? 0;
  const order = shuffled(
    Array.from({ length: count }, (_, k) => k),
    chance,
  );
  const out: T[] = [];
  for (let k = 0; k < count; k++)
    for (const [m, questions] of byModality.entries()) {
      const question = questions[order[(k + Math.floor((m * count) / byModality.length)) % count] as number];
      if (question !== undefined) out.push(question);
    }
  return out;
}

/** Ids of 20 hex digits that say nothing but which came earlier from the seed. */
function drawIds(chance: () => number): () => string {
  const known = new Set<string>();
  const part = (digits: number): string =>
    Math.floor(chance() * 16 ** digits)
      .toString(16)
      .padStart(digits, "0");
  return () => {
    for (;;) {
      const id = `${part(7)}${part(7)}${part(6)}`;
      if (known.has(id)) continue;
      known.add(id);
      return id;
    }
  };
}

function reportOf(
  entries: readonly SignEntry[],
  taken: readonly SignEntry[],
  plan: QuizPlan,
  questions: readonly QuizQuestion[],
  texts: readonly { readonly cut: boolean }[],
  leaks: readonly (readonly string[])[],
  clash: QuizReport["collisions"],
): QuizReport {
  const tally = (test: (question: QuizQuestion) => boolean): number => questions.filter(test).length;
  const holding = (articulation: Articulation): number =>
    taken.filter(({ articulations }) => articulations.includes(articulation)).length;
  const textIds = new Map(questions.filter(({ modality }) => modality === "text").map(({ entry, id }) => [entry, id]));
  const tagged = taken.filter(({ articulations }) => articulations.length > 0).length;
  const blind = blindScore(questions);
  const percent = Math.round(blind.best * 100);
  return {
    entries: { given: entries.length, taken: taken.length, tagged, others: taken.length - tagged },
    questions: {
      text: tally(({ modality }) => modality === "text"),
      image: tally(({ modality }) => modality === "image"),
      video: tally(({ modality }) => modality === "video"),
      all: questions.length,
    },
    articulations: {
      "air-writing": holding("air-writing"),
      "finger-spelling": holding("finger-spelling"),
      "manual-alphabet": holding("manual-alphabet"),
    },
    collisions: { pairs: clash.pairs, entries: clash.entries, refused: clash.refused },
    keys: {
      A: tally(({ key }) => key === "A"),
      B: tally(({ key }) => key === "B"),
      C: tally(({ key }) => key === "C"),
      D: tally(({ key }) => key === "D"),
    },
    leaks: {
      act: plan.leaks,
      cut: texts.filter(({ cut }) => cut).length,
      found: taken.flatMap(({ entry }, k) => {
        const forms = leaks[k] as readonly string[];
        return forms.length === 0 ? [] : [{ id: textIds.get(entry) ?? null, entry, forms }];
      }),
    },
    blindSolver: {
      ...blind,
      chance: 1 / letters.length,
      warning:
        blind.best > warnAbove
          ? `somebody who sees no sign gets ${percent} % right by comparing the questions; draw options per entry`
          : null,
    },
  };
}
