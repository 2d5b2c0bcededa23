// Answers that were given before the study came in enter its one log like any other: a response each, from a device of
// its own for each person that only the import had (docs/decisions/0010-existing-answers.md).
import { hash as sha } from "node:crypto";
import canonicalize from "canonicalize";
import { v7 as uuid, v4 } from "uuid";
import { Problem } from "#schemas/problem";
import { type Response, response } from "#schemas/response";
import type { DraftAnswer, StudyDraft } from "#schemas/study";
import type { Work } from "#server/store/arriving";
import { createDevice, revokeDevice } from "#server/store/devices";
import { appendPush } from "#server/store/log";

const batch = 500;

interface Text {
  readonly id: string;
  readonly hash: string;
  readonly text: string;
}
export interface PastAnswers {
  /** The id that each person of the draft will have. */
  readonly ids: ReadonlyMap<string, string>;
  readonly study: string;
  readonly given: readonly { readonly code: string; readonly device: string; readonly texts: readonly Text[] }[];
}

/**
 * Writes, checks and hashes the records before anything is locked, and lets others in between. Problem "bad-study" where
 * one of them would be no response.
 */
export async function readPast({ study, people, answers }: StudyDraft, now: Date): Promise<PastAnswers> {
  const ids = new Map(people.map(({ code }) => [code, uuid()]));
  const byPerson = new Map<string, DraftAnswer[]>();
  for (const one of answers?.given ?? []) {
    const own = byPerson.get(one.code);
    if (own === undefined) byPerson.set(one.code, [one]);
    else own.push(one);
  }
  const given = [];
  for (const [code, own] of byPerson) {
    const device = v4();
    const common = { v: 1, app: answers?.from ?? "import", device, study: study.id, studyVersion: 1, offset: 0 };
    const texts: Text[] = [];
    for (const { item, occasion, kind, answer, at } of own) {
      const n = texts.length + 1;
      if (n % batch === 0) await new Promise((next) => setImmediate(next));
      const on = { person: ids.get(code), item, occasion, n, at: at ?? now.toISOString() };
      const record = { ...common, ...on, id: uuid(), kind, answer };
      if (!response.safeParse(record).success)
        throw new Problem("bad-study", `an answer of ${code} to ${item} cannot be stored`);
      const text = canonicalize(record) as string;
      texts.push({ id: record.id, hash: sha("sha256", text), text });
    }
    given.push({ code, device, texts });
  }
  return { ids, study: study.id, given };
}

/** Parts of the study that comes in with them. Problem "bad-study" where any of them would not be stored as it is. */
export function* pastParts(
  { ids, study, given }: PastAnswers,
  { now, by }: { readonly now: Date; readonly by: string | undefined },
): Generator<Work> {
  for (const { code, device, texts } of given) {
    const person = ids.get(code) as string;
    yield async (within) => {
      await createDevice(within, { person, shared: false, now, id: device });
      await revokeDevice(within, device, now);
    };
    for (let from = 0; from < texts.length; from += batch) {
      const some = texts.slice(from, from + batch);
      const arrived = some.map((one) => {
        const read = JSON.parse(one.text) as Response;
        return { ...one, person, study, response: read, refused: false };
      });
      const said = { maxN: from + some.length, pending: 0 };
      yield async (within) => {
        const verdicts = await appendPush(within, {
          ...{ device, person, texts: [], arrived, now, said },
          ...(by === undefined ? {} : { handedInBy: by }),
        });
        const odd = verdicts.find(({ verdict }) => verdict !== "stored");
        if (odd !== undefined)
          throw new Problem("bad-study", `an answer of ${code} cannot be stored: ${odd.problem ?? odd.verdict}`);
      };
    }
  }
}
