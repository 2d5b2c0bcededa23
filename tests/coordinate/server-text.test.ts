// What the server says of files reads in Chinese too: each listed sentence is one that the server really says.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { toldIn } from "#client/coordinate/server-text";
import { serverZhHans } from "#client/words/server-zh-Hans";

const server = join(import.meta.dirname, "../../server");
const code = readdirSync(server, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => readFileSync(join(server, name), "utf8"))
  .join("\n");

describe("sentences of the server", () => {
  it("are listed only where the server says them, with as many places in both languages", () => {
    const strange = serverZhHans.filter(([said]) =>
      said.split("{}").some((part) => part.trim().length > 3 && !code.includes(part)),
    );
    expect(strange).toEqual([]);
    for (const [said, means] of serverZhHans) expect(means.split("{}").length).toBe(said.split("{}").length);
    expect(new Set(serverZhHans.map(([said]) => said)).size).toBe(serverZhHans.length);
  });

  it("keep names, numbers and places, and stay English where they are not known", () => {
    const zh = (text: string) => toldIn("zh-Hans", text);
    expect(zh('the video "a (1).mp4" is missing')).toEqual({ text: "缺少video“a (1).mp4”", lang: "zh-Hans" });
    expect(zh("it is a GIF (named in clips.csv line 4)")).toEqual({
      text: "这是 GIF (named in clips.csv line 4)",
      lang: "zh-Hans",
    });
    expect(zh('people.csv line 3: unknown column "x"')).toEqual({
      text: "people.csv line 3: 未知的列“x”",
      lang: "zh-Hans",
    });
    expect(zh("something new")).toEqual({ text: "something new", lang: "en" });
    expect(toldIn("en", "it is a GIF")).toEqual({ text: "it is a GIF", lang: "en" });
  });
});
