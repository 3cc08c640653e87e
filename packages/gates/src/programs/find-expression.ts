import { literalText, type Piece, textWord, type Word } from "../shell/word.ts";
import { foundName } from "./listing.ts";
import { mayBeOption, mayMatchDash } from "./options.ts";

/** A part of a find command that does more than test. `isNarrowed`: a name, path, type or age test stands before it. */
export type FindAction =
  | { readonly kind: "delete"; readonly isNarrowed: boolean }
  | {
      readonly kind: "run";
      readonly words: readonly Word[];
      readonly inDirectory: boolean;
      readonly isNarrowed: boolean;
    }
  | { readonly kind: "write" | "read" | "names" | "data"; readonly operand: Word }
  | { readonly kind: "unknown"; readonly reason: string };

export interface FindCommand {
  /** Starting points; the working directory when none is given. */
  readonly starts: readonly Word[];
  readonly actions: readonly FindAction[];
  /** Where what it prints lies, when it prints names and nothing else. */
  readonly places: readonly Word[] | null;
}

const DATA =
  "amin atime cmin context ctime fstype gid group ilname iname inum ipath iregex iwholename links lname maxdepth mindepth mmin mtime name path perm regex regextype size type uid used user wholename xtype";
const FILE = "anewer cnewer newer samefile";
const PLAIN =
  "d daystart depth empty executable false follow ignore_readdir_race mount nogroup noignore_readdir_race noleaf nouser nowarn print print0 prune quit readable true warn writable xautofs xdev help -help version -version";
const NARROWING =
  "name iname path ipath wholename iwholename regex iregex type xtype amin atime cmin ctime mmin mtime newer anewer cnewer samefile lname ilname";
const set = (names: string) => new Set(names.split(" ").map((name) => `-${name}`));
const DATA_TESTS = set(DATA);
const FILE_TESTS = set(FILE);
const PLAIN_TESTS = set(PLAIN);
const NARROWING_TESTS = set(NARROWING);
const DEPTH_MAX = 60;

