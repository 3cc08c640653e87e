import { dropPrefix, joinWords, literalPrefix, literalText, textWord, type Word } from "../shell/word.ts";
import { argumentPaths } from "./argument-paths.ts";
import { execDeny, interactiveAsk, isProbe, listenDeny } from "./kit.ts";
import { read, write } from "./profile.ts";
import { type Call, denyNote, type Effect, type Program } from "./program.ts";

/** How one interpreter takes its program. Letters that are not listed are flags. */
export interface Interpreter {
  readonly language: string;
  /** Letters whose value is program text. */
  readonly code: string;
  /** Letters with a value, attached or separate. */
  readonly values?: string;
  /** Letters that take the rest of their cluster (`-i.bak`), and those that take digits only (`-l012`, `-0777`). */
  readonly rest?: string;
  readonly digits?: string;
  /** Long options, with one dash or two, with program text; with another value. */
  readonly longCode?: string;
  readonly longValues?: string;
  /** Options whose value is a file of program text. */
  readonly files?: string;
  /** Options that load a module, and the statement that does the same. */
  readonly preload?: Readonly<Record<string, (name: string) => string>>;
  readonly denied?: RegExp;
  readonly listening?: RegExp;
  /** Editing in place: operands are written. */
  readonly inPlace?: string;
  /** Behind the program text: all words are its own arguments. */
  readonly endsAtCode?: boolean;
  readonly probes: string;
  /** A subcommand or module that takes over. */
  readonly special?: (call: Call) => readonly Effect[] | null;
}

interface Given {
  readonly code: Word[];
  readonly files: Word[];
  readonly effects: Effect[];
  readonly preloads: string[];
  isInPlace: boolean;
  rest: readonly Word[];
}

const listed = (list: string | undefined, name: string): boolean => (list ?? "").split(" ").includes(name);

/** Takes `value` for an option by its name without dashes. */
function take(spec: Interpreter, given: Given, name: string, value: Word): void {
  if (spec.code.includes(name) && name.length === 1) given.code.push(value);
  else if (listed(spec.longCode, name)) given.code.push(value);
  else if (listed(spec.files, name)) given.files.push(value);
  else if (spec.preload?.[name] !== undefined) {
    const module = literalText(value);
    if (module === null) given.effects.push(denyNote("command.dynamic", "the name of a module is computed"));
    else given.preloads.push(spec.preload[name](module));
  }
}

/** Whether a name wants a value. */
const wantsValue = (spec: Interpreter, name: string): boolean =>
  name.length === 1
    ? spec.code.includes(name) ||
      listed(spec.values, name) ||
      listed(spec.files, name) ||
      spec.preload?.[name] !== undefined
    : listed(spec.longCode, name) ||
      listed(spec.longValues, name) ||
      listed(spec.files, name) ||
      spec.preload?.[name] !== undefined;

function readArguments(spec: Interpreter, args: readonly Word[]): Given {
  const given: Given = { code: [], files: [], effects: [], preloads: [], isInPlace: false, rest: [] };
  let index = 0;
  while (index < args.length) {
    const word = args[index] as Word;
    const known = literalPrefix(word);
    if (known === "" && word[0]?.kind === "unknown" && word[0].isSplit)
      given.effects.push(denyNote("command.dynamic", "options of an interpreter are computed"));
    if (!known.startsWith("-") || literalText(word) === "-") break;
    index++;
    if (known === "--" && literalText(word) !== null) break;
    if (spec.denied?.test(known)) given.effects.push(execDeny("an option names a program or a module to run"));
    if (spec.listening?.test(known)) given.effects.push(listenDeny);
    const equals = known.indexOf("=");
    const name = known.slice(known.startsWith("--") ? 2 : 1, equals < 0 ? undefined : equals);
    if (known.startsWith("--") || (name.length > 1 && wantsValue(spec, name))) {
      if (!wantsValue(spec, name)) continue;
      take(spec, given, name, equals < 0 ? (args[index++] ?? []) : dropPrefix(word, equals + 1));
    } else index = readCluster(spec, given, args, index);
    if (spec.endsAtCode === true && given.code.length > 0) break;
  }
  given.rest = args.slice(index);
  return given;
}

