import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handedIn } from "#schemas/unsent";
import { readLog } from "#server/store/log";
import { engines, openWorld, problemIn, type World } from "../access/world.ts";
import { deviceFor } from "./given.ts";

const sha = (text: string): string => createHash("sha256").update(text).digest("hex");

describe.each(engines)("a file of unsent work on %s", (engine) => {
  let world: World;
  let cookie: string;
  let device: string;
  let key: string;
  beforeAll(async () => {
    world = await openWorld(engine);
    cookie = await world.coordinator("owner");
    ({ device, key } = await deviceFor(world, "E1", "quiz"));
  });
  afterAll(() => world.close());

  const text = (n: number, more: object = {}): string =>
    canonicalize({
      ...{ v: 1, app: "test", id: uuid(), device, n, study: "quiz", studyVersion: 1, person: world.people.get("E1") },
      ...{ at: world.deps.clock().toISOString(), offset: 0, kind: "choice", item: `q${n}`, occasion: 1 },
      answer: { option: "A", shown: ["B", "A", "C", "D"] },
      ...more,
    }) as string;
  const fileOf = (texts: readonly string[], more: object = {}) => ({
    ...{ format: "countersign-unsent", v: 1, person: world.people.get("E1"), device },
    madeAt: world.deps.clock().toISOString(),
    responses: texts.map((one) => ({ id: (JSON.parse(one) as { id: string }).id, hash: sha(one), text: one })),
    ...more,
  });
  const handIn = (body: object, study = "quiz") => world.ask("POST", `/api/studies/${study}/unsent`, { cookie, body });

  it("is stored as its person's with a note of who handed it in, once, also when the device sends it after all", async () => {
    const texts = [text(1), text(2), text(9), text(4, { study: "clips" })];
    const damaged = fileOf([text(3)]).responses.map((one) => ({ ...one, text: one.text.replace('"A"', '"C"') }));
    const file = fileOf(texts);
    const answer = await handIn({ ...file, responses: [...file.responses, ...damaged] });
    expect(answer.status).toBe(200);
    expect(handedIn.parse(await answer.json())).toEqual({
      ...{ code: "E1", stored: 2, duplicate: 0, quarantined: 1, erased: 0, refused: 0, elsewhere: 1, damaged: 1 },
      recordings: { stored: 0, open: 0, erased: 0, damaged: 0 },
    });
    const log = await readLog(world.deps.store, "quiz", 0, 10);
    expect(log.map(({ body, person, handed_in_by, flags }) => [body, person, handed_in_by, flags])).toEqual(
      texts.slice(0, 2).map((one) => [one, world.people.get("E1"), world.people.get("owner"), "[]"]),
    );
    const body = { batch: uuid(), device, maxN: 4, pending: 0, responses: texts.slice(0, 2) };
    const pushed = (await (await world.ask("POST", "/api/sync/push", { key, body })).json()) as {
      verdicts: { verdict: string }[];
    };
    expect(pushed.verdicts.map(({ verdict }) => verdict)).toEqual(["duplicate", "duplicate"]);
    expect(handedIn.parse(await (await handIn(file)).json())).toMatchObject({ stored: 0, duplicate: 2 });
  });

  it("of more than 64 KiB is taken too", async () => {
    const long = "字".repeat(9000);
    const texts = Array.from({ length: 4 }, (_, k) =>
      text(20 + k, { item: "q1", kind: "skip", answer: { reason: "other", text: long } }),
    );
    expect(handedIn.parse(await (await handIn(fileOf(texts))).json())).toMatchObject({ stored: 4 });
  });

  it("is refused whole where it mixes people, is for another study, or is no such file", async () => {
    const mixed = fileOf([text(30), text(31, { person: world.people.get("E2") })]);
    expect(await problemIn(await handIn(mixed))).toMatchObject({ status: 403, code: "another-person" });
    const stranger = fileOf([text(32)], { person: world.people.get("A1") });
    expect(await problemIn(await handIn(stranger))).toMatchObject({ status: 404, code: "not-found" });
    expect(await problemIn(await handIn({ format: "something else" }))).toMatchObject({ status: 400 });
    expect(await problemIn(await handIn(fileOf([]), "clips"))).toMatchObject({ status: 404 });
  });
});
