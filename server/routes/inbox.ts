// What waits for a study's coordinator: questions, flags, answers that are held, what was set aside.
import { Hono } from "hono";
import { inbox } from "#schemas/set-up";
import { described, onlyFor } from "../access/described.ts";
import type { Deps } from "../deps.ts";
import { goneOf } from "../store/gone.ts";
import { inboxOf } from "../store/inbox.ts";
import { logHead } from "../store/log.ts";

export function inboxRoutes(deps: Deps): Hono {
  return new Hono().get(
    "/api/studies/:study/inbox",
    described("Questions, flags, held and set-aside answers", inbox, ["not-found", "not-yours"]),
    onlyFor(deps, ["coordinator"]),
    async (c) => {
      const { study } = c.get("member");
      const position = (await logHead(deps.store, study)) ?? { epoch: 1, seq: 0 };
      const gone = await goneOf(deps.store, study);
      return c.json({ position, ...(await inboxOf(deps.store, study)), ...(gone.length === 0 ? {} : { gone }) });
    },
  );
}
