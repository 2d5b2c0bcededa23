// The two demo studies: brought in as anybody's study folders would be, and their answers pushed as devices would.
import { existsSync } from "node:fs";
import { join } from "node:path";
import canonicalize from "canonicalize";
import { sealedAnswers } from "#fixtures/sealed";
import { Problem } from "#schemas/problem";
import { linkUrl } from "#server/access/links";
import { newToken } from "#server/access/tokens";
import type { Deps } from "#server/deps";
import { type ImportedStudy, importStudy } from "#server/intake/bring-in";
import { type DemoLink, keepDemoLinks, keptDemoLinks } from "#server/store/demo";
import { createDevice } from "#server/store/devices";
import { appendPush } from "#server/store/log";
import { itemsOf } from "#server/store/studies";

const folders = ["emotion", "quiz"] as const;
const day = 86_400_000;

/** Beside the sources and beside the bundle alike. */
function fixtures(): string {
  const folder = join(import.meta.dirname, "../../fixtures");
  if (existsSync(join(folder, "quiz/study.json"))) return folder;
  throw new Problem("bad-study", "the demo studies are not here: the folder fixtures/ is missing beside dist/");
}

type Needs = Pick<Deps, "store" | "media" | "clock" | "publicUrl">;

/** Brings both studies and what people have answered into an empty data folder. */
export async function loadDemo(deps: Needs): Promise<void> {
  const links: DemoLink[] = [];
  for (const folder of folders) {
    const tokens = new Map<string, string>();
    const token = (code: string): string => {
      const made = newToken();
      tokens.set(code, made);
      return made;
    };
    const done = await importStudy({ ...deps, token }, join(fixtures(), folder));
    for (const { code, role } of done.people)
      links.push({ study: done.study, code, role, token: tokens.get(code) as string });
    await keepDemoLinks(deps.store, links);
    await answer(deps, done);
  }
}

async function answer({ store, clock }: Needs, { study, people }: ImportedStudy): Promise<void> {
  const items = await itemsOf(store, study);
  for (const [k, { person, code }] of people.entries()) {
    const now = clock();
    const start = new Date(now.getTime() - 2 * day + k * 3_600_000);
    const { device } = await createDevice(store, { person, shared: false, now });
    const given = sealedAnswers({ study, version: 1, items, person, code, device, start });
    if (given.length === 0) continue;
    const texts = given.map((record) => canonicalize(record) as string);
    const said = { maxN: given.length, pending: 0, oldestPendingAt: null };
    const verdicts = await appendPush(store, { device, person, texts, now, said });
    const odd = verdicts.find(({ verdict }) => verdict !== "stored");
    if (odd !== undefined) throw new Problem("internal", `a demo answer was ${odd.verdict}: ${odd.problem}`);
  }
}

/** The links of the demo's people, the same at every start; [] where no demo is here. */
export async function demoLinks({ store, publicUrl }: Pick<Deps, "store" | "publicUrl">) {
  const kept = await keptDemoLinks(store);
  return kept.map(({ study, code, role, token }) => ({
    study,
    code,
    role,
    link: linkUrl(publicUrl, "personal", token),
  }));
}
