import { UNSPACED } from "./vocabulary.ts";

/** A word of a folded text, or a sign that means something by itself. */
export interface Token {
  readonly word: string;
  readonly start: number;
  readonly end: number;
  /** Signs of a script in which words need no blanks between them. */
  readonly isUnspaced: boolean;
}

const [OTHER, UNSPACED_SIGN, LETTER, JOINT, LONE] = [1, 2, 3, 4, 5];
/** By UTF-16 unit; 0 is not looked up yet. */
const KINDS = new Uint8Array(0x10000);
const WORD = /[\p{L}\p{M}\p{N}]/u;
const ELISION = /^(?:l|d|s|n|j|qu|m|t|c|un|dell|all|nell|sull)'(?=\p{L}{2})/u;

function kindOf(sign: string): number {
  if (UNSPACED.test(sign) || sign === "ー") return UNSPACED_SIGN as number;
  if (WORD.test(sign)) return LETTER as number;
  if ("'!|".includes(sign)) return JOINT as number;
  return ("@$€£¥₩₽&/+#".includes(sign) ? LONE : OTHER) as number;
}
function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  // Halves of a pair are what the pair is.
  if (unit >= 0xd800 && unit < 0xe000) {
    const from = unit >= 0xdc00 ? at - 1 : at;
    return kindOf(text.slice(Math.max(0, from), from + 2));
  }
  if (KINDS[unit] === 0) KINDS[unit] = kindOf(text.charAt(at));
  return KINDS[unit] as number;
}
function endOfRun(text: string, from: number, kind: number | undefined): number {
  let at = from;
  while (at < text.length && kindAt(text, at) === kind) at++;
  return at;
}
const isJoint = (text: string, at: number): boolean => "'@$!|".includes(text.charAt(at)) && at < text.length;

/**
 * The words of a folded text. Signs of scripts without blanks stay together over single blanks; `'`, `@`, `$`, `!` and `|` belong
 * to the word that they stand in, as they may be letters of it.
 */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    const kind = kindAt(text, at);
    let end = at + 1;
    if (kind === UNSPACED_SIGN) {
      end = endOfRun(text, at, UNSPACED_SIGN);
      while (text.charCodeAt(end) === 32 && end + 1 < text.length && kindAt(text, end + 1) === UNSPACED_SIGN)
        end = endOfRun(text, end + 1, UNSPACED_SIGN);
      const word = text.slice(at, end);
      tokens.push({ word, start: at, end, isUnspaced: UNSPACED.test(word) });
    } else if (kind === LETTER) {
      end = endOfRun(text, at, LETTER);
      while (isJoint(text, end) && end + 1 < text.length && kindAt(text, end + 1) === LETTER)
        end = endOfRun(text, end + 1, LETTER);
      const word = text.slice(at, end);
      const elided = word.includes("'") ? (ELISION.exec(word)?.[0].length ?? 0) : 0;
      tokens.push({ word: elided > 0 ? word.slice(elided) : word, start: at + elided, end, isUnspaced: false });
    } else if (kind === LONE) {
      if (text.charAt(at) === "$" && /^\p{L}/u.test(text.slice(at + 1, at + 3))) end = endOfRun(text, at + 1, LETTER);
      tokens.push({ word: text.slice(at, end), start: at, end, isUnspaced: false });
    }
    at = end;
  }
  return tokens;
}
