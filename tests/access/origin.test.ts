import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWorld, problemIn, type World } from "./world.ts";

describe("requests from another site", () => {
  let world: World;
  let cookie: string;
  let key: string;
  beforeAll(async () => {
    world = await openWorld("sqlite");
    cookie = await world.coordinator("owner");
    key = (await world.start("E1")).key;
  });
  afterAll(() => world.close());
  const decide = { kind: "state", state: "closed" };
  const path = "/api/studies/quiz/decisions";

  it.each([
    ["a form of plain text", "text/plain"],
    ["a body without a content type", null],
    ["JSON", "application/json"],
    ["a form", "application/x-www-form-urlencoded"],
  ])("are refused as %s, with the session cookie and all", async (_name, type) => {
    for (const origin of [
      "http://127.0.0.1:9999",
      "http://localhost:8787",
      "https://127.0.0.1:8787",
      "null",
      "",
      null,
    ]) {
      const answer = await world.ask("POST", path, { body: decide, cookie, type, origin });
      expect(await problemIn(answer)).toMatchObject({ status: 403, code: "bad-origin" });
    }
    const { state } = await world.deps.store.db
      .selectFrom("studies")
      .select("state")
      .where("id", "=", "quiz")
      .executeTakeFirstOrThrow();
    expect(state).toBe("open");
  });

  it("are refused for every unsafe method", async () => {
    for (const method of ["PUT", "PATCH", "DELETE"]) {
      const answer = await world.ask(method, "/api/studies/quiz/people/x/link", {
        cookie,
        origin: "http://evil.example",
      });
      expect(answer.status).toBe(403);
    }
  });

  it("pass without an Origin only where a device key speaks to sync", async () => {
    const hello = { key, origin: null, body: {} };
    expect((await world.ask("POST", "/api/sync/hello", hello)).status).not.toBe(403);
    expect((await world.ask("POST", "/api/sync/hello", { ...hello, origin: "http://evil.example" })).status).toBe(403);
    expect((await world.ask("POST", path, { key, origin: null, cookie, body: decide })).status).toBe(403);
    expect((await world.ask("POST", "/api/sync/hello", { cookie, origin: null, body: {} })).status).toBe(403);
  });

  it("are never told that they may read", async () => {
    const answers = [
      await world.app.request("/api/studies", { headers: { origin: "http://evil.example", cookie } }),
      await world.app.request("/api/studies", { method: "OPTIONS", headers: { origin: "http://evil.example" } }),
    ];
    for (const answer of answers) for (const [name] of answer.headers) expect(name).not.toMatch(/^access-control-/);
  });
});
