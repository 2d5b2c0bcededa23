import { Command } from "commander";
import { describe, expect, it } from "vitest";
import { Problem } from "#schemas/problem";
import { joinMinus, type Register, runCommand } from "#server/commands/run";

const heard = async (args: readonly string[], act: (options: Record<string, unknown>) => void) => {
  const lines: string[] = [];
  const command: Register = (program) => {
    program
      .command("count [file]")
      .option("--scale <values>", "values")
      .option("--json", "json")
      .option("-n, --number <n>", "number")
      .action((file, options) => act({ file, ...options }));
  };
  const env = { env: {}, print: () => undefined, warn: (text: string) => lines.push(text), clock: () => new Date() };
  return { code: await runCommand(args, env, [command]), lines };
};

describe("one command line", () => {
  it("takes a value that starts with a minus, and keeps a flag a flag", async () => {
    let got: unknown;
    const args = ["count", "--scale", "-3,-2,0", "--json", "x.csv", "--number", "-1"];
    expect(await heard(args, (options) => (got = options))).toEqual({ code: 0, lines: [] });
    expect(got).toEqual({ file: "x.csv", scale: "-3,-2,0", json: true, number: "-1" });
    expect((await heard(["count", "--scale", "--json"], () => undefined)).code).toBe(2);
  });

  it("leaves what follows -- as it is", () => {
    const program = new Command().option("--scale <values>");
    expect(joinMinus(["a", "--", "--scale", "-1"], program)).toEqual(["a", "--", "--scale", "-1"]);
  });

  it("says each fault of a file on a line of its own, with line and mend", async () => {
    const fault = (line: number | null) => ({ file: "key.csv", line, message: "no option E", mend: "write A to D" });
    const { code, lines } = await heard(["count"], () => {
      throw new Problem("bad-study", "faults", [fault(3), fault(null)]);
    });
    expect(code).toBe(1);
    expect(lines).toEqual(["key.csv:3 no option E; write A to D", "key.csv no option E; write A to D"]);
  });

  it("says one line for anything else that fails, and never a stack", async () => {
    const { code, lines } = await heard(["count"], () => {
      throw new Error("first\n    second");
    });
    expect({ code, lines }).toEqual({ code: 1, lines: ["first second"] });
  });
});
