/**
 * The text of a small program cut into code and string literals. This is no parser: where a language can be cut wrongly
 * (regular expressions, quote-like operators), `code` is the whole text, so that nothing is hidden in a literal.
 */
export interface InlineText {
  /** Text outside plain literals; literals with interpolation stay in it. */
  readonly code: string;
  /** Contents of the literals, neighbours that are joined by an operator or only by blanks put together. */
  readonly literals: readonly InlineLiteral[];
}

export interface InlineLiteral {
  readonly text: string;
  /** Code before and behind it, up to 24 characters. */
  readonly before: string;
  readonly after: string;
}

/** `python`: plain literals leave the code. `script`: the same, with template strings. `raw`: all text is code. */
export type LiteralStyle = "python" | "script" | "raw";

const CONTEXT = 24;
const JOINERS = /^\s*(?:[+.&,]|\.\.|~|\|\|)?\s*$/;

interface Cut {
  readonly pos: number;
  readonly end: number;
  readonly text: string;
  readonly isPlain: boolean;
}

export function cutInlineText(text: string, style: LiteralStyle): InlineText {
  const cuts = findLiterals(text);
  let code = "";
  let pos = 0;
  for (const cut of cuts) {
    const keep = style === "raw" || !cut.isPlain;
    code += text.slice(pos, keep ? cut.end : cut.pos);
    if (!keep) code += '""';
    pos = cut.end;
  }
  code += text.slice(pos);
  return { code, literals: joinNeighbours(text, cuts) };
}

/** Quoted runs, in order. A single- or double-quoted run ends at the end of its line, so that one apostrophe hides no more. */
function findLiterals(text: string): Cut[] {
  const cuts: Cut[] = [];
  let pos = 0;
  while (pos < text.length) {
    const quote = text[pos]!;
    if (quote !== "'" && quote !== '"' && quote !== "`") {
      pos += quote === "\\" ? 2 : 1;
      continue;
    }
    const isTriple = quote !== "`" && text.startsWith(quote.repeat(3), pos);
    const open = isTriple ? 3 : 1;
    const end = literalEnd(text, pos + open, quote.repeat(open), isTriple || quote === "`");
    if (end === null) {
      pos += open;
      continue;
    }
    const prefix = /[A-Za-z]{0,3}$/.exec(text.slice(Math.max(0, pos - 3), pos))![0];
    const isPlain = quote !== "`" && !/f|t/i.test(prefix);
    cuts.push({ pos, end, text: text.slice(pos + open, end - open), isPlain });
    pos = end;
  }
  return cuts;
}

function literalEnd(text: string, from: number, closing: string, isMultiline: boolean): number | null {
  for (let at = from; at < text.length; at++) {
    const character = text[at]!;
    if (character === "\\") at++;
    else if (character === "\n" && !isMultiline) return null;
    else if (text.startsWith(closing, at)) return at + closing.length;
  }
  return null;
}

function joinNeighbours(text: string, cuts: readonly Cut[]): InlineLiteral[] {
  const literals: InlineLiteral[] = [];
  const between = (pos: number, end: number) => (end - pos <= CONTEXT ? text.slice(pos, end) : null);
  const literal = (value: string, pos: number, end: number): InlineLiteral => ({
    text: value,
    before: text.slice(Math.max(0, pos - CONTEXT), pos),
    after: text.slice(end, end + CONTEXT),
  });
  let joined = "";
  let count = 0;
  let start = 0;
  let last: Cut | null = null;
  for (const cut of cuts) {
    literals.push(literal(cut.text, cut.pos, cut.end));
    const gap = last === null ? null : between(last.end, cut.pos);
    if (gap !== null && JOINERS.test(gap)) {
      joined += cut.text;
      count++;
    } else {
      if (last !== null && count > 1) literals.push(literal(joined, start, last.end));
      joined = cut.text;
      count = 1;
      start = cut.pos;
    }
    last = cut;
  }
  if (last !== null && count > 1) literals.push(literal(joined, start, last.end));
  return literals;
}
