// When an ethics approval is over: with the last minute of its last day where the study is.
import { describe, expect, it } from "vitest";
import { approvalEnded } from "#schemas/consent";

describe("an approval until 1 May", () => {
  const until = { expires: "2031-05-01" };
  it("holds to the end of that day in the study's time zone, wherever the person is", () => {
    expect(approvalEnded(until, "Asia/Shanghai", new Date("2031-05-01T15:59:59Z"))).toBe(false);
    expect(approvalEnded(until, "Asia/Shanghai", new Date("2031-05-01T16:00:00Z"))).toBe(true);
    expect(approvalEnded(until, "America/Los_Angeles", new Date("2031-05-02T06:59:59Z"))).toBe(false);
    expect(approvalEnded(until, "America/Los_Angeles", new Date("2031-05-02T07:00:00Z"))).toBe(true);
  });

  it("never ends where no day is given", () => {
    expect(approvalEnded({}, "UTC", new Date("2999-01-01T00:00:00Z"))).toBe(false);
  });
});
