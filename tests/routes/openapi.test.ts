import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWorld, type World } from "../access/world.ts";

interface Operation {
  summary?: string;
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { content?: Record<string, { schema: { properties?: object } }> }>;
}

describe("the description of the API", () => {
  let world: World;
  let paths: Record<string, Record<string, Operation>>;
  beforeAll(async () => {
    world = await openWorld("sqlite");
    paths = (await (await world.ask("GET", "/api/openapi.json")).json()).paths;
  });
  afterAll(() => world.close());

  it("names every route under /api, with a line of words and the shape of its answer", () => {
    const missing = [];
    for (const { method, path } of world.app.routes) {
      if (method === "ALL" || !path.startsWith("/api/") || path === "/api/openapi.json") continue;
      const told = paths[path.replaceAll(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()];
      if (!told?.summary || told.responses["200"]?.content === undefined) missing.push(`${method} ${path}`);
    }
    expect(missing).toEqual([]);
    expect(Object.keys(paths).length).toBeGreaterThan(15);
  });

  it("describes bodies by the schemas that check them", () => {
    const redeem = paths["/api/access/redeem"]?.["post"];
    expect(redeem?.requestBody?.content["application/json"]?.schema).toMatchObject({
      type: "object",
      required: ["token", "shared"],
      additionalProperties: false,
    });
    expect(redeem?.responses["410"]?.content).toHaveProperty("application/problem+json");
    expect(paths["/api/sync/push"]?.["post"]?.requestBody).toBeDefined();
  });
});
