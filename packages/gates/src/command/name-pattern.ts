import type { Piece } from "../shell/word.ts";

/**
 * What one component of a path may be: characters that are certain, and places where pathname expansion or an unknown
 * value may put others. Answers are about possibility: `mayMatch` is false only when no run can give that name.
 */
export type NameToken =
  | { readonly kind: "char"; readonly char: string }
  /** One character, by `?` or brackets. */
  | { readonly kind: "one"; readonly accepts: (char: string) => boolean; readonly isSet: boolean }
  /** Any number of characters. */
  | { readonly kind: "many"; readonly accepts: (char: string) => boolean }
  /** A value that only the run knows; it may hold slashes, so it may be several components. */
  | { readonly kind: "unknown" };

const ANY = () => true;

function tokensOfText(text: string): NameToken[] {
  return [...text].map((char) => ({ kind: "char", char }));
}

/** Tokens of a glob piece or of a value made of digits; the caller handles the other unknown pieces. */
export function tokensOfPiece(piece: Piece): readonly NameToken[] {
  if (piece.kind === "text") return tokensOfText(piece.text);
  if (piece.kind === "unknown")
    return piece.from === "number" ? [{ kind: "many", accepts: (char) => /[0-9-]/.test(char) }] : [{ kind: "unknown" }];
  if (piece.kind === "process") return [{ kind: "unknown" }];
  if (piece.text === "?") return [{ kind: "one", accepts: ANY, isSet: false }];
  if (piece.text.startsWith("[") && piece.text.endsWith("]") && piece.text.length > 2)
    return [{ kind: "one", accepts: bracketAccepts(piece.text.slice(1, -1)), isSet: true }];
  return [{ kind: "many", accepts: ANY }];
}

/** A bracket expression: ranges, negation, classes. Classes, collating symbols and equivalences accept everything. */
function bracketAccepts(body: string): (char: string) => boolean {
  const isNegated = body.startsWith("!") || body.startsWith("^");
  const members = isNegated ? body.slice(1) : body;
  if (members.includes("[") || members.includes("\\")) return ANY;
  const ranges: [from: string, to: string][] = [];
  const chars = [...members];
  for (let at = 0; at < chars.length; at++) {
    const from = chars[at] as string;
    const to = chars[at + 2];
    if (chars[at + 1] === "-" && to !== undefined) {
      ranges.push([from, to]);
      at += 2;
    } else ranges.push([from, from]);
  }
  // What is shut out in one case may still match in the other.
  if (isNegated) return (char) => isCased(char) || !ranges.some(([from, to]) => char >= from && char <= to);
  return (char) =>
    [char.toLowerCase(), char.toUpperCase()].some((variant) =>
      ranges.some(
        ([from, to]) => (variant >= from && variant <= to) || (isLetter(from) && isLetter(to) && from !== to),
      ),
    );
}

const isCased = (char: string) => char.toLowerCase() !== char.toUpperCase();

/** In some locales a range of letters holds letters of the other case, so a range of letters accepts every letter. */
const isLetter = (char: string) => /^[A-Za-z]$/.test(char);

/** Whether the component may be this name, letters compared without case. A leading dot must be written, as in Bash. */
export function mayMatch(tokens: readonly NameToken[], name: string): boolean {
  if (tokens.some(({ kind }) => kind === "unknown")) return true;
  const [first] = tokens;
  if (name.startsWith(".") && first?.kind !== "char") return false;
  const chars = [...name.toLowerCase()];
  let tokenAt = 0;
  let charAt = 0;
  let starAt = -1;
  let resumeAt = 0;
  while (charAt < chars.length) {
    const token = tokens[tokenAt];
    const char = chars[charAt] as string;
    if (token?.kind === "many") {
      starAt = tokenAt++;
      resumeAt = charAt;
    } else if (token !== undefined && accepts(token, char)) {
      tokenAt++;
      charAt++;
    } else if (starAt >= 0) {
      if (!accepts(tokens[starAt] as NameToken, chars[resumeAt] as string)) return false;
      tokenAt = starAt + 1;
      charAt = ++resumeAt;
    } else return false;
  }
  while (tokens[tokenAt]?.kind === "many") tokenAt++;
  return tokenAt === tokens.length;
}

function accepts(token: NameToken, char: string): boolean {
  if (token.kind === "char") return token.char.toLowerCase() === char;
  return token.kind === "unknown" || token.accepts(char);
}

/** The name when every character is certain, else null. */
export function exactName(tokens: readonly NameToken[]): string | null {
  let name = "";
  for (const token of tokens) {
    if (token.kind !== "char") return null;
    name += token.char;
  }
  return name;
}

/** `*`, `?*`, `*.*`: picks nearly everything that is there. */
export function matchesEverything(tokens: readonly NameToken[]): boolean {
  return (
    tokens.some(({ kind }) => kind !== "char") &&
    tokens.every((token) =>
      token.kind === "char" ? token.char === "." : token.kind !== "unknown" && token.accepts("a") && token.accepts("z"),
    )
  );
}

/** How many characters the pattern pins down: `*.pem` is written for such files, `*` is not. */
export function specificity(tokens: readonly NameToken[]): number {
  return tokens.filter((token) => token.kind === "char" || (token.kind === "one" && token.isSet)).length;
}

/**
 * How many characters of `part` a pattern pins down in the names that it matches and that hold the part (`atEnd`: end in it);
 * -1 when it matches none. `*.p?m` pins three of `.pem`, `*` none.
 */
export function pinned(tokens: readonly NameToken[], part: string, atEnd: boolean): number {
  if (tokens.length > PINNED_TOKENS_MAX || tokens.some(({ kind }) => kind === "unknown")) return -1;
  const known = new Map<number, number>();
  const from = (at: number, char: number): number => {
    if (char === part.length) return !atEnd || tokens.slice(at).every(({ kind }) => kind === "many") ? 0 : -1;
    const token = tokens[at];
    if (token === undefined) return -1;
    const key = at * (part.length + 1) + char;
    const found = known.get(key);
    if (found !== undefined) return found;
    const isAccepted = accepts(token, part[char] as string);
    let most = -1;
    if (token.kind === "many") most = Math.max(from(at + 1, char), isAccepted ? from(at, char + 1) : -1);
    else if (isAccepted) {
      const rest = from(at + 1, char + 1);
      const isCertain = token.kind === "char" || (token.kind === "one" && token.isSet);
      most = rest < 0 ? -1 : rest + (isCertain ? 1 : 0);
    }
    known.set(key, most);
    return most;
  };
  return Math.max(-1, ...tokens.map((_token, at) => from(at, 0)));
}

const PINNED_TOKENS_MAX = 256;
