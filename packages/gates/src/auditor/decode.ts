import { early } from "./early-pattern.ts";

/** How deep encodings may lie in each other, and how many texts come out of one page at most. */
const DEPTH_MAX = 3;
const TEXTS_MAX = 64;

/**
 * What a text holds in other writings: base64, hexadecimal, character codes, URL and HTML escapes, rot13, Morse, backwards, and
 * the first letters of its words and lines. Most of what comes out is nonsense: the reader of the result looks for known words.
 */
export function decodings(text: string): string[] {
  const found = new Set<string>();
  collect(text, 0, found);
  return [...found];
}

/**
 * Writings that need no mark to be recognised, so that every sentence may be in one: a way to write them, which is its own way back.
 * Both are letter by letter, so that a word can be looked for in a text as it would stand there.
 */
export const UNMARKED: readonly ((folded: string) => string)[] = [rot13, (folded) => [...folded].reverse().join("")];

function collect(text: string, depth: number, found: Set<string>): void {
  for (const decoded of [...base64(text), ...hexadecimal(text), ...codes(text), ...escapes(text), ...morse(text)]) {
    if (found.size >= TEXTS_MAX) return;
    if (!isReadable(decoded) || found.has(decoded) || decoded === text) continue;
    found.add(decoded);
    if (depth + 1 < DEPTH_MAX) collect(decoded, depth + 1, found);
  }
}

/** Letters of some script make up most of it. */
function isReadable(text: string): boolean {
  if (text.length < 3 || text.includes("\ufffd") || /[\x00-\x08\x0e-\x1f]/.test(text)) return false;
  const signs = text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
  const others = text.match(/[^\p{L}\p{N}\s.,:;!?'"-]/gu)?.length ?? 0;
  return signs - others >= 0.85 * signs;
}

function* base64(text: string): Generator<string> {
  // Lines of one block are joined first, so that a break in the middle hides nothing.
  const joined = hasBrokenBlock(text)
    ? text.replace(/(?<![A-Za-z0-9+/])([A-Za-z0-9+/]{16,})\r?\n(?=[A-Za-z0-9+/]{4})/g, "$1")
    : text;
  for (let at = 0; at < joined.length; ) {
    const from = at;
    // An ordinary word: what is written in blanks and letters always has capitals inside.
    let isWord = true;
    let sixth = sixthAt(joined, at);
    for (; sixth >= 0; sixth = sixthAt(joined, ++at))
      if (sixth < SMALL_FROM || sixth >= SMALL_END) isWord &&= sixth < SMALL_FROM && at === from;
    if ((!isWord || joined.charAt(at) === "=") && at - from >= BASE64_MIN) {
      const decoded = fromBase64(joined, from, at);
      if (decoded !== null) yield decoded;
    }
    if (at === from) at++;
  }
}
/** A line ends within what looks like base64. */
function hasBrokenBlock(text: string): boolean {
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    const end = text.charAt(at - 1) === "\r" ? at - 1 : at;
    if (/^[A-Za-z0-9+/]{16}$/.test(text.slice(Math.max(0, end - 16), end))) return true;
  }
  return false;
}
/** In characters: shorter runs are words. */
const BASE64_MIN = 8;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const [SMALL_FROM, SMALL_END] = [26, 52];
const SIXTHS = new Int8Array(128).fill(-1);
for (const [sixth, sign] of [...ALPHABET].entries()) SIXTHS[sign.charCodeAt(0)] = sixth;
// The alphabet for addresses.
SIXTHS["-".charCodeAt(0)] = ALPHABET.indexOf("+");
SIXTHS["_".charCodeAt(0)] = ALPHABET.indexOf("/");
/** What a sign stands for in base64, 0 to 63; -1 for none, and behind the end. */
function sixthAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit < SIXTHS.length ? (SIXTHS[unit] as number) : -1;
}

/** Of most runs the first bytes are no text already. */
function fromBase64(text: string, from: number, to: number): string | null {
  if ((to - from) % 4 === 1) return null;
  const bytes: number[] = [];
  let bits = 0;
  let count = 0;
  for (let at = from; at < to; at++) {
    bits = ((bits << 6) | sixthAt(text, at)) & 0xffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    const byte = (bits >> count) & 0xff;
    if (!isOfText(byte, bytes.at(-1) ?? 0)) return null;
    bytes.push(byte);
  }
  return fromUtf8(Uint8Array.from(bytes));
}
/** Whether a byte can stand behind another in readable UTF-8: no control character, and no beginning of a letter without its end. */
function isOfText(byte: number, before: number): boolean {
  if (before >= 0xc0) return byte >= 0x80 && byte < 0xc0;
  if (byte < 0x80) return byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d);
  return before >= 0x80 || (byte >= 0xc2 && byte <= 0xf4);
}
const utf8 = new TextDecoder("utf-8");
const fromUtf8 = (bytes: Uint8Array): string => utf8.decode(bytes);