/** One word of short options; answers where the next word begins. */
function readCluster(spec: Interpreter, given: Given, args: readonly Word[], next: number): number {
  const word = args[next - 1] as Word;
  const known = literalPrefix(word);
  let at = 1;
  while (at < known.length) {
    const letter = known[at++]!;
    if (letter === spec.inPlace) given.isInPlace = true;
    if (spec.rest?.includes(letter)) return next;
    if (spec.digits?.includes(letter)) while (/[0-9a-fA-Fx]/.test(known[at] ?? "") && /\d/.test(known[at] ?? "")) at++;
    else if (wantsValue(spec, letter)) {
      const attached = dropPrefix(word, at);
      take(spec, given, letter, attached.length > 0 ? attached : (args[next] ?? []));
      return attached.length > 0 ? next : next + 1;
    }
  }
  if (literalText(word) === null)
    given.effects.push(denyNote("command.dynamic", "options of an interpreter are computed"));
  return next;
}

export function interpreter(spec: Interpreter): Program {
  const probes = spec.probes.split(" ");
  return (call) => {
    if (isProbe(call.args, probes)) return [];
    const special = spec.special?.(call);
    if (special != null) return special;
    const given = readArguments(spec, call.args);
    const effects: Effect[] = [
      ...given.effects,
      ...given.files.map((operand): Effect => ({ kind: "codeFile", operand })),
    ];
    if (given.code.length > 0 || (given.preloads.length > 0 && given.rest.length === 0)) {
      const preloads = given.preloads.map((line) => textWord(`${line}\n`));
      const text = joinWords(
        ...preloads,
        ...given.code.flatMap((part, index) => (index === 0 ? [part] : [textWord("\n"), part])),
      );
      return [...effects, { kind: "code", language: spec.language, text }, ...codeOperands(given)];
    }
    if (given.preloads.length > 0)
      effects.push({ kind: "code", language: spec.language, text: textWord(given.preloads.join("\n")) });
    const [file, ...rest] = given.rest;
    if (file === undefined || literalText(file) === "-")
      return [...effects, ...(given.files.length > 0 ? [] : fromInput(spec.language, call)), ...argumentPaths(rest)];
    return [...effects, programFile(spec.language, file), ...argumentPaths(rest)];
  };
}

/** Words behind inline text are files for it (`-n`, `ARGV`); a pipe sign makes a command of one. */
function codeOperands(given: Given): readonly Effect[] {
  return given.rest.flatMap((operand): Effect[] => {
    const known = literalPrefix(operand);
    if (known.includes("|")) return [execDeny("a file's name is a command")];
    if (known.startsWith("-")) return [];
    return [given.isInPlace ? write(operand) : read(operand)];
  });
}

/** Program text on standard input: a here-document, a file, or what a pipe brings. */
export function fromInput(language: string, { input }: Call): readonly Effect[] {
  if (input.kind === "inherited") return [interactiveAsk];
  if (input.kind === "text") return [{ kind: "code", language, text: input.text }];
  if (input.kind === "file") return [{ kind: "codeFile", operand: input.path }];
  return [{ kind: "code", language, text: null }];
}

export function programFile(language: string, file: Word): Effect {
  const text = literalText(file);
  if (
    file.some((piece) => piece.kind === "process") ||
    (text !== null && /^\/(?:dev\/(?:stdin|fd\/)|proc\/)/.test(text))
  )
    return { kind: "code", language, text: null };
  if (/^(?:https?|ftp|data|npm|jsr):/.test(literalPrefix(file)))
    return denyNote("command.download_run", "runs what it downloads");
  return { kind: "codeFile", operand: file };
}
