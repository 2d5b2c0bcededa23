// Judges arrived responses one by one against what the store holds. All that is needed was looked up in bulk
// (push-facts.ts); what is accepted is added to the same maps, so that later ones in the batch are judged by it too.
import { letters } from "#schemas/labels";
import { answeringKinds, type Response } from "#schemas/response";
import { type Flag, flagsThatDoNotCount } from "#schemas/standing";
import type { Item, StudyFile } from "#schemas/study";

/** A response that stands in the log, as far as later ones are judged by it. */
export interface Kept {
  readonly id: string;
  readonly hash: string;
  readonly seq: number;
  readonly study: string;
  readonly person: string | null;
  readonly item: string | null;
  readonly occasion: number | null;
  readonly flags: readonly Flag[];
}
/** One earlier answer of the person for an item: a node of its `replaces` chain. */
export interface Link {
  readonly id: string;
  readonly replaces: string | undefined;
  readonly kind: string;
  readonly device: string;
  readonly n: number;
  readonly flags: readonly Flag[];
}
interface StudyFacts {
  readonly version: number;
  readonly state: string;
  readonly definitions: ReadonlyMap<number, StudyFile>;
  /** Undefined where the person never took part. */
  readonly member: { readonly removed: boolean } | undefined;
}
export interface Facts {
  readonly person: string;
  /** Device of the key that delivers. */
  readonly device: string;
  /** Devices of other people. One that nobody knows is kept: a restored server may have forgotten it. */
  readonly strangers: ReadonlySet<string>;
  readonly studies: ReadonlyMap<string, StudyFacts>;
  readonly items: ReadonlyMap<string, Item>;
  /** By study, item, occasion: whether the assignment was removed; absent where there never was one. */
  readonly assignments: ReadonlyMap<string, { readonly removed: boolean }>;
  readonly known: Map<string, Kept>;
  /** Id of the response that has a place `device n`. */
  readonly places: Map<string, string>;
  readonly chains: Map<string, Link[]>;
  /** By study and item: the items whose answer locks it. */
  readonly locks: ReadonlyMap<string, readonly string[]>;
  /** Items whose k others have answered already. */
  readonly filled: ReadonlySet<string>;
}

export const itemKey = (study: string, version: number, item: string): string => `${study} ${version} ${item}`;
export const chainKey = (study: string, item: string, occasion: number): string => `${study} ${item} ${occasion}`;
export const placeKey = (device: string, n: number): string => `${device} ${n}`;
export const answers = (kind: string): boolean => (answeringKinds as readonly string[]).includes(kind);
export const countsBy = (flags: readonly Flag[]): boolean => !flags.some((flag) => flagsThatDoNotCount.includes(flag));

const itemOf = (given: Response): { item: string; occasion: number } | undefined =>
  "item" in given && given.item !== undefined ? { item: given.item, occasion: given.occasion ?? 1 } : undefined;

/** Why a response cannot count for its study version; undefined where it can. */
export function faultOf(given: Response, facts: Facts): string | undefined {
  const study = facts.studies.get(given.study);
  if (study === undefined) return "no such study";
  if (study.member === undefined) return "this person has no part in the study";
  const definition = study.definitions.get(given.studyVersion);
  if (definition === undefined) return `the study has no version ${given.studyVersion}`;
  if (facts.strangers.has(given.device)) return "the device is not this person's";
  if ((given.kind === "choice" || given.kind === "emotion") && given.kind !== definition.protocol)
    return `a ${given.kind} answer in a study of protocol ${definition.protocol}`;
  const on = itemOf(given);
  if (on !== undefined) {
    const item = facts.items.get(itemKey(given.study, given.studyVersion, on.item));
    if (item === undefined) return "no such item in this version of the study";
    if (given.kind === "choice") {
      const lacking = choiceFault(given.answer, item);
      if (lacking !== undefined) return lacking;
    }
  }
  return replacesFault(given, facts);
}

function choiceFault(answer: Extract<Response, { kind: "choice" }>["answer"], item: Item): string | undefined {
  if (item.protocol !== "choice") return "the item is no question";
  const offered = letters.filter((letter) => item.options[letter] !== undefined);
  if (!offered.includes(answer.option)) return `the item has no option ${answer.option}`;
  const strange = answer.shown.find((letter, at) => !offered.includes(letter) || answer.shown.indexOf(letter) !== at);
  if (strange !== undefined) return `option ${strange} cannot have been shown so`;
  if (!answer.shown.includes(answer.option)) return "the option was not among those shown";
  return undefined;
}

function replacesFault(given: Response, facts: Facts): string | undefined {
  if (given.replaces === undefined) return undefined;
  if (given.replaces === given.id) return "it replaces itself";
  const earlier = facts.known.get(given.replaces);
  if (earlier === undefined) return undefined;
  const on = itemOf(given);
  if (earlier.person !== given.person) return "it replaces another person's response";
  if (
    earlier.study !== given.study ||
    earlier.item !== (on?.item ?? null) ||
    (on !== undefined && earlier.occasion !== on.occasion)
  )
    return "it replaces a response to another item";
  return undefined;
}

/** What is noted beside a response that is stored. */
export function flagsOf(given: Response, facts: Facts): Flag[] {
  const study = facts.studies.get(given.study) as StudyFacts;
  const flags: Flag[] = [];
  const closed = study.state === "closed";
  if (closed) flags.push("late");
  if (given.studyVersion < study.version) flags.push("older-version");
  if (given.device !== facts.device || facts.places.has(placeKey(given.device, given.n))) flags.push("fork");
  const on = itemOf(given);
  const chain = on === undefined ? [] : (facts.chains.get(chainKey(given.study, on.item, on.occasion)) ?? []);
  if (study.member?.removed) flags.push("removed");
  else if (on !== undefined && answers(given.kind)) {
    const owed = facts.assignments.get(chainKey(given.study, on.item, on.occasion));
    if (owed?.removed) flags.push("removed");
    else if (owed === undefined) flags.push("beyond-k");
    else if (facts.filled.has(`${given.study} ${on.item}`) && !chain.some((link) => countsBy(link.flags)))
      flags.push("beyond-k");
  }
  if (on !== undefined && answers(given.kind)) {
    if ((closed && chain.some((link) => !link.flags.includes("late"))) || lockedBefore(given, on.item, facts))
      flags.push("after-lock");
    if (countsBy(flags) && twoLeaves(given, chain)) flags.push("conflict");
  }
  return flags;
}

/** Whether the answer that locks this item was given before this response: on the same device, or on another. */
function lockedBefore(given: Response, item: string, facts: Facts): boolean {
  return (facts.locks.get(`${given.study} ${item}`) ?? []).some((lock) =>
    (facts.chains.get(chainKey(given.study, lock, 1)) ?? []).some(
      (link) => link.kind !== "retract" && (link.device !== given.device || link.n < given.n),
    ),
  );
}

function twoLeaves(given: Response, chain: readonly Link[]): boolean {
  const counting = chain.filter((link) => countsBy(link.flags));
  const replaced = new Set([given.replaces, ...counting.map((link) => link.replaces)]);
  return !replaced.has(given.id) && counting.some((link) => !replaced.has(link.id));
}
