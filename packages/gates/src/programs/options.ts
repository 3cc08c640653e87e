import { dropPrefix, literalPrefix, literalText, type Piece, type Word } from "../shell/word.ts";
import { askNote, type Effect } from "./program.ts";

/**
 * Options as GNU getopt_long reads them: short clusters, attached and separate values, long options with `=`,
 * abbreviations resolved against the program's whole list, `--`, permutation (or POSIX order). Nothing that is not
 * understood is dropped: it becomes a note.
 *
 * A table is text, one entry for each option, blanks between: `n,lines=` (short `n`, long `lines`, wants a value),
 * `color=?` (value only when attached), `v,verbose` (a flag), `f,file=read` (what the value is, see OptionRole), `#` (the
 * ten digits are flags: `head -5`). An entry's name is its last spelling. `--help` and `--version` always exist.
 */
export interface Option {
  readonly name: string;
  readonly value: "none" | "required" | "optional";
  readonly role: OptionRole;
}

/**
 * What an option's value is. `data`: text; `read`: file that is read (`-`: standard input); `write`: file that is written;
 * `output`: the same, but `-` is standard output; `enter`: directory where later operands start; `exec`: names a program.
 */
export type OptionRole = "data" | "read" | "write" | "output" | "enter" | "exec";

export interface OptionTable {
  readonly shorts: ReadonlyMap<string, Option>;
  readonly longs: ReadonlyMap<string, Option>;
  /** Options end at the first operand. */
  readonly isPosix: boolean;
  /** Long options may have one dash (getopt_long_only). */
  readonly isSingleDash: boolean;
}

export interface GivenOption {
  readonly name: string;
  readonly role: OptionRole;
  /** null: none given. */
  readonly value: Word | null;
}

export interface Arguments {
  readonly options: readonly GivenOption[];
  readonly operands: readonly Word[];
  /** One for each unknown, ambiguous or incomplete option. */
  readonly notes: readonly Effect[];
  /** Words (operands before `--` and values) that may turn out to be options, or several words, when the command runs. */
  readonly unsure: readonly Word[];
  /** Operands before `--` that begin with an unquoted pattern, which may match a name that begins with a dash. */
  readonly patterns: readonly Word[];
}

export function optionTable(
  entries: string,
  settings: { readonly isPosix?: boolean; readonly isSingleDash?: boolean } = {},
): OptionTable {
  const shorts = new Map<string, Option>();
  const longs = new Map<string, Option>();
  for (const entry of ["help", "version", ...entries.split(/\s+/)]) {
    if (entry === "") continue;
    if (entry === "#") {
      for (const digit of "0123456789") shorts.set(digit, { name: "#", value: "none", role: "data" });
      continue;
    }
    const equals = entry.indexOf("=", 1);
    const spellings = (equals < 0 ? entry : entry.slice(0, equals)).split(",");
    const isOptional = entry[equals + 1] === "?";
    const role = equals < 0 ? "" : entry.slice(equals + (isOptional ? 2 : 1));
    const option: Option = {
      name: spellings.at(-1) ?? entry,
      value: equals < 0 ? "none" : isOptional ? "optional" : "required",
      role: role === "" ? "data" : (role as OptionRole),
    };
    for (const spelling of spellings) (spelling.length === 1 ? shorts : longs).set(spelling, option);
  }
  return { shorts, longs, isPosix: settings.isPosix ?? false, isSingleDash: settings.isSingleDash ?? false };
}