/** Reads GNU find's command line. Bounded: deeper nesting than DEPTH_MAX is an unknown part. */
export function findExpression(args: readonly Word[]): FindCommand {
  const actions: FindAction[] = [];
  const at = (index: number) => literalText(args[index] ?? []) ?? "";
  let index = 0;
  let isListing = true;
  const unknown = (reason: string) => actions.push({ kind: "unknown", reason });

  for (; index < args.length; index++) {
    const text = at(index);
    if (text === "-D") index++;
    else if (!/^-([HLP]+|O\d*)$/.test(text)) break;
  }
  const starts: Word[] = [];
  for (; index < args.length; index++) {
    const word = args[index] as Word;
    const text = literalText(word);
    if (text !== null && /^(-.|[()!,]$)/.test(text)) break;
    const isBare = word.every(({ kind }) => kind === "glob");
    if (mayBeOption(word) || (mayMatchDash(word) && isBare)) unknown("a starting point may turn out to be an action");
    starts.push(word);
  }
  const places = starts.length > 0 ? starts : [textWord(".")];

  const value = (): Word => {
    const word = args[index++];
    if (word === undefined) unknown("a test lacks its argument");
    else if (mayBeOption(word) && word.some((piece) => piece.kind === "unknown" && piece.isSplit))
      unknown("an argument may turn out to be several");
    else if (word.length > 0 && word.every(({ kind }) => kind === "glob"))
      unknown("a pattern may turn out to be several arguments");
    return word ?? [];
  };

  const list = (isGuarded: boolean, depth: number): boolean => {
    let narrows = alternatives(isGuarded, depth);
    while (at(index) === ",") {
      index++;
      narrows = alternatives(isGuarded, depth);
    }
    return narrows;
  };
  const alternatives = (isGuarded: boolean, depth: number): boolean => {
    let narrows = chain(isGuarded, depth);
    while (at(index) === "-o" || at(index) === "-or") {
      index++;
      narrows = chain(isGuarded, depth) && narrows;
    }
    return narrows;
  };
  const chain = (isGuarded: boolean, depth: number): boolean => {
    let narrows = isGuarded;
    while (index < args.length && !["-o", "-or", ",", ")"].includes(at(index))) {
      if (at(index) === "-a" || at(index) === "-and") index++;
      else narrows = factor(narrows, depth) || narrows;
    }
    return narrows;
  };
  const factor = (isGuarded: boolean, depth: number): boolean => {
    const text = at(index);
    if (text === "!" || text === "-not") {
      index++;
      if (depth > DEPTH_MAX || index >= args.length) giveUp();
      else factor(isGuarded, depth + 1);
      return false;
    }
    if (text !== "(") return primary(isGuarded);
    index++;
    if (depth > DEPTH_MAX) giveUp();
    const narrows = list(isGuarded, depth + 1);
    if (at(index) === ")") index++;
    else unknown("a parenthesis is not closed");
    return narrows;
  };
  const giveUp = () => {
    unknown("the expression cannot be read");
    index = args.length;
  };
  const primary = (isNarrowed: boolean): boolean => {
    const word = args[index++] as Word;
    const test = literalText(word);
    if (test === null) {
      unknown("a part of the expression is not known");
      return false;
    }
    if (PLAIN_TESTS.has(test)) return false;
    if (DATA_TESTS.has(test)) {
      const operand = value();
      actions.push({ kind: "data", operand });
      return NARROWING_TESTS.has(test) && !/^[*?]*$/.test(literalText(operand) ?? "x");
    }
    if (FILE_TESTS.has(test) || /^-newer[aBcm][aBcm]$/.test(test)) {
      actions.push({ kind: "read", operand: value() });
      return true;
    }
    if (/^-newer[aBcm]t$/.test(test)) {
      actions.push({ kind: "data", operand: value() });
      return true;
    }
    action(test, isNarrowed);
    return false;
  };
  const action = (name: string, isNarrowed: boolean): void => {
    if (name === "-delete") actions.push({ kind: "delete", isNarrowed });
    else if (name === "-ls") isListing = false;
    else if (name === "-files0-from") actions.push({ kind: "names", operand: value() });
    else if (name === "-printf") {
      const operand = value();
      actions.push({ kind: "data", operand });
      if (!/^%p(\\n|\\0)?$/.test(literalText(operand) ?? "")) isListing = false;
    } else if (/^-(fls|fprint|fprint0|fprintf)$/.test(name)) {
      actions.push({ kind: "write", operand: value() });
      if (name === "-fprintf") actions.push({ kind: "data", operand: value() });
    } else if (/^-(exec|ok)(dir)?$/.test(name)) {
      const words = command();
      if (!printsNames(words)) isListing = false;
      actions.push({ kind: "run", words, inDirectory: name.endsWith("dir"), isNarrowed });
    } else unknown("a test or action is unknown");
  };
  /** Everything up to `;` or `{} +`, the found name in the place of each `{}`. */
  const command = (): readonly Word[] => {
    const words: Word[] = [];
    while (index < args.length) {
      const word = args[index++] as Word;
      const text = literalText(word);
      if (text === ";") return words;
      if (text === "+" && literalText(args[index - 2] ?? []) === "{}") return words;
      words.push(substituteFound(word, places));
    }
    unknown("a command is not terminated");
    return words;
  };

  while (index < args.length) {
    list(false, 0);
    if (index < args.length) {
      unknown("a parenthesis is not open");
      index++;
    }
  }
  const prints = isListing && !actions.some(({ kind }) => kind === "unknown" || kind === "names");
  return { starts: places, actions, places: prints ? places : null };
}

/** `grep -l` prints the names that it is given and nothing else. */
function printsNames(words: readonly Word[]): boolean {
  const [name, flag] = words.map((word) => literalText(word) ?? "");
  return /^[ef]?grep$/.test(name ?? "") && /^-[a-zA-Z]+$/.test(flag ?? "") && /l/i.test(flag ?? "");
}

function substituteFound(word: Word, places: readonly Word[]): Word {
  return word.flatMap((piece): readonly Piece[] => {
    if (piece.kind !== "text" || !piece.text.includes("{}")) return [piece];
    return piece.text
      .split("{}")
      .flatMap((text, position): readonly Piece[] => [
        ...(position > 0 ? [foundName(places)] : []),
        ...(text === "" ? [] : [{ kind: "text" as const, text }]),
      ]);
  });
}
