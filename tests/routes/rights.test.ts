// Every route against everybody who might ask: a route that is not named here fails the test.
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { emptyDigest } from "#schemas/sync";
import { type Asked, engines, openWorld, stillHash, type World } from "../access/world.ts";

type Who = "nobody" | "stranger" | "otherCoordinator" | "expert" | "adjudicator" | "owner" | "deviceKey" | "revokedKey";
type Statuses = Record<Who, number>;

const everybody = (status: number): Statuses => ({
  nobody: status,
  stranger: status,
  otherCoordinator: status,
  expert: status,
  adjudicator: status,
  owner: status,
  deviceKey: status,
  revokedKey: status,
});
/** A study's page: hidden from those with no part in it, closed to its experts. */
const ownerOnly: Statuses = {
  nobody: 401,
  stranger: 404,
  otherCoordinator: 404,
  expert: 403,
  adjudicator: 403,
  owner: 200,
  deviceKey: 401,
  revokedKey: 401,
};
const desk: Statuses = { ...ownerOnly, adjudicator: 200 };
const session: Statuses = { ...everybody(200), nobody: 401, deviceKey: 401, revokedKey: 401 };
const byKey: Statuses = { ...everybody(401), deviceKey: 200, revokedKey: 200 };
const reading: Statuses = { ...byKey, revokedKey: 403 };

interface Row {
  readonly path?: string | ((world: World) => string);
  readonly body?: unknown | ((world: World, device: string) => unknown);
  readonly expected: Statuses;
}

/** Uploads are their coordinator's own; here nobody has any. */
const uploading: Statuses = { ...everybody(403), nobody: 401, deviceKey: 401, revokedKey: 401 };
const ofAnUpload: Statuses = { ...uploading, owner: 404, otherCoordinator: 404 };
const anUpload = (rest: string) => `/api/uploads/none${rest}`;

const hello = (device: string) => ({
  device,
  count: 0,
  digest: emptyDigest,
  maxN: 0,
  pending: 0,
  oldestPendingAt: null,
});
const study = (rest: string) => `/api/studies/quiz${rest}`;
const aTake = "/api/recordings/01890000-0000-7000-8000-000000000001";
const deviceOfNobody = "01890000-0000-4000-8000-000000000001";
const expertOf = (world: World) => world.people.get("E2") ?? "";