function* hexadecimal(text: string): Generator<string> {
  for (const [run] of text.matchAll(/(?:(?:0x|\\x|%|&#x)?[0-9a-f]{2}[\s,:;-]?){5,}/gi)) {
    const digits = run.replace(/0x|\\x|&#x/gi, "").replace(/[^0-9a-f]/gi, "");
    if (digits.length % 2 === 0)
      yield fromUtf8(Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)));
  }
}

/** Numbers of characters: decimal, binary. */
function* codes(text: string): Generator<string> {
  for (const [run] of text.matchAll(/(?<!\d)(?:\d{2,3}[\s,;-]{1,2}){4,}\d{2,3}(?!\d)/g)) {
    const numbers = run.split(/[^\d]+/).map(Number);
    if (numbers.every((number) => number >= 32 && number < 127))
      yield numbers.map((number) => String.fromCharCode(number)).join("");
  }
  for (const [run] of text.matchAll(/(?:[01]{8}\s?){4,}/g))
    yield fromUtf8(Uint8Array.from(run.match(/[01]{8}/g) ?? [], (bits) => Number.parseInt(bits, 2)));
}

const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  colon: ":",
  comma: ",",
  period: ".",
};
function* escapes(text: string): Generator<string> {
  if (!/%[0-9a-f]{2}|&(?:#x?[0-9a-f]{2,6}|[a-z]{2,8});?|\\u\{?[0-9a-f]{2}|\\x[0-9a-f]{2}|=[0-9A-F]{2}/i.test(text))
    return;
  const decoded = text
    .replace(/(?:%[0-9a-f]{2})+/gi, (run) =>
      fromUtf8(Uint8Array.from(run.match(/[0-9a-f]{2}/gi) ?? [], (pair) => Number.parseInt(pair, 16))),
    )
    .replace(
      /&#(x[0-9a-f]{1,6}|[0-9]{1,7});?/gi,
      (whole, digits: string) =>
        sign(
          digits.startsWith("x") || digits.startsWith("X") ? Number.parseInt(digits.slice(1), 16) : Number(digits),
        ) ?? whole,
    )
    .replace(/&([a-z]{2,8});/gi, (whole, name: string) => NAMED[name.toLowerCase()] ?? whole)
    .replace(/\\u\{?([0-9a-f]{2,6})\}?/gi, (whole, digits: string) => sign(Number.parseInt(digits, 16)) ?? whole)
    .replace(/\\x([0-9a-f]{2})/gi, (whole, digits: string) => sign(Number.parseInt(digits, 16)) ?? whole);
  yield decoded;
}
const sign = (code: number): string | null =>
  code >= 9 && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000) ? String.fromCodePoint(code) : null;

function rot13(folded: string): string {
  return folded.replace(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 84) % 26) + 97));
}

const MORSE = new Map(
  ".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --.."
    .split(" ")
    .map((code, index): [string, string] => [code, String.fromCharCode(97 + index)]),
);
function* morse(text: string): Generator<string> {
  for (const [run] of text.matchAll(/(?:[.-]{1,5}[ /|]{1,3}){6,}[.-]{0,5}/g))
    yield run
      .split(/\s*[/|]\s*|\s{3}/)
      .map((word) =>
        word
          .trim()
          .split(/\s+/)
          .map((code) => MORSE.get(code) ?? "?")
          .join(""),
      )
      .join(" ");
}

/** The first letters of words (and of lines), where the text tells to read them. */
export function acrostic(text: string): string[] {
  if (
    !/first letter|initial|acrostic|每行第一|首字|头一个字|erste[nr]? buchstabe|première lettre|primera letra/i.test(
      text,
    )
  )
    return [];
  const capitals = [...text.matchAll(/(?<![\p{L}])\p{Lu}/gu)].map(([letter]) => letter).join("");
  const lines = text
    .split("\n")
    .map((line) => [...line.trim()][0] ?? "")
    .join("");
  return [capitals, lines].filter((word) => word.length >= 3);
}

const AS_ONE =
  "as one|together|in (?:a row|one go|sequence|order)|continuous|without (?:the )?breaks?|zusammen|hintereinander|am stück|d'affilée|à la suite|ensemble|seguido|de corrido|juntas?|di seguito|insieme|em sequência|seguidas?|achter elkaar|samen|i följd|i ett|razem|po kolei";
/** Without a word for reading before it. */
const READ_ON = "连起来|连着读|连读|続けて読|つなげて|이어서|이어 읽|читать? (?:подряд|вместе|слитно)|подряд";
const MAY_JOIN = early(new RegExp(`${AS_ONE}|${READ_ON}`, "iu"));
const JOINS = early(
  new RegExp(
    `\\b(?:read|lies|lesen|lisez|lire|lea|leer|léase|leggi|leggere|ler|leia|lees|läs|læs|les|czytaj|čti)\\p{L}*\\b.{0,30}(?:${AS_ONE})|${READ_ON}`,
    "iu",
  ),
);
/** `row 1`, `Piece 2:`: what an order is split by. */
const PIECE =
  /\b(?:piece|part|row|cell|line|fragment|word|column|col|block|bit|teil|zeile|partie|ligne|parte|fila|riga)\s?(?:\d{1,2}|[a-h]|i{1,3}|iv|v)\b\s?[:：.)]?/giu;
const PIECES_MIN = 2;
/** A text in numbered pieces as one. */
export function joinedPieces(text: string): string[] {
  const short = text.slice(0, 2_000);
  if ((short.match(PIECE)?.length ?? 0) < PIECES_MIN) return [];
  return [
    short
      .replace(PIECE, " ")
      .replace(/["'|[\]]/g, " ")
      .replace(/\s+/g, " "),
  ];
}

/** Lines that the text tells to read as one, without what numbers them. */
export function joinedLines(text: string): string[] {
  if (!text.includes("\n") || !MAY_JOIN.test(text) || !JOINS.test(text)) return [];
  const lines = text
    .split("\n")
    .map((line) => line.replace(/^\s*[^:：\n]{1,20}[:：]\s*|^\s*(?:\d+[.)]|[-*•])\s*/u, "").trim());
  return [lines.join(" ")];
}
