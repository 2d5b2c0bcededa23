// Media of a study: what each is and may, and which of them a coordinator's browser has played to the end.
import { Hono } from "hono";
import * as z from "zod/mini";
import { playedMedia, studyMedia } from "#schemas/set-up";
import { body, described, onlyFor } from "../access/described.ts";
import type { Deps } from "../deps.ts";
import { markPlayed } from "../store/plays.ts";
import { everyMediumOf } from "../store/study-media.ts";

export function studyMediaRoutes(deps: Deps): Hono {
  return new Hono()
    .get(
      "/api/studies/:study/media",
      described("Media of the study, with rights, credit and whether they were played", studyMedia, [
        ...(["not-found", "not-yours"] as const),
      ]),
      onlyFor(deps, ["coordinator", "adjudicator"]),
      async (c) => c.json({ media: await everyMediumOf(deps.store, c.get("member").study) }),
    )
    .post(
      "/api/studies/:study/media/played",
      described("Mark media that were played to their end", z.object({ marked: z.int() }), ["not-found", "not-yours"]),
      onlyFor(deps, ["coordinator"]),
      body(playedMedia),
      async (c) => {
        const { study, person } = c.get("member");
        return c.json({
          marked: await markPlayed(deps.store, study, c.req.valid("json").hashes, person, deps.clock()),
        });
      },
    );
}