const table: Record<string, Row> = {
  "GET /health": { expected: everybody(200) },
  "GET /api/openapi.json": { expected: everybody(200) },
  "POST /api/access/peek": { body: { token: "none" }, expected: everybody(404) },
  "POST /api/access/redeem": { body: { token: "none", shared: true }, expected: everybody(404) },
  "POST /api/access/setup": { body: { token: "none", name: "N", password: "ten letters" }, expected: everybody(404) },
  "POST /api/access/sign-in": { body: { name: "N", password: "ten letters" }, expected: everybody(401) },
  "POST /api/access/sign-out": { expected: everybody(200) },
  "GET /api/access/me": { expected: session },
  "GET /api/studies": { expected: session },
  "GET /api/studies/:study": { path: study(""), expected: desk },
  "GET /api/studies/:study/items": { path: study("/items"), expected: desk },
  "GET /api/studies/:study/media": { path: study("/media"), expected: desk },
  "POST /api/studies/:study/media/played": {
    path: study("/media/played"),
    body: { hashes: [stillHash] },
    expected: ownerOnly,
  },
  "POST /api/studies/:study/versions": { path: study("/versions"), body: {}, expected: ownerOnly },
  "GET /api/studies/:study/signs": { path: study("/signs"), expected: ownerOnly },
  "PUT /api/studies/:study/signs/file": {
    path: study("/signs/file?name=a.mp4"),
    expected: { ...ownerOnly, owner: 422 },
  },
  "POST /api/studies/:study/trial": { path: study("/trial"), body: { language: "en" }, expected: ownerOnly },
  "GET /api/studies/:study/inbox": { path: study("/inbox"), expected: ownerOnly },
  "GET /api/studies/:study/people": { path: study("/people"), expected: ownerOnly },
  "POST /api/studies/:study/people": {
    path: study("/people"),
    body: { code: "N1", role: "expert", seat: "panel", language: "en" },
    expected: ownerOnly,
  },
  "PATCH /api/studies/:study/people/:person": {
    path: (world) => study(`/people/${expertOf(world)}`),
    body: { name: "Mei" },
    expected: ownerOnly,
  },
  "POST /api/studies/:study/people/:person/link": {
    path: (world) => study(`/people/${expertOf(world)}/link`),
    body: {},
    expected: ownerOnly,
  },
  "DELETE /api/studies/:study/people/:person/link": {
    path: (world) => study(`/people/${expertOf(world)}/link`),
    expected: ownerOnly,
  },
  "POST /api/studies/:study/decisions": {
    path: study("/decisions"),
    body: { kind: "retire", item: "q2" },
    expected: ownerOnly,
  },
  "GET /api/studies/:study/progress": { path: study("/progress"), expected: ownerOnly },
  "GET /api/studies/:study/labels": { path: study("/labels"), expected: desk },
  "GET /api/studies/:study/items/:item/ratings": { path: study("/items/q1/ratings"), expected: desk },
  "GET /api/studies/:study/agreement": { path: study("/agreement"), expected: ownerOnly },
  "GET /api/studies/:study/baseline": { path: study("/baseline"), expected: ownerOnly },
  "GET /api/studies/:study/hints": { path: study("/hints"), expected: ownerOnly },
  "POST /api/studies/:study/plan": {
    path: study("/plan"),
    body: {
      ...{ of: "accuracy", from: "assumed", accuracy: 0.9, alike: 0.2, width: 0.5, people: [3], seed: 1, runs: 1 },
      most: 16,
    },
    expected: ownerOnly,
  },
  "GET /api/studies/:study/sets": { path: study("/sets"), expected: { ...ownerOnly, owner: 422 } },
  "GET /api/studies/:study/runs": { path: study("/runs"), expected: desk },
  "POST /api/studies/:study/runs": {
    path: study("/runs?name=a&file=a.csv"),
    body: {},
    expected: { ...ownerOnly, owner: 422 },
  },
  "GET /api/studies/:study/runs/:run": {
    path: study("/runs/none"),
    expected: { ...desk, adjudicator: 404, owner: 404 },
  },
  "GET /api/studies/:study/runs/:run/answers": {
    path: study("/runs/none/answers"),
    expected: { ...desk, adjudicator: 404, owner: 404 },
  },
  "POST /api/studies/:study/runs/:run/acts": {
    path: study("/runs/none/acts"),
    body: { kind: "undo", item: "q1", reason: "a slip" },
    expected: { ...desk, adjudicator: 404, owner: 404 },
  },
  "GET /api/studies/:study/exports": { path: study("/exports"), expected: ownerOnly },
  "GET /api/studies/:study/exports/:file": { path: study("/exports/labels.csv"), expected: ownerOnly },
  "POST /api/studies/:study/unsent": {
    path: study("/unsent"),
    body: (world: World, device: string) => ({
      ...{ format: "countersign-unsent", v: 1, person: expertOf(world), device: device || deviceOfNobody },
      ...{ madeAt: "2026-12-01T08:00:00.000Z", responses: [] },
    }),
    expected: ownerOnly,
  },
  "POST /api/uploads": { expected: { ...uploading, owner: 200, otherCoordinator: 200 } },
  "DELETE /api/uploads/:upload": { path: anUpload(""), expected: ofAnUpload },
  "PUT /api/uploads/:upload/file": { path: anUpload("/file?name=a.csv"), expected: ofAnUpload },
  "POST /api/uploads/:upload/preview": { path: anUpload("/preview"), body: {}, expected: ofAnUpload },
  "POST /api/uploads/:upload/study": { path: anUpload("/study"), body: {}, expected: ofAnUpload },
  "POST /api/uploads/:upload/items": {
    path: anUpload("/items"),
    body: { study: "quiz", store: false },
    expected: ofAnUpload,
  },
  "POST /api/uploads/:upload/table": { path: anUpload("/table"), body: { file: "a.csv" }, expected: ofAnUpload },
  "GET /api/uploads/:upload/cuts.sh": { path: anUpload("/cuts.sh"), expected: ofAnUpload },
  "POST /api/uploads/:upload/quiz": {
    path: anUpload("/quiz"),
    body: {
      ...{ entries: "a.csv", seed: "s", distractors: "random", sample: "all", others: 0, leaks: "keep" },
      options: "per-entry",
    },
    expected: ofAnUpload,
  },
  "POST /api/uploads/:upload/tags": { path: anUpload("/tags"), body: { file: "a.csv" }, expected: ofAnUpload },
  "POST /api/uploads/:upload/tags/compare": {
    path: anUpload("/tags/compare"),
    body: { first: "a.csv", second: "b.csv" },
    expected: ofAnUpload,
  },
  "POST /api/uploads/:upload/pick": {
    path: anUpload("/pick"),
    body: { file: "a.csv", how: "most", n: 1 },
    expected: ofAnUpload,
  },
  "GET /api/uploads/:upload/quiz.zip": { path: anUpload("/quiz.zip"), expected: ofAnUpload },
  "POST /api/uploads/:upload/quiz/use": { path: anUpload("/quiz/use"), expected: ofAnUpload },
  "POST /api/sync/about": { body: { study: "quiz", hearing: "deaf" }, expected: byKey },
  "POST /api/sync/push": {
    body: (_world: World, device: string) => ({
      batch: "01890000-0000-7000-8000-000000000001",
      device,
      maxN: 0,
      pending: 0,
      responses: [],
    }),
    expected: byKey,
  },
  "POST /api/sync/hello": { body: (_world: World, device: string) => hello(device), expected: byKey },
  "POST /api/sync/have": { body: { ids: [] }, expected: byKey },
  "POST /api/sync/fork": { body: {}, expected: reading },
  "POST /api/sync/pull": { body: { cursors: {} }, expected: reading },
  "GET /api/sync/pack": { expected: reading },
  "PUT /api/recordings/:id/:n": {
    path: `${aTake}/0`,
    expected: { ...everybody(401), deviceKey: 400, revokedKey: 400 },
  },
  "POST /api/recordings/:id": {
    path: aTake,
    body: {
      ...{ study: "quiz", response: "01890000-0000-7000-8000-000000000002", type: "video/webm", durationMs: 1000 },
      ...{ slices: 1, hashes: [stillHash] },
    },
    expected: { ...everybody(401), deviceKey: 404, revokedKey: 404 },
  },
  "GET /api/recordings/:id": { path: aTake, expected: { ...everybody(401), deviceKey: 404, revokedKey: 404 } },
  "GET /api/studies/:study/recordings": { path: study("/recordings"), expected: ownerOnly },
  "GET /api/studies/:study/recordings/:id": {
    path: study("/recordings/01890000-0000-7000-8000-000000000001"),
    expected: { ...ownerOnly, owner: 404 },
  },
  "GET /media/:hash": {
    path: `/media/${stillHash}`,
    expected: {
      ...everybody(200),
      nobody: 401,
      stranger: 404,
      otherCoordinator: 404,
      revokedKey: 404,
    },
  },
  "HEAD /media/:hash": {
    path: `/media/${stillHash}`,
    expected: {
      ...everybody(200),
      nobody: 401,
      stranger: 404,
      otherCoordinator: 404,
      revokedKey: 404,
    },
  },
  "GET /*": { path: "/server.db", expected: everybody(404) },
  "HEAD /*": { path: "/server.db", expected: everybody(404) },
};

