// Answers that were given before the study came in enter its one log like any other: a response each, from a device of
// its own for each person that only the import had (docs/decisions/0010-existing-answers.md).
import canonicalize from "canonicalize";
import { v7 as uuid } from "uuid";
import { Problem } from "#schemas/problem";
import type { DraftAnswer, StudyDraft } from "#schemas/study";
import { createDevice, revokeDevice } from "#server/store/devices";
import { appendPush } from "#server/store/log";
import type { Store } from "#server/store/open";

const batch = 500;

/** Inside the transaction that stores the study. Problem "bad-study" where any of them would not be stored as it is. */
export async function appendPast(
  store: Store,
  { study, answers }: StudyDraft,
  people: ReadonlyMap<string, string>,
  { now, by }: { readonly now: Date; readonly by: string | undefined },
): Promise<void> {
  const byPerson = new Map<string, DraftAnswer[]>();
  for (const one of answers?.given ?? []) {
    const own = byPerson.get(one.code);
    if (own === undefined) byPerson.set(one.code, [one]);
    else own.push(one);
  }
  for (const [code, given] of byPerson) {
    const person = people.get(code) as string;
    const { device } = await createDevice(store, { person, shared: false, now });
    await revokeDevice(store, device, now);
    for (let from = 0; from < given.length; from += batch) {
      const texts = given.slice(from, from + batch).map(({ item, occasion, kind, answer, at }, k) => {
        const common = { v: 1, app: answers?.from ?? "import", id: uuid(), device, n: from + k + 1 };
        const on = { study: study.id, studyVersion: 1, person, item, occasion };
        return canonicalize({ ...common, ...on, at: at ?? now.toISOString(), offset: 0, kind, answer }) as string;
      });
      const said = { maxN: from + texts.length, pending: 0 };
      const verdicts = await appendPush(store, {
        ...{ device, person, texts, now, said },
        ...(by === undefined ? {} : { handedInBy: by }),
      });
      const odd = verdicts.find(({ verdict }) => verdict !== "stored");
      if (odd !== undefined)
        throw new Problem("bad-study", `an answer of ${code} cannot be stored: ${odd.problem ?? odd.verdict}`);
    }
  }
}
