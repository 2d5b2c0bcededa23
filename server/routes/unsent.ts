// A file of unsent work, handed in by a coordinator: what it holds of this study goes into the log as its person's, by
// the same rules as a push, with a note of who handed it in. The device may send the same again: each is stored once.
import { hash as digest } from "node:crypto";
import { type Context, Hono } from "hono";
import { Problem } from "#schemas/problem";
import { recordingLimits } from "#schemas/recording";
import { pushLimits, type Verdict } from "#schemas/sync";
import { type HandedIn, handedIn, type UnsentRecording, unsentLimit, unsentWork } from "#schemas/unsent";
import { readAs } from "#server/access/body";
import { described, onlyFor } from "#server/access/described";
import type { Deps } from "#server/deps";
import { sweepErased } from "#server/store/erased-bytes";
import { isErasedRecording } from "#server/store/erasing";
import { appendPush } from "#server/store/log";
import { membersOf } from "#server/store/members";
import { closeRecording, type Giver, noteSlice, slicesOf } from "#server/store/recordings";

const limits = { compressed: unsentLimit, inflated: unsentLimit };

function studyOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { study?: unknown } | null)?.study;
  } catch {
    return undefined;
  }
}

/** Keeps the seconds that are whole and closes the recording where none is missing any more. */
async function takeRecording(
  { store, media, clock }: Deps,
  giver: Giver,
  { id, manifest, slices }: UnsentRecording,
): Promise<keyof HandedIn["recordings"]> {
  if (await isErasedRecording(store, id)) return "erased";
  try {
    for (const { n, hash, base64 } of slices) {
      const bytes = Buffer.from(base64, "base64");
      const fits = bytes.byteLength > 0 && bytes.byteLength <= recordingLimits.sliceBytes;
      if (!fits || digest("sha256", bytes) !== hash || manifest.hashes[n] !== hash) return "damaged";
      await media.put(bytes);
      await noteSlice(store, id, giver, { n, hash, bytes: bytes.byteLength }, clock());
    }
    const here = (await slicesOf(store, id)).length;
    if (here < manifest.slices) return "open";
    if (!(await closeRecording(store, id, giver, manifest, clock()))) return "stored";
    await sweepErased(store, media);
    return "erased";
  } catch (cause) {
    if (cause instanceof Problem) return "damaged";
    throw cause;
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
      const giver = { person: file.person, device: file.device, handedInBy: c.get("member").person };
      const recordings = { stored: 0, open: 0, erased: 0, damaged: 0 };
      for (const one of file.recordings ?? [])
        if (one.manifest.study === study) recordings[await takeRecording(deps, giver, one)] += 1;
      const reply: HandedIn = {
        code: author.code,
        stored: of("stored"),
        duplicate: of("duplicate"),
        quarantined: of("quarantined"),
        erased: of("erased"),
        refused: of("refused"),
        elsewhere: whole.length - texts.length,
        damaged: file.responses.length - whole.length,
        recordings,
      };
      return c.json(reply);
    },
  );
  return app;
}