describe.each(engines)("every route on %s", (engine) => {
  let world: World;
  let asking: Record<Who, Pick<Asked, "cookie" | "key">>;
  let devices: Partial<Record<Who, string>>;
  let secrets: string[];
  beforeAll(async () => {
    world = await openWorld(engine);
    const [stranger, expert, adjudicator, key] = [
      await world.start("A1"),
      await world.start("E1"),
      await world.start("J1"),
      await world.start("E1"),
    ];
    const revoked = await world.start("E2");
    await world.deps.store.db
      .updateTable("devices")
      .set({ revoked_at: "2026-12-01T08:00:00.000Z" })
      .where("id", "=", revoked.device)
      .execute();
    asking = {
      nobody: {},
      stranger: { cookie: stranger.cookie },
      otherCoordinator: { cookie: await world.coordinator("other") },
      expert: { cookie: expert.cookie },
      adjudicator: { cookie: adjudicator.cookie },
      owner: { cookie: await world.coordinator("owner") },
      deviceKey: { key: key.key },
      revokedKey: { key: revoked.key },
    };
    secrets = (await world.deps.store.db.selectFrom("studies").select("secret").execute()).map((row) => row.secret);
    devices = { deviceKey: key.device, revokedKey: revoked.device };
  });
  afterAll(() => world.close());

  it("stands in the table of rights", () => {
    const routes = world.app.routes.filter(({ method }) => method !== "ALL");
    const registered = new Set(routes.map(({ method, path }) => `${method} ${path}`));
    expect(registered.size).toBeGreaterThan(20);
    expect([...registered].filter((route) => !(route in table))).toEqual([]);
    expect(Object.keys(table).filter((route) => !registered.has(route))).toEqual([]);
  });

  it.each(Object.entries(table))("%s answers each person as the table says", async (route, row) => {
    world.ahead(61_000);
    const [method = "", pattern = ""] = route.split(" ");
    const path = typeof row.path === "function" ? row.path(world) : (row.path ?? pattern);
    const got: Partial<Statuses> = {};
    for (const who of Object.keys(row.expected) as Who[]) {
      const again = route.includes("sign-out") ? await world.start("E1") : asking[who];
      const body = typeof row.body === "function" ? row.body(world, devices[who] ?? crypto.randomUUID()) : row.body;
      const answer = await world.ask(method, path, { ...again, ...(body === undefined ? {} : { body }) });
      got[who] = answer.status;
      const text = await answer.text();
      if (answer.status >= 400 && method !== "HEAD") {
        expect(answer.headers.get("content-type")).toBe("application/problem+json");
        for (const secret of ["one", "entry-of", "name-of"]) expect(text).not.toContain(`"${secret}`);
      }
      expect(text).not.toContain("argon2");
      for (const secret of secrets) expect(text).not.toContain(secret);
      for (const { key, cookie } of Object.values(asking)) {
        if (key !== undefined) expect(text).not.toContain(key);
        if (key !== undefined) expect(text).not.toContain(createHash("sha256").update(key).digest("hex"));
        if (cookie !== undefined) expect(text).not.toContain(cookie.split("=")[1]);
      }
    }
    expect(got).toEqual(row.expected);
  });
});
