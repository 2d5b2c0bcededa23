import canonicalize from "canonicalize";
import fc from "fast-check";
import { v7 as uuid } from "uuid";
import { describe, expect, it } from "vitest";
import { recordLimit } from "#schemas/sync";
import { readArrived } from "#server/store/arrived";
import { textOf } from "./people.ts";

const verdictOf = (text: string) => readArrived(text).problem ?? "valid";
const uncanonical = /not canonical/;

describe("one sent text", () => {
  it("is canonical exactly when RFC 8785 writes it so", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (more) => {
        const record = { ...more, id: uuid() };
        const exact = canonicalize(JSON.parse(JSON.stringify(record))) as string;
        expect(verdictOf(exact)).not.toMatch(uncanonical);
        const plain = JSON.stringify(record);
        if (plain === exact) expect(verdictOf(plain)).not.toMatch(uncanonical);
        else expect(verdictOf(plain)).toMatch(uncanonical);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ["keys out of order", `{"id":"${uuid()}","app":"x"}`],
    ["spaces", `{"app": "x","id":"${uuid()}"}`],
    ["a number written long", `{"app":1.0,"id":"${uuid()}"}`],
    ["a minus zero", `{"app":-0,"id":"${uuid()}"}`],
    ["a key twice", `{"app":1,"app":1,"id":"${uuid()}"}`],
    ["an escape that need not be", `{"app":"\\u0041","id":"${uuid()}"}`],
    ["number-like keys in the order of numbers", `{"9":1,"10":1,"id":"${uuid()}"}`],
    ["what is nested out of order", `{"app":{"b":1,"a":1},"id":"${uuid()}"}`],
  ])("with %s is not canonical", (_, text) => {
    expect(verdictOf(text)).toMatch(uncanonical);
  });

  it("that is too large or has no id cannot be kept", () => {
    const large = textOf({ id: uuid(), text: "x".repeat(recordLimit) });
    expect(readArrived(large)).toMatchObject({ refused: true, problem: expect.stringMatching(/too large/) });
    for (const text of ['{"id":7}', '{"id":"7"}', "null", "7", "", "[".repeat(100_000)])
      expect(readArrived(text)).toMatchObject({ refused: true, id: null });
    expect(readArrived(`{"a":${"[".repeat(50_000)}${"]".repeat(50_000)},"id":"${uuid()}"}`).response).toBeUndefined();
  });
});
