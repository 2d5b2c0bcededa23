// The description of the API, made from the very schemas that check requests and answers.
import type { Hono } from "hono";
import { generateSpecs } from "hono-openapi";

/** Adds `/api/openapi.json` to an app that has all its routes. */
export function addOpenapi(app: Hono): void {
  let made: Promise<unknown> | undefined;
  app.get("/api/openapi.json", async (c) => {
    made ??= generateSpecs(app, {
      documentation: {
        info: { title: "Countersign", version: "1", description: "People judge sign-language video together." },
        components: {
          securitySchemes: {
            session: { type: "apiKey", in: "cookie", name: "countersign" },
            device: { type: "http", scheme: "bearer" },
          },
        },
      },
      exclude: [/^\/api\/openapi/],
      excludeStaticFile: false,
    });
    return c.json(await made);
  });
}
