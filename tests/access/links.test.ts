import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLink, revokeLinks, setupLink } from "#server/access/links";
import { cookieIn, engines, openWorld, problemIn, tokenIn, type World } from "./world.ts";

describe.each(engines)("links on %s", (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld(engine);
  });
  afterAll(() => world.close());
  const redeem = (token: string) => world.ask("POST", "/api/access/redeem", { body: { token, shared: false } });
  const idOf = (code: string) => world.people.get(code) ?? "";

  it("lets its person in on two devices, each with a key of its own and a cookie", async () => {
    const token = await world.tokenFor("E1");
    const first = await redeem(token);
    const second = await redeem(token);
    const one = await first.json();
    const two = await second.json();
    expect(one).toMatchObject({
      person: idOf("E1"),
      name: null,
      language: "en",
      studies: [{ id: "quiz", title: "Study quiz", role: "expert", code: "E1" }],
    });
    expect(one.device).not.toBe(two.device);
    expect(one.deviceKey).not.toBe(two.deviceKey);
    expect(cookieIn(first)).toMatch(/^countersign=[A-Za-z0-9_-]{22}$/);
    const me = await world.ask("GET", "/api/access/me", { cookie: cookieIn(second) });
    expect(await me.json()).toMatchObject({ person: idOf("E1") });
  });

  it("is shown before Start without being spent", async () => {
    const token = tokenIn(await createLink(world.deps, idOf("owner"), "setup"));
    for (let times = 0; times < 3; times++) {
      const answer = await world.ask("POST", "/api/access/peek", { body: { token } });
      expect(answer.headers.get("set-cookie")).toBeNull();
      expect(await answer.json()).toMatchObject({ kind: "setup", person: idOf("owner") });
    }
    const body = { token, name: "Wen", password: "ten letters" };
    expect((await world.ask("POST", "/api/access/setup", { body })).status).toBe(200);
    expect(await problemIn(await world.ask("POST", "/api/access/setup", { body }))).toMatchObject({
      status: 410,
      code: "used-link",
    });
  });

  it("says of every token that does not work why it does not", async () => {
    const token = await world.tokenFor("E2");
    const otherCase = token.replace(/[a-zA-Z]/, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    );
    expect(await problemIn(await redeem("AAAAAAAAAAAAAAAAAAAAAA"))).toMatchObject({ status: 404, code: "wrong-link" });
    expect(await problemIn(await redeem(otherCase))).toMatchObject({ status: 404, code: "wrong-link" });
    const setup = tokenIn(await createLink(world.deps, idOf("owner"), "setup"));
    expect(await problemIn(await redeem(setup))).toMatchObject({ status: 404, code: "wrong-link" });
    const asSetup = { token, name: "Eve", password: "ten letters" };
    expect(await problemIn(await world.ask("POST", "/api/access/setup", { body: asSetup }))).toMatchObject({
      code: "wrong-link",
    });
    await revokeLinks(world.deps, idOf("E2"), "personal");
    expect(await problemIn(await redeem(token))).toMatchObject({ status: 410, code: "revoked-link" });
    world.ahead(3_600_000);
    const late = { token: setup, name: "Eve", password: "ten letters" };
    expect(await problemIn(await world.ask("POST", "/api/access/setup", { body: late }))).toMatchObject({
      status: 410,
      code: "used-link",
    });
  });

  it("gives a one-time link to only one of two who press at once", async () => {
    const token = tokenIn(await createLink(world.deps, idOf("other"), "setup"));
    const ask = (name: string) =>
      world.ask("POST", "/api/access/setup", { body: { token, name, password: "ten letters" } });
    const answers = await Promise.all([ask("Ada"), ask("Bea")]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 410]);
  });

  it("renews the first coordinator's link until there is a password", async () => {
    const fresh = await openWorld(engine);
    const first = tokenIn((await setupLink(fresh.deps)) ?? "");
    const second = tokenIn((await setupLink(fresh.deps)) ?? "");
    const take = (token: string) =>
      fresh.ask("POST", "/api/access/setup", { body: { token, name: "Wen", password: "ten letters" } });
    expect(await problemIn(await take(first))).toMatchObject({ code: "revoked-link" });
    expect((await take(second)).status).toBe(200);
    expect(await setupLink(fresh.deps)).toBeNull();
    await fresh.close();
  });

  it("keeps no token anywhere in the store", async () => {
    const token = await world.tokenFor("E1");
    await redeem(token);
    for (const table of ["links", "sessions", "devices", "instance"] as const) {
      const rows = JSON.stringify(await world.deps.store.db.selectFrom(table).selectAll().execute());
      expect(rows).not.toContain(token);
    }
  });

  it("answers guesses with 429 after a while, but never a right link", async () => {
    const right = await world.tokenFor("A1");
    const statuses: number[] = [];
    for (let guess = 0; guess < 200; guess++) statuses.push((await redeem(`guess-${guess}`)).status);
    expect(statuses.at(0)).toBe(404);
    expect(statuses.at(-1)).toBe(429);
    expect((await redeem(right)).status).toBe(200);
    world.ahead(61_000);
    expect((await redeem("one more guess")).status).toBe(404);
  });
});
