import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DeskPerson } from "#schemas/desk";
import { cookieIn, engines, openWorld, problemIn, tokenIn, type World } from "../access/world.ts";

describe.each(engines)("people of a study on %s", (engine) => {
  let world: World;
  let cookie: string;
  beforeAll(async () => {
    world = await openWorld(engine);
    cookie = await world.coordinator("owner");
  });
  afterAll(() => world.close());
  const path = "/api/studies/quiz/people";
  const add = (more: object) =>
    world.ask("POST", path, { cookie, body: { role: "expert", seat: "panel", language: "en", ...more } });
  const list = async () =>
    ((await (await world.ask("GET", path, { cookie })).json()) as { people: DeskPerson[] }).people;
  const redeem = (link: string) =>
    world.ask("POST", "/api/access/redeem", { body: { token: tokenIn(link), shared: false } });

  it("come with a link that works at once and is shown only then", async () => {
    const answer = await add({ code: "E9", name: "Mei", language: "zh-Hans" });
    const { person, link } = await answer.json();
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:8787\/join#[A-Za-z0-9_-]{22}$/);
    const joined = await (await redeem(link)).json();
    expect(joined).toMatchObject({ person, name: "Mei", language: "zh-Hans", studies: [{ id: "quiz", code: "E9" }] });
    const row = (await list()).find((one) => one.person === person);
    expect(row).toMatchObject({ code: "E9", name: "Mei", role: "expert", seat: "panel", devices: 1, lastSeenAt: null });
    expect(row?.link?.usedAt).toBe("2026-12-01T08:00:00.000Z");
    expect(JSON.stringify(await list())).not.toContain(tokenIn(link));
  });

  it("get their share of the items when they join", async () => {
    const { person } = await (await add({ code: "E10" })).json();
    const rows = await world.deps.store.db.selectFrom("assignments").selectAll().where("person", "=", person).execute();
    expect(rows.map((row) => row.item).sort()).toEqual(["q1", "q2", "q3"]);
  });

  it("never share a code, and a code is plain text", async () => {
    expect(await problemIn(await add({ code: "E1" }))).toMatchObject({ status: 409, code: "conflict" });
    expect(await problemIn(await add({ code: "<b>E</b>" }))).toMatchObject({ status: 400, code: "bad-request" });
    expect((await problemIn(await add({ code: "E11", role: "boss" }))).detail).toMatch(/^role: /);
  });

  it("may have any name; it comes back as the text that it is", async () => {
    const name = `<img src=x onerror="alert(1)">'; drop table persons; -- 王\u202e`;
    const { person } = await (await add({ code: "E12", name })).json();
    const answer = await world.ask("GET", path, { cookie });
    expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
    expect((await list()).find((one) => one.person === person)?.name).toBe(name);
  });

  it("can be given another name or language, and lose their name again; the code stays", async () => {
    const { person } = await (await add({ code: "E16", name: "Mei" })).json();
    const change = (body: object) => world.ask("PATCH", `${path}/${person}`, { cookie, body });
    const row = async () => (await list()).find((one) => one.person === person);
    expect((await change({ name: " Mei Lin ", language: "zh-Hans" })).status).toBe(200);
    expect(await row()).toMatchObject({ code: "E16", name: "Mei Lin", language: "zh-Hans" });
    expect((await change({ language: "en" })).status).toBe(200);
    expect(await row()).toMatchObject({ name: "Mei Lin", language: "en" });
    expect((await change({ name: "" })).status).toBe(200);
    expect((await row())?.name).toBeNull();
    expect((await change({ code: "E17" })).status).toBe(400);
    expect((await change({ language: "fr" })).status).toBe(400);
    expect((await world.ask("PATCH", `${path}/nobody`, { cookie, body: { name: "X" } })).status).toBe(404);
  });

  it("get a new link, and the old one ends if that is asked", async () => {
    const { person, link } = await (await add({ code: "E13" })).json();
    const renew = async (body: object) =>
      (await (await world.ask("POST", `${path}/${person}/link`, { cookie, body })).json()).link as string;
    const second = await renew({});
    expect((await redeem(link)).status).toBe(200);
    const third = await renew({ revoke: true });
    expect(await problemIn(await redeem(link))).toMatchObject({ code: "revoked-link" });
    expect(await problemIn(await redeem(second))).toMatchObject({ code: "revoked-link" });
    expect((await redeem(third)).status).toBe(200);
  });

  it("are shut out when their link is withdrawn: they may still deliver, not read", async () => {
    const { person, link } = await (await add({ code: "E14" })).json();
    const joined = await redeem(link);
    const { deviceKey: key, device } = await joined.json();
    expect((await world.ask("DELETE", `${path}/${person}/link`, { cookie })).status).toBe(200);
    expect(await problemIn(await redeem(link))).toMatchObject({ code: "revoked-link" });
    expect((await world.ask("GET", "/api/access/me", { cookie: cookieIn(joined) })).status).toBe(401);
    expect((await world.ask("GET", "/api/sync/pack", { key })).status).toBe(403);
    const push = { batch: crypto.randomUUID(), device, maxN: 0, pending: 0, responses: [] };
    expect((await world.ask("POST", "/api/sync/push", { key, body: push })).status).toBe(200);
    const row = (await list()).find((one) => one.person === person);
    expect(row).toMatchObject({ link: null, devices: 0 });
  });

  it("who coordinate too get a one-time link for a password, and nobody can take their place later", async () => {
    const { person, link } = await (await add({ code: "K2", role: "coordinator" })).json();
    expect(link).toMatch(/\/setup#/);
    const body = { token: tokenIn(link), name: "Second", password: "a long password" };
    const second = cookieIn(await world.ask("POST", "/api/access/setup", { body }));
    expect((await world.ask("GET", path, { cookie: second })).status).toBe(200);
    const again = await world.ask("POST", `${path}/${person}/link`, { cookie, body: {} });
    expect(await problemIn(again)).toMatchObject({ status: 409, code: "conflict" });
  });

  it("who also work for somebody else's study are let in only by a coordinator of both", async () => {
    const { person } = await (await add({ code: "E15" })).json();
    const part = { study: "clips", person, code: "A9", role: "annotator", seat: "panel" };
    await world.deps.store.db
      .insertInto("members")
      .values({ ...part, added_at: "2026-12-01T08:00:00.000Z", removed_at: null })
      .execute();
    const renew = await world.ask("POST", `${path}/${person}/link`, { cookie, body: {} });
    expect(await problemIn(renew)).toMatchObject({ status: 403, code: "not-yours" });
    expect((await world.ask("DELETE", `${path}/${person}/link`, { cookie })).status).toBe(403);
    expect((await world.ask("PATCH", `${path}/${person}`, { cookie, body: { name: "X" } })).status).toBe(403);
  });

  it("change their seat by a decision in the log", async () => {
    const person = world.people.get("E1");
    const body = { kind: "seat", person, seat: "comparison", reason: "hearing" };
    const { seq, decision } = await (await world.ask("POST", "/api/studies/quiz/decisions", { cookie, body })).json();
    expect(seq).toBeGreaterThan(0);
    expect(decision).toMatchObject({ v: 1, kind: "seat", study: "quiz", person, by: world.people.get("owner") });
    expect((await list()).find((one) => one.person === person)?.seat).toBe("comparison");
    const detail = await (await world.ask("GET", "/api/studies/quiz", { cookie })).json();
    expect(detail.decisions[0]).toMatchObject({ seq, decision, byName: "Person owner" });
  });
});
