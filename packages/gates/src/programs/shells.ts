import { literalPrefix, literalText, type Word } from "../shell/word.ts";
import { argumentPaths } from "./argument-paths.ts";
import { execDeny, interactiveAsk, isProbe, named } from "./kit.ts";
import { mayBeOption } from "./options.ts";
import { askNote, type Call, denyNote, type Effect, type Program } from "./program.ts";

/** Long options of the Bourne shells that only set a mode. */
const MODES =
  /^--?(?:norc|noprofile|posix|login|verbose|restricted|noediting|debugger|debug|emacs|no-rcs|rcs|no-config|private|wordexp|protected)$/;
const VERSION = ["--version", "--help", "-V", "-h"];

const computed = denyNote("command.dynamic", "what a shell shall run is computed");
const startupFile = execDeny("names a startup file for a shell");

/** Where the program text of a shell comes from. */
interface ShellWords {
  readonly effects: readonly Effect[];
  /** The text behind `-c`. */
  readonly text: Word | null;
  /** Words that are left: `$0` and so on after `-c`, else the file and its arguments. */
  readonly rest: readonly Word[];
  readonly isStandardInput: boolean;
}

/** Bash, dash, zsh, ksh: clusters with `-` and `+`, `-o name`, `-O name`, long options first. */
function readShellWords(args: readonly Word[]): ShellWords {
  const effects: Effect[] = [];
  let isCommand = false;
  let isStandardInput = false;
  let index = 0;
  while (index < args.length) {
    const word = args[index] as Word;
    const known = literalPrefix(word);
    const text = literalText(word);
    if (
      text === null &&
      (known === ""
        ? mayBeOption(word) && word.some((piece) => piece.kind === "unknown" && piece.isSplit)
        : /^[-+]/.test(known))
    ) {
      effects.push(computed);
      break;
    }
    if (!/^[-+]/.test(known)) break;
    index++;
    if (text === "-" || text === "--") break;
    if (/^--(?:rcfile|init-file|init-command)/.test(known)) {
      effects.push(startupFile);
      if (!known.includes("=")) index++;
    } else if (known.startsWith("--")) {
      if (text === "--command") isCommand = true;
      else if (!MODES.test(known)) effects.push(askNote("command.option", "an option of a shell is unknown"));
    } else if (!MODES.test(known) || !/^-[a-z]{5,}$/.test(known)) {
      for (const letter of known.slice(1)) {
        if (letter === "c") isCommand = true;
        else if (letter === "s") isStandardInput = true;
        else if (letter === "i") effects.push(interactiveAsk);
        else if (letter === "o" || letter === "O") index++;
      }
    }
  }
  const rest = args.slice(index);
  if (!isCommand) return { effects, text: null, rest, isStandardInput };
  if (rest[0] === undefined) effects.push(askNote("command.option", "a shell lacks its text"));
  return { effects, text: rest[0] ?? null, rest: rest.slice(1), isStandardInput };
}

const shell: Program = (call) => {
  if (isProbe(call.args, VERSION)) return [];
  const words = readShellWords(call.args);
  if (words.text !== null) return [...words.effects, { kind: "script", text: words.text, positional: words.rest }];
  const file = words.isStandardInput ? undefined : words.rest[0];
  if (file === undefined) return [...words.effects, ...fromStandardInput(call)];
  return [...words.effects, shellFile(file), ...argumentPaths(words.rest.slice(1))];
};

function fromStandardInput(call: Call): readonly Effect[] {
  return call.input.kind === "inherited" ? [interactiveAsk] : [{ kind: "shellInput", operand: null }];
}

/** A script by name; a descriptor or a substitution is text that arrives. */
function shellFile(file: Word): Effect {
  const text = literalText(file);
  const isStream =
    file.some((piece) => piece.kind === "process") || (text !== null && /^\/(?:dev\/(?:stdin|fd\/)|proc\/)/.test(text));
  return isStream ? { kind: "shellInput", operand: file } : { kind: "codeFile", operand: file };
}

/** Shells with a grammar of their own: what they are given is judged as shell text and as an unknown language. */
const otherShell: Program = (call) => {
  if (isProbe(call.args, VERSION)) return [];
  const [flag, text, ...rest] = call.args;
  const known = literalText(flag ?? []);
  if (
    known !== null &&
    /^-{1,2}(?:[a-zA-Z]*c|C|command|init-command|EncodedCommand|e|ec|enc\w*|Command)$/i.test(known)
  ) {
    const encoded = /^-{1,2}e/i.test(known) ? [denyNote("command.dynamic", "the text of a shell is encoded")] : [];
    return [
      foreign,
      ...encoded,
      { kind: "code", language: call.name, text: text ?? null },
      { kind: "script", text: text ?? [], positional: rest },
    ];
  }
  const words = readShellWords(call.args);
  const file = words.rest[0];
  return [...words.effects, ...(file === undefined ? fromStandardInput(call) : [shellFile(file)])];
};
const foreign = denyNote("command.other_shell", "text for a shell whose grammar is not Bash's");

/** `source file`, `. file`. */
const source: Program = ({ args }) => {
  const words = literalText(args[0] ?? []) === "--" ? args.slice(1) : args;
  const file = words[0];
  if (file === undefined) return [];
  const isStream = file.some((piece) => piece.kind === "process");
  if (!isStream && literalText(file) === null)
    return [denyNote("command.dynamic", "the name of a sourced file is computed")];
  return [shellFile(file)];
};

/** Near to Bash, but with expansions and modules of their own: their text is read as Bash, and refused all the same. */
const nearShell: Program = (call) => {
  if (isProbe(call.args, VERSION)) return [];
  const isModule = call.args.some((word) =>
    /\b(?:zmodload|ztcp|zsocket|zpty|zselect|syswrite)\b/.test(literalText(word) ?? ""),
  );
  return [
    readShellWords(call.args).text === null
      ? askNote("command.other_shell", "a shell whose grammar is not Bash's")
      : foreign,
    ...(isModule ? [execDeny("loads a module of a shell")] : []),
    ...shell(call),
  ];
};

export const shells: readonly (readonly [string, Program])[] = [
  ...named("bash sh dash ash rbash bash5 sh.distrib static-sh bash-static", shell),
  ...named("zsh ksh ksh93 mksh lksh pdksh oksh loksh rzsh rksh yash posh hush sash zsh-static", nearShell),
  ...named(
    "fish csh tcsh elvish nu xonsh pwsh powershell powershell.exe rc es ion oil osh ysh murex cmd cmd.exe",
    otherShell,
  ),
  ...named("source .", source),
];
