import { type ExpansionContext, NUMBER } from "./expansion-context.ts";
import { DEFAULT_IFS } from "./fields.ts";
import { type Directories, scalar, scalarText, UNSET, type Value, type Variable, widened } from "./shell-state.ts";
import { literalText, textWord, unknownWord, type Word } from "./word.ts";

const NUMBERS: ReadonlySet<string> = new Set(
  (
    "? $ ! UID EUID PPID RANDOM SRANDOM SECONDS LINENO EPOCHSECONDS EPOCHREALTIME BASHPID BASH_SUBSHELL SHLVL COLUMNS " +
    "LINES OPTIND HISTCMD BASH_ARGC"
  ).split(" "),
);
/** Set by the session or by Bash itself, so that a default for them need not be what counts. */
const ENVIRONMENT: ReadonlySet<string> = new Set(
  (
    "PATH SHELL TERM LANG LC_ALL LC_CTYPE DISPLAY XAUTHORITY DBUS_SESSION_BUS_ADDRESS XDG_RUNTIME_DIR HOSTNAME HOSTTYPE " +
    "MACHTYPE OSTYPE BASH BASH_VERSION BASHOPTS SHELLOPTS GROUPS DIRSTACK BASH_COMMAND BASH_EXECUTION_STRING"
  ).split(" "),
);

export const isEnvironmentName = (name: string): boolean => ENVIRONMENT.has(name);

/** The value of a parameter; null when nothing is known of it, not even whether it is set. */
export function readParameter(name: string, context: ExpansionContext): Value | null {
  const { at } = context.state;
  if (name === "@" || name === "*") return { kind: "array", elements: at.positional };
  if (name === "#") return at.positional === null ? scalar(NUMBER) : scalarText(String(at.positional.length));
  if (name === "0") return scalar(at.name);
  if (/^\d+$/.test(name)) {
    if (at.positional === null) return null;
    const word = at.positional[Number(name) - 1];
    return word === undefined ? UNSET : scalar(word);
  }
  const variable = resolveReference(name, context).variable;
  if (variable !== null) {
    if (context.isCollapsed && variable.values.length > 1) return widened(variable.values, name);
    const value = context.choose(variable.values);
    if (value.kind !== "inherited") return value;
  }
  return readBuiltIn(name, context);
}

function readBuiltIn(name: string, context: ExpansionContext): Value | null {
  if (NUMBERS.has(name)) return scalar(NUMBER);
  switch (name) {
    case "HOME":
      return scalarText(context.setting.home);
    case "USER":
    case "LOGNAME":
      return scalarText(context.setting.user);
    case "PWD":
      return scalar(chooseDirectory(context.state.at.cwd, "PWD", context));
    case "OLDPWD":
      return scalar(chooseDirectory(context.state.at.oldCwd, "OLDPWD", context));
    case "IFS":
      return scalarText(DEFAULT_IFS);
    default:
      return null;
  }
}

function chooseDirectory(directories: Directories, name: string, context: ExpansionContext): Word {
  const directory = context.isCollapsed && directories.length > 1 ? null : context.choose(directories);
  return directory === null ? unknownWord("variable", name) : textWord(directory);
}

/** Follows `declare -n`. */
export function resolveReference(
  name: string,
  context: ExpansionContext,
): { readonly name: string; readonly variable: Variable | null } {
  let current = name;
  for (let hops = 0; hops < 8; hops++) {
    const variable = context.state.variable(current);
    if (!variable?.attributes.includes("n")) return { name: current, variable };
    const [value] = variable.values;
    const target = value?.kind === "scalar" ? literalText(value.word) : null;
    if (target === null || variable.values.length > 1) return { name: current, variable };
    current = target;
  }
  return { name: current, variable: null };
}

/** IFS when its value is known, else null. */
export function fieldSeparators(context: ExpansionContext): string | null {
  const variable = context.state.variable("IFS");
  if (variable === null) return DEFAULT_IFS;
  const [value] = variable.values;
  if (variable.values.length > 1 || value === undefined) return null;
  if (value.kind === "unset") return DEFAULT_IFS;
  return value.kind === "scalar" ? literalText(value.word) : null;
}

/** `$a` of an array is its first element. */
export function asScalar(value: Value): Word | null {
  if (value.kind === "scalar") return value.word;
  if (value.kind === "unset") return null;
  return value.elements === null ? unknownWord("variable") : (value.elements[0] ?? null);
}
