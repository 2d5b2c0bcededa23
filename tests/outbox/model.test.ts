// The outbox against a server in memory; tests/faults runs longer histories against the real one.
import { describe, it } from "vitest";
import { histories } from "./histories.ts";
import { ServerModel } from "./server-model.ts";

describe("random histories", () => {
  it("lose nothing, double nothing and credit nothing to another in 200 of them", async () => {
    await histories(async () => new ServerModel(), 200, 20261201);
  }, 120_000);
});
