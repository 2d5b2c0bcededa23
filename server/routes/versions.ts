// A study set anew by its coordinator: settings, texts, signed texts. In a draft where it stands, later as a new version.
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import * as z from "zod/mini";
import { Problem } from "#schemas/problem";
import { changeLimit, newMedium, signBytes, studyChange, studyChanged, studySigns } from "#schemas/set-up";
import { body, described, onlyFor, query } from "../access/described.ts";
import type { Deps } from "../deps.ts";
import { takeIn } from "../media/take-in.ts";
import { mendFor } from "../media/verdict.ts";
import { keepMedia } from "../store/media.ts";
import { signsOf } from "../store/signs.ts";
import { studyById } from "../store/studies.ts";
import { changeStudy } from "../store/versions.ts";

const tooLarge = () => {
  throw new Problem("too-large");
};

export function versionsRoutes(deps: Deps): Hono {
  return new Hono()
    .post(
      "/api/studies/:study/versions",
      described("Set a study anew: a draft where it stands, any other as a new version", studyChanged, [
        ...(["not-found", "not-yours", "bad-value", "too-large"] as const),
      ]),
      onlyFor(deps, ["coordinator"]),
      bodyLimit({ maxSize: changeLimit, onError: tooLarge }),
      body(studyChange),
      async (c) => {
        const { study, person: by } = c.get("member");
        return c.json(await changeStudy(deps.store, study, { change: c.req.valid("json"), by, now: deps.clock() }));
      },
    )
    .get(
      "/api/studies/:study/signs",
      described("Signed forms of the study's texts", studySigns, ["not-found", "not-yours"]),
      onlyFor(deps, ["coordinator"]),
      async (c) => {
        const study = await studyById(deps.store, c.req.param("study"));
        return c.json({ signs: study === undefined ? [] : await signsOf(deps.store, study.id, study.version) });
      },
    )
    .put(
      "/api/studies/:study/signs/file",
      described("Upload a sign video, as its bytes; it stands at no text yet", newMedium, [
        ...(["not-found", "not-yours", "too-large", "bad-media"] as const),
      ]),
      onlyFor(deps, ["coordinator"]),
      bodyLimit({ maxSize: signBytes, onError: tooLarge }),
      query(z.object({ name: z.string().check(z.minLength(1), z.maxLength(200)) })),
      async (c) => {
        const taken = await takeIn(new Uint8Array(await c.req.arrayBuffer()));
        const name = c.req.valid("query").name.replaceAll("/", "-");
        if (taken.verdict === "refused")
          throw new Problem("bad-media", `${taken.reason} ${mendFor(taken.mend, name)}`.trim());
        if (!taken.facts.type.startsWith("video/")) throw new Problem("bad-media", "This is no video.");
        const { facts } = taken;
        await deps.media.put(taken.bytes);
        const medium = { ...facts, name: `help/${facts.hash.slice(0, 8)}-${name}`, rights: "team" as const };
        await keepMedia(deps.store, c.get("member").study, [medium], deps.clock().toISOString());
        return c.json({ facts, notes: taken.warnings.map((words) => mendFor(words, name)) });
      },
    );
}
