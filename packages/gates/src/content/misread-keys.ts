import { isNoValue } from "./placeholder.ts";
import type { SecretSpan } from "./secret-span.ts";
import { isRandom } from "./strength.ts";

/**
 * Issuers' keys as text recognition reads them from a picture, and as narrow columns break them: a separator is lost or becomes a
 * blank, `0` is `O` or `®`, `l` is `I` or `1`, a blank or a line's end falls into the key. Each is looked for by its first
 * characters with these confusions, and by its length.
 */

/** Characters that are taken for one another. What is not listed stands for itself in both cases. */
const LIKE: Record<string, string> = {
  "0": "0OoQ®©@D",
  "1": "1lI|!i",
  "3": "38Ee",
  i: "i1lI|!jJ",
  l: "l1I|!iL",
  I: "I1l|!iT",
  o: "o0OcC®",
  a: "aA@4o",
  s: "sS5$",
  g: "gG9q6",
  b: "bB68h",
  t: "tTfl+",
  v: "vVyu",
  e: "eEc",
  h: "hHb",
  A: "A4",
  S: "S5s$",
  G: "G6C",
};
const SEPARATOR = "[-_ .~=—]{0,2}";
/** A dot is small, but a key without it would begin like a word. */
const DOT = "[ ]?[.,·][ ]?";

/** First characters, kind, characters behind them usually, and at least. */
const ISSUERS: readonly (readonly [string, "api_key" | "token", number, number])[] = [
  ["sk-ant-", "api_key", 95, 40],
  ["sk-proj-", "api_key", 60, 32],
  ["sk-svcacct-", "api_key", 60, 32],
  ["sk-or-v1-", "api_key", 64, 32],
  ["sk_live_", "api_key", 24, 20],
  ["sk_test_", "api_key", 24, 20],
  ["rk_live_", "api_key", 24, 20],
  ["sk-", "api_key", 48, 38],
  ["whsec_", "api_key", 32, 28],
  ["ghp_", "token", 36, 32],
  ["gho_", "token", 36, 32],
  ["ghs_", "token", 36, 32],
  ["github_pat_", "token", 81, 40],
  ["glpat-", "token", 20, 18],
  ["xoxb-", "token", 48, 36],
  ["xoxp-", "token", 43, 36],
  ["xapp-1-", "token", 88, 50],
  ["npm_", "token", 36, 32],
  ["pypi-", "token", 170, 60],
  ["hf_", "api_key", 34, 30],
  ["gsk_", "api_key", 52, 40],
  ["r8_", "api_key", 37, 33],
  ["AKIA", "api_key", 16, 14],
  ["AIza", "api_key", 35, 32],
  ["AKID", "api_key", 32, 28],
  ["LTAI", "api_key", 20, 12],
  ["SG.", "api_key", 65, 50],
  ["NRAK-", "api_key", 27, 24],
  ["PMAK-", "api_key", 58, 54],
  ["xkeysib-", "api_key", 80, 74],
  ["GOCSPX-", "api_key", 28, 24],
  ["lin_api_", "api_key", 40, 36],
  ["shpat_", "api_key", 32, 30],
  ["dckr_pat_", "token", 27, 24],
  ["dop_v1_", "api_key", 64, 60],
  ["hvs.", "token", 24, 22],
  ["ya29.", "token", 80, 40],
  ["dk_", "api_key", 32, 30],
];

const escaped = (characters: string): string => characters.replace(/[\\\]^-]/g, "\\$&");
const classOf = (character: string): string =>
  character === "."
    ? DOT
    : /[-_]/.test(character)
      ? SEPARATOR
      : `[${escaped(LIKE[character] ?? character.toLowerCase() + character.toUpperCase())}]`;
