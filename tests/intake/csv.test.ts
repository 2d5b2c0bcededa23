// CSV files as people's programs write them: each trap with its right outcome.
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Problem } from "#schemas/problem";
import { type CsvFault, eachCsvRow, looksAlike, need, readCsv } from "#server/intake/csv";

const bytes = (text: string) => new TextEncoder().encode(text);
const faultOf = (act: () => unknown): CsvFault => {
  try {
    act();
  } catch (error) {
    return (error as Problem).faults[0] as CsvFault;
  }
  throw new Error("nothing was refused");
};
const rowsOf = (text: string) => readCsv(bytes(text), "f.csv").rows;

describe("a CSV file", () => {
  it("keeps words like NA and leading zeros, and only the empty cell is empty", () => {
    expect(rowsOf("id,note\n007,NA\n008,\n")).toEqual([
      { line: 2, cells: ["007", "NA"] },
      { line: 3, cells: ["008", ""] },
    ]);
  });

  it("counts lines through quoted line breaks and blank lines", () => {
    expect(rowsOf('id,note\r\n1,"two\r\nlines"\r\n\r\n2,x').map(({ line }) => line)).toEqual([2, 5]);
    expect(rowsOf('id,note\r\n1,"two\r\nlines"\r\n')[0]?.cells[1]).toBe("two\r\nlines");
  });

  it("reads files whose lines end in different ways", () => {
    expect(rowsOf("a,b\r\n1,2\n3,4\r\n").map(({ cells }) => cells)).toEqual([
      ["1", "2"],
      ["3", "4"],
    ]);
    expect(rowsOf("a,b\r1,2\r3,4").map(({ cells }) => cells)).toEqual([
      ["1", "2"],
      ["3", "4"],
    ]);
  });

  it("is refused with the line where a quote opens and never closes", () => {
    const fault = faultOf(() => readCsv(bytes('id,note\n1,a\n2,"b\n3,c\n4,d\n'), "f.csv"));
    expect(fault).toMatchObject({ code: "unclosed_quote", line: 3, file: "f.csv" });
  });

  it("is refused by line for text after a quote, a ragged row, a column named twice, and nothing in it", () => {
    expect(faultOf(() => rowsOf('id,note\n1,"a"b\n'))).toMatchObject({ code: "broken_quote", line: 2 });
    expect(faultOf(() => rowsOf("id,note\n1,a\n2\n"))).toMatchObject({ code: "ragged_row", line: 3 });
    expect(faultOf(() => rowsOf("id,id\n1,a\n"))).toMatchObject({ code: "duplicate_column", line: 1 });
    expect(faultOf(() => rowsOf(""))).toMatchObject({ code: "no_header", line: null });
    expect(faultOf(() => need(readCsv(bytes("id\n"), "f.csv"), ["id", "key"])).message).toContain('"key"');
  });

  it("is read as UTF-16 by its mark or its zeros, and as GB18030 with a warning", () => {
    const utf16 = (text: string) => new Uint8Array(new Uint16Array([...text].map((c) => c.charCodeAt(0))).buffer);
    expect(readCsv(utf16("\ufeffid,n\n1,é\n"), "f")).toMatchObject({ columns: ["id", "n"], warnings: [] });
    expect(readCsv(utf16("id,n\n1,e\n"), "f").warnings[0]?.code).toBe("encoding_guessed");
    const gb = new Uint8Array([...bytes("id,n\n1,"), 0xb0, 0xb2]);
    expect(readCsv(gb, "f")).toMatchObject({ encoding: "gb18030", rows: [{ cells: ["1", "安"] }] });
    expect(faultOf(() => readCsv(new Uint8Array([0x61, 0, 0, 0xff]), "f")).code).toBe("encoding_unknown");
  });

  it("is read with another separator, and says so", () => {
    const table = readCsv(bytes("id;n\n1;0,5\n"), "f");
    expect(table.rows[0]?.cells).toEqual(["1", "0,5"]);
    expect(table.warnings.map(({ code }) => code)).toEqual(["delimiter_guessed"]);
    expect(readCsv(bytes("id\tn\n1\tx\n"), "f", { delimiter: "\t" }).warnings).toEqual([]);
  });

  it("warns of options that look alike and never merges them", () => {
    expect(looksAlike(["爱国", "愛國"])).toBe(true);
    expect(looksAlike(["安全", "安\u200b全"])).toBe(true);
    expect(looksAlike(["安全", "安全带", "", ""])).toBe(false);
    expect(looksAlike(["a", "a"])).toBe(false);
  });

  it("hands out a hundred thousand rows without keeping them", () => {
    let rows = 0;
    eachCsvRow(bytes(`a,b\n${"1,2\n".repeat(100_000)}`), "f", () => rows++);
    expect(rows).toBe(100_000);
  });
});

const cases = "../shared/vectors/csv-cases.json";
describe.runIf(existsSync(cases))("the stated CSV cases", () => {
  interface Case {
    id: string;
    direction: string;
    bytes_base64: string;
    delimiter: string;
    expect: { rows: string[][] | null; warnings: string[]; error: string | null };
  }
  const list = existsSync(cases) ? (JSON.parse(readFileSync(cases, "utf8")).cases as Case[]) : [];
  it.each(list.filter(({ direction }) => direction === "import").map((one) => [one.id, one] as const))(
    "%s",
    (_, one) => {
      const act = () => readCsv(Buffer.from(one.bytes_base64, "base64"), "f.csv");
      if (one.expect.rows === null) {
        const fault = faultOf(act);
        expect(fault.code).toBe(one.expect.error);
        if (fault.code === "unclosed_quote") expect(fault.line).toBe(2);
        return;
      }
      const table = act();
      expect([table.columns, ...table.rows.map(({ cells }) => cells)]).toEqual(one.expect.rows);
      expect(table.warnings.map(({ code }) => code)).toEqual(one.expect.warnings);
      expect(table.delimiter).toBe(one.delimiter);
    },
  );
});

it("a refusal names file and line in its sentence", () => {
  expect(() => rowsOf("id,id\n")).toThrow(/^f\.csv line 1: two columns are named "id"$/);
});
