import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLink } from "#server/access/links";
import { cookieIn, engines, openWorld, problemIn, tokenIn, type World } from "./world.ts";

describe.each(engines)("passwords and sessions on %s", (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld(engine);
  });
  afterAll(() => world.close());
  const signIn = (name: string, password: string) =>
    world.ask("POST", "/api/access/sign-in", { body: { name, password } });
  const setupToken = async (code: string) =>
    tokenIn(await createLink(world.deps, world.people.get(code) ?? "", "setup"));

  it("refuses a password under ten characters without spending the link", async () => {
    const token = await setupToken("owner");
    const take = (password: string) =>
      world.ask("POST", "/api/access/setup", { body: { token, name: "Wen Li", password } });
    expect(await problemIn(await take("nine char"))).toMatchObject({ status: 422, code: "weak-password" });
    expect(await problemIn(await take("手手手手手手手手手"))).toMatchObject({ code: "weak-password" });
    const answer = await take("ten chars!");
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ name: "Wen Li", studies: [{ id: "quiz", role: "coordinator" }] });
  });

  it("signs in by name, whatever its case, and tells wrong names and passwords alike", async () => {
    expect((await signIn(" wen li ", "ten chars!")).status).toBe(200);
    const wrong = await problemIn(await signIn("Wen Li", "ten chars?"));
    const unknown = await problemIn(await signIn("Nobody", "ten chars!"));
    expect(wrong).toEqual(unknown);
    expect(wrong).toMatchObject({ status: 401, code: "wrong-password" });
  });

  it("gives a name to one person only", async () => {
    const token = await setupToken("other");
    const body = { token, name: "WEN LI", password: "another long one" };
    expect(await problemIn(await world.ask("POST", "/api/access/setup", { body }))).toMatchObject({
      status: 409,
      code: "conflict",
    });
    const again = { ...body, name: "Ada" };
    expect((await world.ask("POST", "/api/access/setup", { body: again })).status).toBe(200);
  });

  it("ends a session at sign-out on the server, not only in the browser", async () => {
    const cookie = cookieIn(await signIn("Wen Li", "ten chars!"));
    const me = () => world.ask("GET", "/api/access/me", { cookie });
    expect((await me()).status).toBe(200);
    const out = await world.ask("POST", "/api/access/sign-out", { cookie });
    expect(out.headers.get("set-cookie")).toMatch(/^countersign=;.*Max-Age=0/);
    expect(await problemIn(await me())).toMatchObject({ status: 401, code: "signed-out" });
  });

  it("ends a session after thirty days", async () => {
    const cookie = cookieIn(await signIn("Wen Li", "ten chars!"));
    world.ahead(29 * 86_400_000);
    expect((await world.ask("GET", "/api/access/me", { cookie })).status).toBe(200);
    world.ahead(2 * 86_400_000);
    expect((await world.ask("GET", "/api/access/me", { cookie })).status).toBe(401);
  });

  it("ends every other session when the password changes", async () => {
    const cookie = cookieIn(await signIn("Wen Li", "ten chars!"));
    const body = { token: await setupToken("owner"), name: "Wen Li", password: "a new password" };
    const fresh = cookieIn(await world.ask("POST", "/api/access/setup", { body }));
    expect((await world.ask("GET", "/api/access/me", { cookie })).status).toBe(401);
    expect((await world.ask("GET", "/api/access/me", { cookie: fresh })).status).toBe(200);
    expect((await signIn("Wen Li", "ten chars!")).status).toBe(401);
  });

  it("stops somebody who tries many passwords, for a minute", async () => {
    const statuses = [];
    for (let guess = 0; guess < 32; guess++) statuses.push((await signIn("Wen Li", `guess number ${guess}`)).status);
    expect(statuses.at(-1)).toBe(429);
    expect((await signIn("Wen Li", "a new password")).status).toBe(429);
    world.ahead(61_000);
    expect((await signIn("Wen Li", "a new password")).status).toBe(200);
  });

  it("keeps passwords as argon2id with the stated cost", async () => {
    const rows = await world.deps.store.db.selectFrom("accounts").selectAll().execute();
    for (const row of rows) expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});

describe("the session cookie", () => {
  it("is bound to the host and to https where the public address is https", async () => {
    const world = await openWorld("sqlite", "https://sign.example");
    const body = { token: await world.tokenFor("E1"), shared: true };
    const answer = await world.ask("POST", "/api/access/redeem", { body });
    const cookie = answer.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/^__Host-countersign=/);
    for (const part of ["Path=/", "HttpOnly", "Secure", "SameSite=Strict"]) expect(cookie).toContain(part);
    expect(cookie).not.toContain("Domain");
    expect(answer.headers.get("strict-transport-security")).toMatch(/^max-age=\d{8}/);
    await world.close();
  });

  it("is out of reach of scripts and other sites on plain http too", async () => {
    const world = await openWorld("sqlite");
    const body = { token: await world.tokenFor("E1"), shared: true };
    const cookie = (await world.ask("POST", "/api/access/redeem", { body })).headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/^countersign=/);
    for (const part of ["Path=/", "HttpOnly", "SameSite=Strict"]) expect(cookie).toContain(part);
    await world.close();
  });
});
