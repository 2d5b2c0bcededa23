import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DeskItem } from "#schemas/desk";
import { engines, openWorld, problemIn, type World } from "../access/world.ts";

describe.each(engines)("decisions on %s", (engine) => {
  let world: World;
  let cookie: string;
  let other: string;
  beforeAll(async () => {
    world = await openWorld(engine);
    cookie = await world.coordinator("owner");
    other = await world.coordinator("other");
  });
  afterAll(() => world.close());
  const decide = (body: object, by = cookie, study = "quiz") =>
    world.ask("POST", `/api/studies/${study}/decisions`, { cookie: by, body });

  it("close a study and open it again, each as a row of the log", async () => {
    const stateOf = async () => (await (await world.ask("GET", "/api/studies/quiz", { cookie })).json()).state;
    const closed = await (await decide({ kind: "state", state: "closed" })).json();
    expect(await stateOf()).toBe("closed");
    const opened = await (await decide({ kind: "state", state: "open", reason: "too early" })).json();
    expect(await stateOf()).toBe("open");
    expect(opened.seq).toBe(closed.seq + 1);
  });

  it("retire an item; the item says so", async () => {
    expect((await decide({ kind: "retire", item: "q2", reason: "the signer withdrew" })).status).toBe(200);
    const { items } = (await (await world.ask("GET", "/api/studies/quiz/items", { cookie })).json()) as {
      items: DeskItem[];
    };
    expect(items.map(({ id, retired, key }) => [id, retired, key])).toEqual([
      ["q1", false, "A"],
      ["q2", true, "B"],
      ["q3", false, "C"],
    ]);
  });

  it.each([
    [{ kind: "seat", person: "nobody", seat: "panel" }, "person"],
    [{ kind: "erase", person: "nobody", reason: "asked" }, "person"],
    [{ kind: "retire", item: "c1" }, "item"],
    [{ kind: "key", item: "q1", act: "replace-key" }, "option"],
    [{ kind: "key", item: "q1", act: "drop-item", option: "A" }, "option"],
    [{ kind: "adjudicate", item: "q1", label: "joy", value: 1 }, "label"],
    [{ kind: "adjudicate", item: "q1", label: "choice", value: 4 }, "value"],
    [{ kind: "admit", response: "01890000-0000-7000-8000-000000000001" }, "response"],
  ])("are refused about what is not there: %o", async (body, field) => {
    const problem = await problemIn(await decide(body));
    expect(problem).toMatchObject({ status: 422, code: "bad-value" });
    expect(problem.detail).toMatch(new RegExp(`^${field}: `));
  });

  it.each([
    [{ kind: "seat", person: "p", seat: "throne" }],
    [{ kind: "state", state: "open", by: "somebody else" }],
    [{ kind: "state", state: "open", id: "01890000-0000-7000-8000-000000000001" }],
    [{}],
  ])("are refused in another shape: %o", async (body) => {
    expect(await problemIn(await decide(body))).toMatchObject({ status: 400, code: "bad-request" });
  });

  it("about labels are made by an adjudicator too, others are not", async () => {
    const { cookie: adjudicator } = await world.start("J1");
    expect((await decide({ kind: "adjudicate", item: "q1", label: "choice", value: 0 }, adjudicator)).status).toBe(200);
    expect(await problemIn(await decide({ kind: "state", state: "closed" }, adjudicator))).toMatchObject({
      status: 403,
      code: "not-yours",
    });
    const { items } = await (await world.ask("GET", "/api/studies/quiz/items", { cookie: adjudicator })).json();
    expect(JSON.stringify(items)).not.toContain('"key"');
  });

  it("settle a label of clips within its scale", async () => {
    const settle = (value: number | null) =>
      decide({ kind: "adjudicate", item: "c1", label: "sentiment", value }, other, "clips");
    expect((await settle(-3)).status).toBe(200);
    expect((await settle(null)).status).toBe(200);
    expect((await settle(4)).status).toBe(422);
    expect((await settle(0.5)).status).toBe(422);
  });
});
