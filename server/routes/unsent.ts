// A file of unsent work, handed in by a coordinator: what it holds of this study goes into the log as its person's, by
// the same rules as a push, with a note of who handed it in. The device may send the same again: each is stored once.
import { hash as digest } from "node:crypto";
import { type Context, Hono } from "hono";
import { Problem } from "#schemas/problem";
import { pushLimits, type Verdict } from "#schemas/sync";
import { type HandedIn, handedIn, unsentLimit, unsentWork } from "#schemas/unsent";
import { readAs } from "#server/access/body";
import { described, onlyFor } from "#server/access/described";
import type { Deps } from "#server/deps";
import { appendPush } from "#server/store/log";
import { membersOf } from "#server/store/members";

const limits = { compressed: unsentLimit, inflated: unsentLimit };

function studyOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { study?: unknown } | null)?.study;
  } catch {
    return undefined;
  }
}

export function unsentRoutes(deps: Deps): Hono {
  const app = new Hono();
  app.post(
    "/api/studies/:study/unsent",
    described(
      "Hand in a file of unsent work",
      handedIn,
      ["not-found", "not-yours", "not-json", "too-large", "another-person"],
      unsentWork,
    ),
    onlyFor(deps, ["coordinator"]),
    async (c) => {
      const study = c.req.param("study");
      const file = await readAs(c as Context, unsentWork, limits);
      const author = (await membersOf(deps.store, study)).find(({ person }) => person === file.person);
      if (author === undefined)
        throw new Problem("not-found", "Nobody who made this file takes part in this study; open the study it is for.");
      const whole = file.responses.filter(({ hash, text }) => digest("sha256", text) === hash);
      const texts = whole.map(({ text }) => text).filter((text) => studyOf(text) === study);
      const verdicts: Verdict[] = [];
      for (let at = 0; at < texts.length; at += pushLimits.responses)
        verdicts.push(
          ...(await appendPush(deps.store, {
            device: file.device,
            person: file.person,
            texts: texts.slice(at, at + pushLimits.responses),
            now: deps.clock(),
            handedInBy: c.get("member").person,
          })),
        );
      const of = (verdict: Verdict["verdict"]) => verdicts.filter((one) => one.verdict === verdict).length;
      const reply: HandedIn = {
        code: author.code,
        stored: of("stored"),
        duplicate: of("duplicate"),
        quarantined: of("quarantined"),
        erased: of("erased"),
        refused: of("refused"),
        elsewhere: whole.length - texts.length,
        damaged: file.responses.length - whole.length,
      };
      return c.json(reply);
    },
  );
  return app;
}
