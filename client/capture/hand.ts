// The answer in hand: what somebody has said so far about one clip, and how they came to it. Nothing is said for them.
import { createStore, type StoreApi } from "zustand/vanilla";
import { confidenceRange, type EmotionId, emotionIds, labelById } from "#schemas/labels";
import { type Cue, type EmotionAnswer, type Response, textLimit } from "#schemas/response";
import { type Field, valueIn } from "./missing.ts";
import { type Sealed, seal } from "./seal.ts";
import { cleanText } from "./text.ts";
import { createTiming, type Timing } from "./timing.ts";

export type Trail = [number, string, number | string | null][];
export type Viewing = NonNullable<Response["viewing"]>;

interface HandState {
  readonly answer: EmotionAnswer;
  readonly trail: Trail;
  /** Something was said since this hand was opened or its draft was begun. */
  readonly touched: boolean;
  readonly sealed: Sealed | undefined;
}

export interface HandOptions {
  readonly study: string;
  readonly studyVersion: number;
  readonly item: string;
  readonly occasion: number;
  /** Hashes of what is on the stage. */
  readonly media?: readonly string[];
  /** The order of the ten emotions on the screen, where the study shuffles them. */
  readonly shown?: readonly EmotionId[];
  /** A draft, or the standing answer to be changed; `basis` = the leaf that stood then. */
  readonly from?: HandFrom;
  readonly timing?: Timing;
}
export interface HandFrom {
  readonly answer: EmotionAnswer;
  readonly trail?: Trail;
  readonly basis: string | null;
  /** True for a draft: it holds words that are not sealed yet. */
  readonly draft: boolean;
}

export type Hand = ReturnType<typeof createHand>;

export function createHand(options: HandOptions) {
  const timing = options.timing ?? createTiming();
  const before = options.from?.draft === true ? (options.from.trail ?? []) : [];
  const offsetMs = before.at(-1)?.[0] ?? 0;
  const store: StoreApi<HandState> = createStore(() => ({
    answer: options.from?.answer ?? { emotions: {}, cues: [] },
    trail: before,
    touched: options.from?.draft === true,
    sealed: undefined,
  }));
  let viewing: Viewing | undefined;

  const say = (answer: EmotionAnswer, steps: [string, number | string | null][]): void => {
    const now = store.getState();
    if (now.sealed !== undefined) return;
    timing.input();
    const ms = offsetMs + timing.sinceShown();
    store.setState({
      answer,
      trail: steps.reduce((trail, [field, value]) => withStep(trail, ms, field, value), now.trail),
      touched: true,
    });
  };

  return {
    store,
    timing,
    key: { study: options.study, item: options.item, occasion: options.occasion },
    basis: options.from?.basis ?? null,
    rate(field: Field, value: number): void {
      if (!allowed(field, value)) throw new RangeError(`${field} cannot be ${value}`);
      const { answer } = store.getState();
      say(withValue(answer, field, value), [[field, value]]);
    },
    clear(field: Field): void {
      const { answer } = store.getState();
      if (valueIn(answer, field) !== undefined) say(withValue(answer, field, undefined), [[field, null]]);
    },
    /** "The rest are 0", where the study offers it; recorded as such. */
    restAreZero(): void {
      const { answer } = store.getState();
      const rest = emotionIds.filter((emotion) => answer.emotions[emotion] === undefined);
      if (rest.length === 0) return;
      const emotions = { ...answer.emotions, ...Object.fromEntries(rest.map((emotion) => [emotion, 0])) };
      say(
        { ...answer, emotions, filledBy: "rest" },
        rest.map((emotion) => [emotion, 0]),
      );
    },
    addCue(cue: Cue): void {
      const { answer } = store.getState();
      say({ ...answer, cues: [...answer.cues, clean(cue)] }, [[`cue ${cue.id}`, wordsIn(cue)]]);
    },
    changeCue(id: string, part: Partial<Omit<Cue, "id">>): void {
      const { answer } = store.getState();
      const cues = answer.cues.map((cue) => (cue.id === id ? clean({ ...cue, ...part }) : cue));
      const changed = cues.find((cue) => cue.id === id);
      if (changed !== undefined) say({ ...answer, cues }, [[`cue ${id}`, wordsIn(changed)]]);
    },
    removeCue(id: string): void {
      const { answer } = store.getState();
      if (answer.cues.some((cue) => cue.id === id))
        say({ ...answer, cues: answer.cues.filter((cue) => cue.id !== id) }, [[`cue ${id}`, null]]);
    },
    /** What the player saw, latest totals. */
    viewed(seen: Viewing): void {
      viewing = seen;
    },
    /** The one record of this hand, however often it is asked for. */
    seal(): Sealed {
      const { answer, trail, sealed } = store.getState();
      if (sealed !== undefined) return sealed;
      const latencyMs = trail[0]?.[0];
      const made = seal({
        kind: "emotion",
        study: options.study,
        studyVersion: options.studyVersion,
        item: options.item,
        occasion: options.occasion,
        answer: options.shown === undefined ? answer : { ...answer, shown: [...options.shown] },
        activeMs: timing.activeMs(),
        ...(latencyMs === undefined ? {} : { latencyMs }),
        ...(trail.length === 0 ? {} : { trail }),
        ...(viewing === undefined ? {} : { viewing }),
        ...(options.media === undefined ? {} : { media: [...options.media] }),
      });
      store.setState({ sealed: made });
      return made;
    },
  };
}

function allowed(field: Field, value: number): boolean {
  const range = field === "confidence" ? confidenceRange : labelById(field);
  return range !== undefined && Number.isInteger(value) && value >= range.least && value <= range.greatest;
}

function withValue(answer: EmotionAnswer, field: Field, value: number | undefined): EmotionAnswer {
  if (field === "sentiment" || field === "confidence") {
    const { [field]: _before, ...rest } = answer;
    return value === undefined ? rest : { ...rest, [field]: value };
  }
  const { [field]: _before, ...rest } = answer.emotions;
  return { ...answer, emotions: value === undefined ? rest : { ...rest, [field]: value } };
}

const clean = (cue: Cue): Cue =>
  Object.fromEntries(
    Object.entries(cue)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, key === "text" ? cleanText(value as string, textLimit) : value]),
  ) as Cue;

/** In the trail a cue is the number of its characters: the words themselves stand once, in the answer. */
const wordsIn = (cue: Cue): number => cue.text?.length ?? 0;

/** Each change is a step; only typing in one cue runs together, so that a sentence is not a hundred steps. */
function withStep(trail: Trail, ms: number, field: string, value: number | string | null): Trail {
  const last = trail.at(-1);
  const typing = field.startsWith("cue ") && value !== null && last?.[1] === field && ms - last[0] < 2000;
  return [...(typing ? trail.slice(0, -1) : trail), [ms, field, value]];
}
