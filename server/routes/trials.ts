// A throw-away copy of a study, to see it as its people will (store/trials.ts).
import { Hono } from "hono";
import * as z from "zod/mini";
import { language } from "#schemas/basics";
import { trial } from "#schemas/set-up";
import { body, described, onlyFor } from "../access/described.ts";
import { createLink } from "../access/links.ts";
import type { Deps } from "../deps.ts";
import { sweepErased } from "../store/erased-bytes.ts";
import { makeTrial } from "../store/trials.ts";

export function trialsRoutes(deps: Deps): Hono {
  return new Hono().post(
    "/api/studies/:study/trial",
    described("Make a throw-away copy and a link into it", trial, ["not-found", "not-yours"]),
    onlyFor(deps, ["coordinator"]),
    body(z.strictObject({ language })),
    async (c) => {
      const now = deps.clock();
      const { person, items } = await makeTrial(deps.store, c.get("member").study, c.req.valid("json").language, now);
      await sweepErased(deps.store, deps.media);
      return c.json({ link: await createLink(deps, person, "personal"), items });
    },
  );
}
