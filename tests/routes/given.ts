// A person's device as the tests need it: answers in, as the texts that a browser would push.
import canonicalize from "canonicalize";
import { v7 as uuid } from "uuid";
import type { World } from "../access/world.ts";

export interface TestDevice {
  readonly key: string;
  readonly device: string;
  /** Pushes one response and returns its id. */
  give(kind: string, item: string, answer: object, more?: object): Promise<string>;
  hello(said: { maxN: number; pending: number; oldestPendingAt: string | null }): Promise<void>;
}

export async function deviceFor(world: World, code: string, study: string): Promise<TestDevice> {
  const { key, device } = await world.start(code);
  let n = 0;
  return {
    key,
    device,
    give: async (kind, item, answer, more = {}) => {
      n += 1;
      const id = uuid();
      const record = {
        ...{ v: 1, app: "test", id, device, n, study, studyVersion: 1, person: world.people.get(code) },
        ...{ at: world.deps.clock().toISOString(), offset: 0, kind, item, occasion: 1, answer },
        ...more,
      };
      const body = { batch: uuid(), device, maxN: n, pending: 0, responses: [canonicalize(record)] };
      const reply = await (await world.ask("POST", "/api/sync/push", { key, body })).json();
      if (reply.verdicts?.[0]?.verdict !== "stored") throw new Error(JSON.stringify(reply));
      return id;
    },
    hello: async (said) => {
      const body = { device, count: 0, digest: "0".repeat(32), ...said };
      const answer = await world.ask("POST", "/api/sync/hello", { key, body });
      if (answer.status !== 200) throw new Error(await answer.text());
    },
  };
}