const sourceOf = (prefix: string): string => [...prefix].map(classOf).join("");
// A sign of an address in front of a host is none of the key.
const BODY = "(?:[A-Za-z0-9_®©|$!.-]|@(?![A-Za-z0-9-]{1,60}\\.[a-z]))";
/** Within a key that is too short as yet: a blank, or the end of a line and what a terminal puts in front of the next. */
const LINE_END = "\\r?\\n[ \\t>|]{0,12}";
const GAP = `(?: |${LINE_END})`;
const EDGE = "(?<![A-Za-z0-9_+-])";
/** Two letters begin many words and numbers: they stand behind a blank, a quote or a sign. */
const SHORT_EDGE = "(?<![^\\s\"'`=:>([,|{])";
const PIECE = new RegExp(`(?:^|${GAP})${BODY}+`, "g");
const FORMS = ISSUERS.map(([prefix, kind, usual, least]) => ({
  kind,
  usual,
  least,
  expression: new RegExp(
    `${prefix.length > 3 ? EDGE : SHORT_EDGE}${sourceOf(prefix)}(?!${sourceOf(prefix)})(?:${LINE_END})?(${BODY}{2,300}(?:${GAP}${BODY}{2,300}){0,4})`,
    "g",
  ),
}));
/** A bot's number and key: known by the sign between them. */
const BOT_TOKEN = new RegExp(
  `(?<![0-9A-Za-z])[0-9]{8,10}:(?: |${LINE_END})?(A${BODY}{0,36}(?:${GAP}${BODY}{2,36}){0,2})`,
  "g",
);
const BOT_LENGTH = 35;
/** Parts of a web token, whose dots may have been read as commas; a blank or a line's end may fall into each. */
const PART = "(?:[A-Za-z0-9_®|-]|@(?![A-Za-z0-9-]{1,60}\\.[a-z]))";
const BROKEN_PART = `${PART}{2,2000}(?:${GAP}${PART}{4,2000})?`;
const WEB_TOKEN = new RegExp(
  `(?<![A-Za-z0-9])[e€][yv][Jj\\])]${BROKEN_PART}[ ]?[.,·][ ]?[e€][yv][Jj\\])]${BROKEN_PART}[ ]?[.,·][ ]?` +
    `(?:${PART}{43,1500}|${PART}{2,42}${GAP}(?=${PART}*[0-9A-Z])${PART}{2,41}(?!${PART})|${PART}{16,1500})`,
  "g",
);
/** Only a text with a long word of letters and digits can hold a key. */
const ANY_KEY = /[A-Za-z0-9_®@|-]{10}/;

export function misreadKeys(text: string): SecretSpan[] {
  if (!ANY_KEY.test(text)) return [];
  const spans: SecretSpan[] = [];
  for (const { kind, usual, least, expression } of FORMS)
    for (const match of text.matchAll(expression)) {
      const body = keyOf(match[1]!, usual);
      const bare = body.replace(/[^A-Za-z0-9®©@|$!]/g, "");
      const end = match.index + match[0].length - match[1]!.length + body.length;
      if (bare.length >= least && looksIssued(bare) && !isNoValue(text.slice(match.index, end)))
        spans.push({ start: match.index, end, kind });
    }
  for (const match of text.matchAll(BOT_TOKEN)) {
    const body = keyOf(match[1]!, BOT_LENGTH);
    const bare = body.replace(/\s/g, "");
    if (
      bare.length < BOT_LENGTH - 2 ||
      bare.length > BOT_LENGTH + 2 ||
      !isRandom(bare.replace(/[^A-Za-z0-9]/g, ""), 20)
    )
      continue;
    spans.push({
      start: match.index,
      end: match.index + match[0].length - match[1]!.length + body.length,
      kind: "token",
    });
  }
  for (const { 0: value, index } of text.matchAll(WEB_TOKEN))
    spans.push({ start: index, end: index + value.length, kind: "token" });
  return spans;
}

function looksIssued(bare: string): boolean {
  const read = bare.replace(/[^A-Za-z0-9]/g, "");
  return isRandom(read, 12) && (/\d/.test(read) || read.length >= 30);
}

/** Pieces behind a gap belong to the key while it is shorter than usual and they look like it: no words, no numbers. */
function keyOf(body: string, usual: number): string {
  let kept = "";
  // A word behind the prefix is the rest of a name: `NPM_TOKEN`.
  if (/^(?:[A-Z]{2,14}|[a-z]{2,14})(?![A-Za-z0-9])/.test(body)) return "";
  for (const { 0: piece } of body.matchAll(PIECE)) {
    const { length } = kept.replace(/\s/g, "");
    const own = piece.trim().replace(/[^A-Za-z0-9]/g, "");
    if (kept !== "" && (length >= usual - 1 || length + own.length > usual + 12 || !isPiece(own))) break;
    kept += piece;
  }
  return kept.replace(/[.!=-]+$/, "");
}

const isPiece = (piece: string): boolean =>
  (/\d/.test(piece) && /[A-Za-z]/.test(piece)) || /[a-z][A-Z]|[A-Z]{2}[a-z]/.test(piece) || /^[A-Z]{2,}$/.test(piece);
