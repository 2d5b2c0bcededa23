// The real outbox against the real store, over a line that fails in every way (design 13: I1-I4, I6, I7, I9, I10).
// HISTORIES sets how many; a failing one is printed with its seed and path.
import { afterAll, beforeAll, describe, it } from "vitest";
import { histories } from "../outbox/histories.ts";
import { realServer, template } from "./real-server.ts";

const runs = Number(process.env["HISTORIES"] ?? 60);
let made: Awaited<ReturnType<typeof template>>;
beforeAll(async () => {
  made = await template();
});
afterAll(() => made.drop());

describe("random histories on the real server", () => {
  it(`lose nothing, double nothing and credit nothing to another in ${runs} of them`, async () => {
    await histories(() => realServer(made), runs, Number(process.env["SEED"] ?? 20261202));
  }, 3_600_000);
});
