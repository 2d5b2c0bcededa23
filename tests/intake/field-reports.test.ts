// What went wrong in other people's tools while data came in, replayed against ours.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { Problem } from "#schemas/problem";
import { readCsv } from "#server/intake/csv";
import { openSource } from "#server/intake/open-source";
import { readStudy } from "#server/intake/study-folder";
import { previewTable } from "#server/intake/table-preview";
import { readTabular } from "#server/intake/tabular";
import { takeInFile } from "#server/media/take-in";

const root = mkdtempSync(join(tmpdir(), "countersign-reports-"));
afterAll(() => rmSync(root, { recursive: true }));
const cases = join(import.meta.dirname, "../../../shared/cases");
const film = readFileSync(join(import.meta.dirname, "../../fixtures/quiz/media/videos/0001.mp4"));

let number = 0;
function folder(files: Record<string, string | Uint8Array>): string {
  number += 1;
  const path = join(root, `f${number}`);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), content);
  }
  return path;
}
async function faultsOf(files: Record<string, string | Uint8Array>) {
  const told = await readStudy(await openSource(folder(files)), { secret: "s" }).catch((error: unknown) => error);
  if (!(told instanceof Problem)) throw new Error("it was not refused");
  return told.faults.map(({ file, line, message }) => `${file}:${line} ${message}`);
}
const about = { id: "s", title: "S", protocol: "emotion", languages: ["en"], signLanguage: "ase" };

describe("field reports of intake", () => {
  it("FR-23: a phone's film with a rotation flag is measured upright, and so is every other copy of it", async () => {
    const turned = Buffer.from(film);
    // The matrix of the picture track's header: a quarter turn.
    const matrix = turned.indexOf("tkhd", 0, "latin1") + 4 + 40;
    for (const [k, value] of [0, 0x10000, 0, -0x10000, 0, 0].entries()) turned.writeInt32BE(value, matrix + 4 * k);
    const path = join(folder({ "turned.mp4": turned }), "turned.mp4");
    const upright = join(folder({ "upright.mp4": film }), "upright.mp4");
    const [a, b] = [await takeInFile(path), await takeInFile(upright)];
    if (a.verdict === "refused" || b.verdict === "refused") throw new Error("refused");
    expect([a.facts.width, a.facts.height]).toEqual([b.facts.height, b.facts.width]);
    const given = join(cases, "FR-23/rot90.mp4");
    if (existsSync(given))
      expect(await takeInFile(given)).toMatchObject({ verdict: "accepted", facts: { width: 120, height: 160 } });
  });

  it("FR-37: half an emoji is refused where it stands, whichever table it comes in", async () => {
    const half = '{"clip":"c1","video":"a.mp4","caption":"brows up \\ud83d end"}';
    expect(() => readTabular(Buffer.from(`{"clip":"c0"}\n${half}`), "clips.jsonl")).toThrow(
      /clips\.jsonl line 2: "caption" holds half a character/,
    );
    expect(previewTable(Buffer.from(half), { file: "clips.jsonl" }).faults).toMatchObject([{ line: 1 }]);
    const question = `{"id":"q1","modality":"text","input":"hands \\ud83d","options":{"A":"1","B":"2"},"answer":"A"}`;
    const quiz = { "study.json": JSON.stringify({ ...about, protocol: "choice" }), "questions.jsonl": question };
    expect(await faultsOf(quiz)).toEqual(['questions.jsonl:1 "input" is not allowed as it stands']);
    const title = JSON.stringify({ ...about, title: "X" }).replace('"X"', '"brows \\ud83d"');
    const clips = { "study.json": title, "clips.csv": "clip,video\nc1,a.mp4\n", "media/a.mp4": film };
    expect(await faultsOf(clips)).toEqual(['study.json:null "title" is not allowed as it stands']);
  });

  it("FR-40: a byte-order mark, GBK and semicolons are understood and told", () => {
    const columns = ["题号", "释义", "选项A", "选项B", "选项C", "选项D", "答案"];
    const plain = `${columns.join(",")}\r\n1,家庭成员,爸爸,学校,桌子,下雨,爸爸\r\n`;
    const bom = readCsv(Buffer.from(`\ufeff${plain}`), "bom.csv");
    expect([bom.columns, bom.encoding, bom.warnings]).toEqual([columns, "utf-8", []]);
    const semicolons = readCsv(Buffer.from(plain.replaceAll(",", ";")), "semicolon.csv");
    expect([semicolons.columns, semicolons.warnings.map(({ code }) => code)]).toEqual([columns, ["delimiter_guessed"]]);
    const utf16 = previewTable(Buffer.from(`\ufeff${plain}`, "utf16le"), { file: "utf16.csv" });
    expect([utf16.headings, utf16.encoding]).toEqual([columns, "utf-16le"]);
    if (!existsSync(join(cases, "FR-40"))) return;
    for (const [file, encoding, delimiter] of [
      ["bom-crlf.csv", "utf-8", ","],
      ["gbk.csv", "gb18030", ","],
      ["semicolon.csv", "utf-8", ";"],
    ] as const) {
      const told = previewTable(readFileSync(join(cases, "FR-40", file)), { file });
      expect([told.headings, told.rows, told.encoding, told.delimiter]).toEqual([columns, 2, encoding, delimiter]);
      expect(told.first[0]?.[1]).toBe("家庭成员");
    }
  });

  it("FR-50, FR-52: an address or a path that leads outside is refused by line, and nothing is ever fetched", async () => {
    let asked = 0;
    const server = createServer((_, answer) => {
      asked += 1;
      answer.writeHead(302, { location: "/secret" }).end();
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    const addresses = [
      ...[
        `http://127.0.0.1:${port}/`,
        `HTTP://localhost:${port}/a.mp4`,
        "http://[::1]/",
        "http://169.254.169.254/latest/",
      ],
      ...["http://2130706433/", "http://0x7f.1/", "file:///etc/hostname", "ftp://127.0.0.1/", "http://user@127.0.0.1/"],
      ...["data:video/mp4;base64,AAAA", "concat:a.mp4|b.mp4"],
    ];
    const paths = ["../study-secret/a.mp4", "/etc/hostname", "..\\a.mp4", "media/../../a.mp4", "a/../../b.mp4"];
    const rows = [...addresses, ...paths].map((name, k) => `c${k},"${name}"`).join("\n");
    const files = { "study.json": JSON.stringify(about), "clips.csv": `clip,video\n${rows}\n` };
    const faults = await faultsOf(files);
    expect(faults).toEqual([
      ...addresses.map((name, k) => `clips.csv:${k + 2} "${name}" is an address`),
      ...paths.map((name, k) => `clips.csv:${k + 2 + addresses.length} "${name}" leads outside the folder`),
    ]);
    const inside = folder({ "study.json": JSON.stringify(about), "clips.csv": "clip,video\nc1,a.mp4\n" });
    writeFileSync(`${inside}-sister`, "secret");
    expect((await openSource(inside)).names).toEqual(["clips.csv", "study.json"]);
    expect(asked).toBe(0);
    server.close();
  });
});
