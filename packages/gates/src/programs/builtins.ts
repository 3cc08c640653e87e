import { literalPrefix, literalText, textWord, type Word } from "../shell/word.ts";
import { envDump, variable } from "./environment.ts";
import { type Arguments, hasOption, mayBeOption, optionTable, optionValues, parseOptions } from "./options.ts";
import { data, type Profile, profile, programs, unknownOptionNote } from "./profile.ts";
import { askNote, type Call, denyNote, type Effect, type Program } from "./program.ts";
import { testExpression, variableName } from "./test-expression.ts";

const POSIX = { isPosix: true } as const;
const names = (given: Arguments): readonly Effect[] => given.operands.flatMap(nameOf);

const jobs = askNote("command.process", "acts on background jobs");

/** The name in `name` or `name=value`. */
function nameOf(word: Word): readonly Effect[] {
  const known = literalPrefix(word);
  const equals = known.indexOf("=");
  if (equals >= 0) return variableName(textWord(known.slice(0, equals)));
  return variableName(word);
}

/** Bash's builtins, as far as they reach beyond the shell's own state (which the shell layer follows). */
export const BUILTINS: ReadonlyMap<string, Program> = programs({
  ":": words,
  true: words,
  false: words,
  echo: words,
  printf: (call) => {
    const given = parseOptions(call.args, PRINTF);
    return [
      ...(hasOption(given, "v") ? [...given.notes, ...optionValues(given, "v").flatMap(variableName)] : []),
      ...given.operands.map(data),
    ];
  },
  test: testExpression,
  "[": testExpression,
  "[[": testExpression,
  pwd: { options: "L P W", operands: "data" },
  cd: directory,
  pushd: directory,
  popd: { options: "n", operands: "data", isPosix: true },
  dirs: { options: "c l p v #", operands: "data" },
  type: { options: "a f p P t", operands: "data" },
  read: {
    options: "a= d= e i= n= N= p= r s t= u=",
    operands: names,
    on: { a: (value) => variableName(value) },
    ...POSIX,
  },
  mapfile: mapfile(),
  readarray: mapfile(),
  declare: declaration,
  typeset: declaration,
  local: declaration,
  export: declaration,
  readonly: declaration,
  unset: { options: "f v n", operands: names, ...POSIX },
  getopts: {
    options: "",
    operands: (given) => given.operands.flatMap((word, index) => (index === 1 ? variableName(word) : [data(word)])),
    ...POSIX,
  },
  set: setOptions,
  shopt: shopt,
  shift: words,
  let: (call) => call.args.flatMap(arithmeticText),
  return: words,
  break: words,
  continue: words,
  exit: words,
  times: words,
  caller: words,
  umask: unlistedUmask(),
  ulimit: (call) => [askNote("command.unlisted", "changes what the shell may use"), ...call.args.map(data)],
  wait: {
    options: "f n p=",
    operands: (given) => [jobs, ...given.operands.map(data)],
    on: { p: (value) => variableName(value) },
  },
  jobs: {
    options: "l n p r s x",
    operands: (given) => (hasOption(given, "x") ? [jobs, ...given.operands.map(data)] : given.operands.map(data)),
  },
  fg: () => [jobs],
  bg: () => [jobs],
  disown: () => [jobs],
  history: () => [askNote("command.history", "works on the shell's history")],
  fc: () => [denyNote("command.option_exec", "runs commands of the shell's history again")],
  bind: () => [denyNote("command.option_exec", "binds keys to commands")],
  complete: () => [denyNote("command.option_exec", "binds completion to commands")],
  compopt: () => [denyNote("command.option_exec", "binds completion to commands")],
  compgen: ({ args }) =>
    args.some((word) => /^-[a-zA-Z]*[CFW]/.test(literalPrefix(word)))
      ? [denyNote("command.option_exec", "runs a command for a completion")]
      : [askNote("command.unlisted", "lists completions")],
  alias: (call) =>
    call.args.some((word) => literalPrefix(word).includes("=") || literalText(word) === null)
      ? [denyNote("command.shadow", "gives a command another meaning")]
      : [],
  unalias: words,
  hash: (call) =>
    call.args.some((word) => /^-[a-z]*p/.test(literalPrefix(word)) || literalText(word) === null)
      ? [denyNote("command.shadow", "gives a command another meaning")]
      : [],
  enable: (call) =>
    call.args.length === 0 || call.args.every((word) => /^-[aps]+$/.test(literalText(word) ?? ""))
      ? []
      : [denyNote("command.shadow", "loads builtins or switches them off")],
});

const PRINTF = optionTable("v=", POSIX);
const DECLARE = optionTable("a A f F g i I l n p r t u x", POSIX);

function words(call: Call): readonly Effect[] {
  return call.args.map(data);
}

