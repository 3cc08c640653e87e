import { dropPrefix, literalPrefix, literalText, textWord, type Word } from "../shell/word.ts";
import { inputName } from "./listing.ts";
import { mayBeOption, mayMatchDash } from "./options.ts";
import { data, execNote, patternNote, reads, unknownOptionNote, unsureNote, write } from "./profile.ts";
import type { Effect, Program } from "./program.ts";

type Role = "flag" | "data" | "write" | "exec" | "list" | "move" | "entries" | "names";

/** Info-ZIP's zip 3.0: options of one or two letters in clusters, and long ones. */
const SHORT: Readonly<Record<string, Role>> = Object.fromEntries([
  ...roles(
    "flag",
    "0 1 2 3 4 5 6 7 8 9 a A AC AS B c D DF dc dd dg du dv db e E f F FF FS fd fz g h h2 i- ic j J k l ll L la li MM nw N o p q r R RE S sb sc sd sf so su sU sv T u v V w ws X X- y z C C2 C5 UN",
  ),
  ...roles("data", "n P t tt s sp ds Z"),
  ...roles("write", "lf b O"),
  ...roles("exec", "TT"),
  ...roles("list", "x i"),
  ...roles("move", "m"),
  ...roles("entries", "d U"),
  ...roles("names", "@"),
]);
const LONG: Readonly<Record<string, Role>> = Object.fromEntries([
  ...roles(
    "flag",
    "adjust-sfx help more-help version license recurse-paths recurse-patterns junk-paths junk-sfx quiet verbose update freshen filesync fix fixfix encrypt symlinks test no-extra strip-extra no-dir-entries grow latest-time entry-comments archive-comment show-files show-command show-options show-unicode show-just-unicode difference-archive no-wild regex must-match ignore-case compress-0 compress-9 store log-append log-info dot-size display-bytes display-counts display-dots display-globaldots display-usize display-volume to-crlf from-crlf wild-stop-dirs split-verbose split-bell",
  ),
  ...roles("data", "password suffixes from-date before-date split-size compression-method unicode"),
  ...roles("write", "out output-file temp-path logfile-path"),
  ...roles("exec", "unzip-command"),
  ...roles("list", "exclude include"),
  ...roles("move", "move"),
  ...roles("entries", "delete copy-entries"),
  ...roles("names", "names-stdin"),
]);
function roles(role: Role, names: string): [string, Role][] {
  return names.split(" ").map((name) => [name, role]);
}

export const zip: Program = (call) => {
  const effects: Effect[] = [];
  const operands: Word[] = [];
  const seen = new Set<Role>();
  let index = 0;
  let isList = false;
  const take = (role: Role, attached: Word | null) => {
    seen.add(role);
    if (role === "exec") effects.push(execNote);
    if (role === "list") {
      isList = attached === null;
      if (attached !== null) effects.push(data(attached));
    }
    if (role !== "data" && role !== "write" && role !== "exec") return;
    const value = attached ?? call.args[index++];
    if (value === undefined) effects.push(unknownOptionNote);
    else if (role === "write") effects.push(write(value));
    else effects.push(data(value));
  };
  while (index < call.args.length) {
    const word = call.args[index++] as Word;
    const text = literalText(word);
    const known = literalPrefix(word);
    if (text === "--") {
      operands.push(...call.args.slice(index));
      break;
    }
    if (text === "@" && isList) isList = false;
    else if (known.startsWith("--")) {
      isList = false;
      const equals = known.indexOf("=");
      const name = known.slice(2, equals < 0 ? undefined : equals);
      const role = longRole(name);
      if (role === null || (equals < 0 && text === null)) effects.push(unknownOptionNote);
      else take(role, equals < 0 ? null : dropPrefix(word, equals + 1));
    } else if (known.startsWith("-") && text !== "-") {
      isList = false;
      cluster(word, known.slice(1), take, effects);
    } else if (isList) effects.push(data(word));
    else {
      if (mayBeOption(word)) effects.push(unsureNote);
      if (mayMatchDash(word)) effects.push(patternNote);
      operands.push(word);
    }
  }
  const [archive, ...files] = operands;
  const sources = seen.has("entries") ? [] : files;
  return [
    ...effects,
    ...(archive === undefined ? [] : [write(literalText(archive) === "-" ? textWord("/dev/stdout") : archive)]),
    ...(seen.has("entries") ? files.map(data) : sources.flatMap(reads)),
    ...(seen.has("names") ? [{ kind: "read", operand: [inputName(call.input)] } as const] : []),
    ...(seen.has("move") ? sources.map((operand): Effect => ({ kind: "delete", operand })) : []),
  ];
};

function longRole(name: string): Role | null {
  if (Object.hasOwn(LONG, name)) return LONG[name] ?? null;
  const found = Object.keys(LONG).filter((candidate) => candidate.startsWith(name));
  return found.length === 1 && found[0] !== undefined ? (LONG[found[0]] ?? null) : null;
}

/** Two letters count before one; a value is what is left of the word, or the next word. */
function cluster(
  word: Word,
  letters: string,
  take: (role: Role, attached: Word | null) => void,
  effects: Effect[],
): void {
  for (let at = 0; at < letters.length; ) {
    const two = letters.slice(at, at + 2);
    const name = two.length === 2 && Object.hasOwn(SHORT, two) ? two : letters.charAt(at);
    const role = Object.hasOwn(SHORT, name) ? SHORT[name] : undefined;
    if (role === undefined) {
      effects.push(unknownOptionNote);
      return;
    }
    at += name.length;
    if (name === "UN" && letters.charAt(at) === "=") return;
    if (role === "flag" || role === "move" || role === "entries" || role === "names") {
      take(role, null);
      if (letters.charAt(at) === "-") at++;
      continue;
    }
    const rest = dropPrefix(word, at + 1);
    take(role, rest.length === 0 ? null : literalPrefix(rest).startsWith("=") ? dropPrefix(rest, 1) : rest);
    return;
  }
  if (literalText(word) === null) effects.push(unknownOptionNote);
}
