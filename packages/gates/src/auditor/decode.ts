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
  if (text.length < 3 || text.includes("\ufffd")) return false;
  const letters = text.match(/[\p{L}\p{N}\s.,:;!?'"-]/gu)?.length ?? 0;
  return letters >= 0.85 * [...text].length && !/[\x00-\x08\x0e-\x1f]/.test(text);
}

function* base64(text: string): Generator<string> {
  // Lines of one block are joined first, so that a break in the middle hides nothing.
  const joined = text.includes("\n")
    ? text.replace(/(?<![A-Za-z0-9+/])([A-Za-z0-9+/]{16,})\r?\n(?=[A-Za-z0-9+/]{4})/g, "$1")
    : text;
  for (const [run] of joined.matchAll(/[A-Za-z0-9+/_-]{8,}={0,2}/g)) {
    // An ordinary word: what is written in blanks and letters always has capitals inside.
    if (/^[A-Z]?[a-z]+$/.test(run)) continue;
    const decoded = fromBase64(run);
    if (decoded !== null) yield decoded;
  }
}
function fromBase64(run: string): string | null {
  const clean = run.replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, "");
  if (clean.length % 4 === 1) return null;
  const bytes = Uint8Array.from(atob(clean), (sign) => sign.charCodeAt(0));
  return fromUtf8(bytes);
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

/** Lines that the text tells to read as one, without what numbers them. */
export function joinedLines(text: string): string[] {
  if (
    !/\n/.test(text) ||
    !/\b(?:read|lies|lesen|lisez|lire|lea|leer|léase|leggi|leggere|ler|leia|lees|läs|læs|les|czytaj|čti)\p{L}*\b.{0,30}(?:as one|together|in (?:a row|one go|sequence|order)|continuous|without (?:the )?breaks?|zusammen|hintereinander|am stück|d'affilée|à la suite|ensemble|seguido|de corrido|juntas?|di seguito|insieme|em sequência|seguidas?|achter elkaar|samen|i följd|i ett|razem|po kolei)|连起来|连着读|连读|続けて読|つなげて|이어서|이어 읽|читать? (?:подряд|вместе|слитно)|подряд/iu.test(
      text,
    )
  )
    return [];
  const lines = text
    .split("\n")
    .map((line) => line.replace(/^\s*[^:：\n]{1,20}[:：]\s*|^\s*(?:\d+[.)]|[-*•])\s*/u, "").trim());
  return [lines.join(" ")];
}
