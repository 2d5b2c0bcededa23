import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWorld, problemIn, type World } from "./world.ts";

describe("every answer", () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld("sqlite");
  });
  afterAll(() => world.close());

  it("tells the browser to run and load only what is ours", async () => {
    for (const path of ["/health", "/api/access/me", "/api/nothing", "/api/openapi.json"]) {
      const { headers } = await world.ask("GET", path);
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
      expect(policy).toContain("script-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    }
    expect((await world.ask("GET", "/api/access/me")).headers.get("cache-control")).toBe("no-store");
  });

  it("names the field that does not fit", async () => {
    const problems = [
      await world.ask("POST", "/api/access/redeem", { body: { token: "x", shared: "yes" } }),
      await world.ask("POST", "/api/access/redeem", { body: { token: "x", shared: true, more: 1 } }),
      await world.ask("POST", "/api/access/redeem", { body: "[1]" }),
    ];
    const told = [];
    for (const answer of problems) {
      expect(answer.headers.get("content-type")).toBe("application/problem+json");
      told.push(await problemIn(answer));
    }
    expect(told[0]).toMatchObject({ status: 400, code: "bad-request", type: "urn:countersign:problem:bad-request" });
    expect(told[0]?.detail).toBe("shared: Invalid input: expected boolean, received string");
    expect(told[1]?.detail).toContain("more");
    expect(told[2]?.code).toBe("bad-request");
  });

  it("says that a broken body is not JSON, and that a large one is too large", async () => {
    const broken = await world.ask("POST", "/api/access/redeem", { body: "{" });
    expect(await problemIn(broken)).toMatchObject({ status: 400, code: "not-json" });
    const large = await world.ask("POST", "/api/access/redeem", { body: { token: "x".repeat(70_000), shared: true } });
    expect(await problemIn(large)).toMatchObject({ status: 413, code: "too-large" });
  });

  it("never shows the inside of a failure, which the log holds", async () => {
    const failing = await openWorld("sqlite");
    await failing.deps.store.close();
    const answer = await failing.ask("POST", "/api/access/redeem", { body: { token: "x", shared: true } });
    expect(await answer.json()).toEqual({
      type: "urn:countersign:problem:internal",
      title: "Something failed here",
      status: 500,
      code: "internal",
    });
    expect((await failing.ask("GET", "/health")).status).toBe(503);
    expect(failing.logged.join("")).toContain("a request failed");
  });

  it("is logged without query, cookie, key, token or password", async () => {
    const { cookie, key } = await world.start("E1");
    const token = await world.tokenFor("E2");
    await world.ask("POST", "/api/access/redeem?secret=query", { body: { token, shared: false }, cookie, key });
    await world.ask("POST", "/api/access/sign-in", { body: { name: "Wen", password: "my own password" } });
    const log = world.logged.join("");
    expect(log).toContain('"path":"/api/access/redeem"');
    for (const secret of [token, key, cookie.split("=")[1] ?? "", "my own password", "secret=query"])
      expect(log).not.toContain(secret);
  });

  it("is ok from /health where the store answers", async () => {
    const answer = await world.ask("GET", "/health");
    expect([answer.status, await answer.json()]).toEqual([200, { ok: true }]);
  });
});
