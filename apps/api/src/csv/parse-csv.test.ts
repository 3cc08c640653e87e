import { describe, expect, it } from "vitest";
import { decodeUtf8, parseCsv } from "./parse-csv.ts";

const faultsOf = async (text: string) => {
  const error = await parseCsv(text).then(
    () => null,
    (thrown) => thrown,
  );
  return error === null ? null : { code: error.code, count: error.data.faultCount, faults: error.faults };
};
const one = (path: string, message: string) => ({ code: "batch.csv_invalid", count: 1, faults: [{ path, message }] });

describe("a CSV is refused with the line of its fault", () => {
  it.each([
    ["nothing", "", one("/line/1", "there is no header line")],
    ["only a BOM", "\uFEFF", one("/line/1", "there is no header line")],
    ["only a header", "a,b\n", one("/line/1", "there is a header and no row")],
    ["two columns of one name", "a,b,a\n1,2,3\n", one("/line/1", 'two columns are called "a"')],
    ["a column without a name", "a,,c\n1,2,3\n", one("/line/1", "column 2 has no name")],
    ["a blank name", "a, \n1,2\n", one("/line/1", "column 2 has no name")],
    ["a very long name", `${"x".repeat(129)}\n1\n`, one("/line/1", "column 1 has a name of more than 128 characters")],
    ["a row that is too short", "a,b\n1,2\n3\n", one("/line/3", "1 fields where the header has 2")],
    ["a row that is too long", "a,b\n1,2,3\n", one("/line/2", "3 fields where the header has 2")],
    ["a ragged row after a quoted line break", 'a,b\n"1\n1",2\n3\n', one("/line/4", "1 fields where the header has 2")],
    ["a quote that never closes", 'a,b\n"1,2\n', one("/line/2", "a quoted field is never closed")],
    ["text behind a closing quote", 'a\n"1"x\n', one("/line/2", "text follows a closing quote")],
    ["a quote inside a plain field", 'a\n1"x\n', one("/line/2", "a quote opens inside an unquoted field")],
    ["a column called __proto__", "__proto__\n1\n", one("/line/1", "a column cannot be called __proto__")],
    [
      "a field too long to be typed",
      `a\n${"x".repeat(20_001)}\n`,
      one("/line/2", "a field has more than 20000 characters"),
    ],
    ["a NUL", "a\n1\0\n", one("/line/2", "a field holds a NUL character")],
  ])("%s", async (_name, text, expected) => {
    expect(await faultsOf(text)).toEqual(expected);
  });

  it("10,001 rows: says how many there are", async () => {
    const text = `a\n${"1\n".repeat(10_001)}`;
    expect(await faultsOf(text)).toEqual(
      one("/line/10002", "10001 rows where at most 10000 are taken; split the file"),
    );
  });

  it("lists a hundred faults and counts them all", async () => {
    const found = await faultsOf(`a,b\n${"1\n".repeat(250)}`);
    expect([found?.faults.length, found?.count]).toEqual([100, 250]);
  });

  it("bytes that are not UTF-8", () => {
    expect(() => decodeUtf8(Buffer.from("a\nJos\xe9\n", "latin1"))).toThrowError(/batch\.csv_invalid/);
  });

  it("repeats no value of the file", async () => {
    expect(JSON.stringify(await faultsOf('a\n"secret"x\n'))).not.toContain("secret");
  });
});

describe("a CSV is read", () => {
  it.each([
    ["with a BOM", "\uFEFFa,b\n1,2\n", [{ a: "1", b: "2" }]],
    ["with CR LF", "a,b\r\n1,2\r\n", [{ a: "1", b: "2" }]],
    ["without a last line feed", "a\n1", [{ a: "1" }]],
    ["with quoted line breaks, commas and quotes", 'a,b\n"x\ny","1,""2"""\n', [{ a: "x\ny", b: '1,"2"' }]],
    ["with blank lines, which are no rows", "a\n\n1\n\n", [{ a: "1" }]],
    ["with an empty field", "a,b\n,2\n", [{ a: "", b: "2" }]],
    ["keeping white space", "a\n 1 \n", [{ a: " 1 " }]],
    ["in any script", "名前,الاسم\n王,مرحبا 🖥️\n", [{ 名前: "王", الاسم: "مرحبا 🖥️" }]],
  ])("%s", async (_name, text, rows) => {
    expect((await parseCsv(text)).rows).toEqual(rows);
  });

  it("with exactly 10,000 rows", async () => {
    expect((await parseCsv(`a\n${"1\n".repeat(10_000)}`)).rows).toHaveLength(10_000);
  });

  it("and knows the line of each row", async () => {
    expect((await parseCsv('a\n"1\n1"\n\n2\n')).lines).toEqual([3, 5]);
  });
});
