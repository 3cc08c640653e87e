// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text
import type { DoubleQuotedChild, Word, WordPart } from "unbash";
import { describe, expect, it } from "vitest";
import { atomsOf, atomsOfBody, UnreadableWord } from "./atoms.ts";

/** Words as a parser would give them that overlooks something: what it missed is not taken for text. */

const literal = (text: string) => ({ type: "Literal", value: text, text, pos: 0, end: text.length }) as const;
const word = (text: string, parts?: WordPart[]): Word => ({
  ...{ type: "Word", text, value: text, pos: 0, end: text.length },
  ...(parts === undefined ? {} : { parts }),
});
const quoted = (text: string): Word => {
  const child: DoubleQuotedChild = { ...literal(text), pos: 1, end: text.length + 1 };
  return word(`"${text}"`, [{ type: "DoubleQuoted", text: `"${text}"`, pos: 0, end: text.length + 2, parts: [child] }]);
};

describe("what a parser overlooks", () => {
  it.each(["a$(id)", "a`id`", "$x", "${x}", "a;id", "a|id", "a&", "a>b", "a<b", "(a)", "a'b", 'a"b', "a b", "a\nb"])(
    "is refused in plain text: %s",
    (text) => expect(() => atomsOf(word(text))).toThrow(UnreadableWord),
  );
  it.each(["a$(id)", "a`id`", "$x", "${x}", "$1", "$@", 'a"b'])("is refused between double quotes: %s", (text) =>
    expect(() => atomsOf(quoted(text))).toThrow(UnreadableWord),
  );
  it.each(["a$(id)", "a`id`", "$x", "${x}"])("is refused in a here-document: %s", (text) =>
    expect(() => atomsOfBody({ text, pos: 0, end: text.length })).toThrow(UnreadableWord),
  );
  it.each(["a;b", "a > b", "(a)", "it's", "a$", "5$ ", "\\$x", "\\`id\\`"])(
    "is text between double quotes: %s",
    (text) => expect(atomsOf(quoted(text)).map(({ kind }) => kind)).toEqual(["quoted", "quoted"]),
  );
  it("is refused where parts of a word overlap", () => {
    expect(() => atomsOf(word("ab", [literal("ab"), literal("b")]))).toThrow(UnreadableWord);
  });
});
