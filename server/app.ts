// The whole server as one value: every room's routes over the dependencies given, problems turned into answers.
import { Hono } from "hono";
import { Problem } from "#schemas/problem";
import { securityHeaders } from "./access/headers.ts";
import { sameOrigin } from "./access/origin.ts";
import { onProblem, problemAnswer } from "./access/problems.ts";
import type { Deps } from "./deps.ts";

export function createApp(deps: Deps): Hono {
  const app = new Hono();
  app.use(securityHeaders(deps));
  app.use(sameOrigin(deps));
  app.onError(onProblem(deps));
  app.notFound((c) => problemAnswer(c, new Problem("not-found")));
  return app;
}