/** `cd -` and `pushd +1` name no directory. */
function directory(call: Call): readonly Effect[] {
  const given = parseOptions(call.args, DIRECTORY);
  const [target] = given.operands;
  const text = literalText(target ?? []);
  if (target === undefined || text === "-" || /^[-+]\d+$/.test(text ?? "")) return given.notes;
  return [...given.notes, { kind: "enter", operand: target }];
}
const DIRECTORY = optionTable("L P e @ n #", POSIX);

/** Listing variables with their values lists the environment; everything else is the shell's own state. */
function declaration(call: Call): readonly Effect[] {
  // `+x` takes an attribute away.
  const args = call.args.filter((word) => !/^\+[a-zA-Z]+$/.test(literalPrefix(word)));
  const given = parseOptions(args, DECLARE);
  const isNames = hasOption(given, "f", "F");
  const lists = given.operands.length === 0 && !isNames && call.name !== "local";
  const isEvaluated = hasOption(given, "n", "i");
  return [
    ...given.notes,
    ...(lists ? [envDump] : []),
    ...(isNames ? given.operands.map(data) : given.operands.flatMap(nameOf)),
    ...(hasOption(given, "p") ? given.operands.map((word) => variable(literalPrefix(word))) : []),
    ...(isEvaluated ? given.operands.flatMap(assignedValue) : []),
  ];
}

/** The value of a reference or number is read as a name or an expression. */
function assignedValue(word: Word): readonly Effect[] {
  const known = literalPrefix(word);
  return known.includes("=") ? arithmeticText(textWord(known.slice(known.indexOf("=") + 1))) : [];
}

function arithmeticText(word: Word): readonly Effect[] {
  const known = literalText(word);
  if (known === null) return [askNote("command.subscript", "an expression is not known")];
  return /\$\(|`|<\(/.test(known) ? [denyNote("command.subscript", "an expression holds a command")] : [];
}

/** Without words `set` lists every variable. */
function setOptions(call: Call): readonly Effect[] {
  if (call.args.length === 0) return [envDump];
  const effects: Effect[] = [];
  for (const [index, word] of call.args.entries()) {
    const text = literalText(word);
    if (text === "--" || text === "-") break;
    if (mayBeOption(word) || (text === null && /^[-+]/.test(literalPrefix(word)))) effects.push(unknownOptionNote);
    if (text !== null && /^[-+][abefhmnptuvxBCEHPTo]+$/.test(text)) continue;
    if (text !== null && /^[-+][a-zA-Z]*k/.test(text)) effects.push(hidesVariables);
    else if (text !== null && /^[-+]/.test(text)) effects.push(unknownOptionNote);
    else if (!/^[-+][a-zA-Z]*o$/.test(literalText(call.args[index - 1] ?? []) ?? "")) break;
    else if (!OPTION_NAMES.test(text ?? "")) effects.push(hidesVariables);
  }
  return effects;
}
const hidesVariables = denyNote("command.variable", "an option of the shell would hide what is set");
const OPTION_NAMES =
  /^(allexport|braceexpand|emacs|errexit|errtrace|functrace|hashall|histexpand|history|ignoreeof|interactive-comments|monitor|noclobber|noexec|noglob|nolog|notify|nounset|onecmd|physical|pipefail|posix|verbose|vi|xtrace)$/;

const SHOPT = optionTable("p q s u o");
const HARMLESS_SHOPT =
  /^(nullglob|globstar|dotglob|failglob|nocaseglob|nocasematch|extglob|globasciiranges|globskipdots|inherit_errexit|lastpipe|checkwinsize|execfail|xpg_echo|huponexit|compat\d+|cmdhist|histappend|direxpand|autocd|cdspell|dirspell|sourcepath|gnu_errfmt|patsub_replacement|localvar_inherit|localvar_unset|assoc_expand_once|varredir_close|errexit|pipefail|nounset|noglob)$/;
function shopt(call: Call): readonly Effect[] {
  const given = parseOptions(call.args, SHOPT);
  const isSet = hasOption(given, "s");
  return [
    ...given.notes,
    ...given.operands.flatMap((word): readonly Effect[] => {
      const name = literalText(word) ?? "?";
      if (!isSet || HARMLESS_SHOPT.test(name)) return [];
      return [
        name === "expand_aliases"
          ? denyNote("command.shadow", "lets other names replace commands")
          : askNote("command.option", "an option of the shell is unknown"),
      ];
    }),
  ];
}

function mapfile(): Profile {
  return {
    options: "d= n= O= s= t u= C=exec c=",
    operands: names,
    isPosix: true,
  };
}

function unlistedUmask(): Program {
  const umask = profile({ options: "p S", operands: "data" });
  return (call) => [
    ...umask(call),
    ...(call.args.length === 0 ? [] : [askNote("command.unlisted", "changes the rights of new files")]),
  ];
}