export function parseOptions(words: readonly Word[], table: OptionTable): Arguments {
  const options: GivenOption[] = [];
  const operands: Word[] = [];
  const notes: Effect[] = [];
  const unsure: Word[] = [];
  const patterns: Word[] = [];
  const note = (reason: string) => notes.push(askNote("command.option", reason));
  let index = 0;
  const give = (option: Option, attached: Word | null) => {
    let value = attached;
    if (option.value === "required" && value === null) {
      value = words[index++] ?? null;
      if (value === null) note("an option lacks its value");
    }
    if (value?.some(isLoose)) unsure.push(value);
    options.push({ name: option.name, role: option.role, value });
  };
  const long = (word: Word, dashes: number) => {
    const body = dropPrefix(word, dashes);
    const known = literalPrefix(body);
    const equals = known.indexOf("=");
    if (equals < 0 && literalText(body) === null) return note("the name of an option is not known");
    const found = resolveLong(table, equals < 0 ? known : known.slice(0, equals));
    if (found === null) return note("an option is unknown or ambiguous");
    if (equals >= 0 && found.value === "none") return note("an option takes no value");
    give(found, equals < 0 ? null : dropPrefix(body, equals + 1));
  };
  const cluster = (word: Word) => {
    const letters = literalPrefix(word).slice(1);
    for (let position = 0; position < letters.length; position++) {
      const option = table.shorts.get(letters.charAt(position));
      if (option === undefined) return note("an option is unknown");
      if (option.value !== "none") {
        const rest = dropPrefix(word, position + 2);
        return give(option, rest.length === 0 ? null : rest);
      }
      give(option, null);
    }
    if (literalText(word) === null) note("a cluster of options is not known whole");
  };
  while (index < words.length) {
    const word = words[index++] as Word;
    const known = literalPrefix(word);
    if (literalText(word) === "--") {
      operands.push(...words.slice(index));
      break;
    }
    if (known.startsWith("--")) long(word, 2);
    else if (known.startsWith("-") && (known.length > 1 || literalText(word) === null)) {
      if (table.isSingleDash && isLongAfterOneDash(table, known.slice(1))) long(word, 1);
      else if (known.length > 1) cluster(word);
      else note("the name of an option is not known");
    } else {
      if (mayBeOption(word)) unsure.push(word);
      if (mayMatchDash(word)) patterns.push(word);
      operands.push(word);
      if (table.isPosix) {
        operands.push(...words.slice(index));
        break;
      }
    }
  }
  return { options, operands, notes, unsure, patterns };
}

export const hasOption = (given: Arguments, ...names: readonly string[]): boolean =>
  given.options.some((option) => names.includes(option.name));

/** The values given for any of these options, in order. */
export const optionValues = (given: Arguments, ...names: readonly string[]): Word[] =>
  given.options.flatMap((option) => (names.includes(option.name) && option.value !== null ? [option.value] : []));

/** The option that a long name or its unambiguous abbreviation means. */
function resolveLong(table: OptionTable, name: string): Option | null {
  const exact = table.longs.get(name);
  if (exact !== undefined) return exact;
  if (name === "") return null;
  const found = new Set<Option>();
  for (const [candidate, option] of table.longs) if (candidate.startsWith(name)) found.add(option);
  const [only] = found;
  return found.size === 1 && only !== undefined ? only : null;
}

/** getopt_long_only: long if it names one, unless it can only be a cluster. */
function isLongAfterOneDash(table: OptionTable, known: string): boolean {
  const name = known.split("=", 1)[0] ?? "";
  if (name.length === 1 && table.shorts.has(name)) return false;
  return resolveLong(table, name) !== null || !table.shorts.has(name.slice(0, 1));
}

/** Not known, and neither digits only nor a name that begins with a directory. */
const isOpen = (piece: Piece): boolean =>
  piece.kind === "unknown" && piece.from !== "number" && piece.from !== "listing";

/** May become no word or several. */
const isLoose = (piece: Piece): boolean => isOpen(piece) && piece.kind === "unknown" && piece.isSplit;

/** The word's first characters are not known, or it may become several words. */
export const mayBeOption = (word: Word): boolean => (word[0] !== undefined && isOpen(word[0])) || word.some(isLoose);

/** An unquoted pattern that may match a name that begins with a dash. */
export function mayMatchDash(word: Word): boolean {
  const [first] = word;
  if (first?.kind !== "glob") return false;
  if (!first.text.startsWith("[")) return true;
  return /^\[[!^]/.test(first.text) || /^\[[^\]]*(-\]|\[:punct)/.test(first.text) || first.text.startsWith("[-");
}
