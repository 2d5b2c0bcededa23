// The whole server as one value: every room's routes over the dependencies given, problems turned into answers.
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { compress } from "hono/compress";
import { createMiddleware } from "hono/factory";
import { Problem } from "#schemas/problem";
import { Uploads } from "#server/intake/uploads";
import { securityHeaders } from "./access/headers.ts";
import { requestLog } from "./access/log.ts";
import { sameOrigin } from "./access/origin.ts";
import { onProblem, problemAnswer } from "./access/problems.ts";
import type { Deps } from "./deps.ts";
import { accessRoutes } from "./routes/access.ts";
import { clientRoutes } from "./routes/client.ts";
import { decisionsRoutes } from "./routes/decisions.ts";
import { exportsRoutes } from "./routes/exports.ts";
import { figuresRoutes } from "./routes/figures.ts";
import { healthRoutes } from "./routes/health.ts";
import { inboxRoutes } from "./routes/inbox.ts";
import { mediaRoutes } from "./routes/media.ts";
import { addOpenapi } from "./routes/openapi.ts";
import { peopleRoutes } from "./routes/people.ts";
import { progressRoutes } from "./routes/progress.ts";
import { recordingsRoutes } from "./routes/recordings.ts";
import { runsRoutes } from "./routes/runs.ts";
import { studiesRoutes } from "./routes/studies.ts";
import { studyMediaRoutes } from "./routes/study-media.ts";
import { syncRoutes } from "./routes/sync.ts";
import { trialsRoutes } from "./routes/trials.ts";
import { unsentRoutes } from "./routes/unsent.ts";
import { uploadTablesRoutes } from "./routes/upload-tables.ts";
import { uploadsRoutes } from "./routes/uploads.ts";
import { versionsRoutes } from "./routes/versions.ts";

/** Most bytes of a JSON body; sync and files that go up have limits of their own. */
const jsonLimit = 64 * 1024;
const ownLimit = ({ path, method }: { path: string; method: string }): boolean =>
  path.startsWith("/api/sync/") ||
  /^\/api\/studies\/[^/]+\/(unsent|versions|signs\/file)$/u.test(path) ||
  path.startsWith("/api/recordings/") ||
  (method === "PUT" && path.startsWith("/api/uploads/"));

export function createApp(deps: Deps): Hono {
  const app = new Hono();
  const limited = bodyLimit({
    maxSize: jsonLimit,
    onError: () => {
      throw new Problem("too-large");
    },
  });
  app.use(requestLog(deps));
  app.use(securityHeaders(deps));
  app.use(sameOrigin(deps));
  app.use(compress());
  app.use(
    "/api/*",
    createMiddleware((c, next) => (ownLimit(c.req) ? next() : limited(c, next))),
  );
  app.onError(onProblem(deps));
  app.notFound((c) => problemAnswer(c, new Problem("not-found")));
  app.route("/", healthRoutes(deps));
  app.route("/", accessRoutes(deps));
  app.route("/", studiesRoutes(deps));
  app.route("/", versionsRoutes(deps));
  app.route("/", studyMediaRoutes(deps));
  app.route("/", trialsRoutes(deps));
  app.route("/", inboxRoutes(deps));
  app.route("/", peopleRoutes(deps));
  app.route("/", decisionsRoutes(deps));
  app.route("/", progressRoutes(deps));
  app.route("/", figuresRoutes(deps));
  app.route("/", runsRoutes(deps));
  app.route("/", exportsRoutes(deps));
  if (deps.uploadsDir !== undefined) {
    const uploading = { ...deps, uploads: new Uploads(deps.uploadsDir) };
    app.route("/", uploadsRoutes(uploading)).route("/", uploadTablesRoutes(uploading));
  }
  app.route("/", syncRoutes(deps));
  app.route("/", unsentRoutes(deps));
  app.route("/", recordingsRoutes(deps));
  app.route("/", mediaRoutes(deps));
  addOpenapi(app);
  app.route("/", clientRoutes(deps));
  return app;
}
