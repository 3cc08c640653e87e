import { dropPrefix, joinWords, literalPrefix, literalText, textWord, type Word } from "../shell/word.ts";
import { gitConfig, isHarmlessKey } from "./git-config.ts";
import { gitLocal } from "./git-local.ts";
import { gitReading } from "./git-read.ts";
import { gitRemote } from "./git-remote.ts";
import { gitExec } from "./git-words.ts";
import { askNote, denyNote, type Effect, type Program } from "./program.ts";

const SUBCOMMANDS: ReadonlyMap<string, Program> = new Map([
  ...gitReading,
  ...gitLocal,
  ...gitRemote,
  ["config", gitConfig],
]);

/** Options before the subcommand that only shape the output or how pathspecs are read. */
const FLAGS = new Set(
  "-p --paginate -P --no-pager --no-replace-objects --no-lazy-fetch --no-optional-locks --no-advice --bare --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs".split(
    " ",
  ),
);
/** Options that print something and end. */
const PRINTING = new Set("--version -v --help -h --exec-path --html-path --man-path --info-path".split(" "));

const elsewhere = askNote("command.git_repository", "names another repository");

interface Start {
  readonly effects: readonly Effect[];
  readonly base: Word | null;
  /** The subcommand and its arguments. */
  readonly words: readonly Word[];
  readonly isPrinting: boolean;
}

/** Git's own options: in order, not abbreviated, values attached by `=` or separate. */
function readStart(args: readonly Word[]): Start {
  const effects: Effect[] = [];
  let base: Word | null = null;
  let index = 0;
  for (; index < args.length; index++) {
    const word = args[index] as Word;
    const known = literalPrefix(word);
    const text = literalText(word);
    if (!known.startsWith("-")) break;
    if (text !== null && PRINTING.has(text)) return { effects, base, words: args.slice(index + 1), isPrinting: true };
    if (text !== null && FLAGS.has(text)) continue;
    const equals = known.indexOf("=");
    const name = equals < 0 ? known : known.slice(0, equals);
    const value = () => (equals < 0 ? (args[++index] ?? []) : dropPrefix(word, equals + 1));
    if (name === "-C") {
      const directory = value();
      base =
        base === null || literalPrefix(directory).startsWith("/")
          ? directory
          : joinWords(base, textWord("/"), directory);
      effects.push({ kind: "enter", operand: base });
    } else if (text === "-c") effects.push(...setting(value()));
    else if (/^-c./.test(known)) effects.push(gitExec);
    else if (name === "--git-dir" || name === "--work-tree")
      effects.push(elsewhere, { kind: "read", operand: value() });
    else if (name === "--namespace" || name === "--attr-source" || name === "--list-cmds") value();
    else
      effects.push(
        name === "--exec-path" || name === "--config-env"
          ? gitExec
          : askNote("command.option", "an option of Git is unknown"),
      );
  }
  return { effects, base, words: args.slice(index), isPrinting: false };
}

/** `-c key=value`: the same keys as `git config` may set. */
function setting(word: Word): readonly Effect[] {
  const key = literalPrefix(word).split("=", 1)[0] ?? "";
  const isWhole = literalText(word) !== null || literalPrefix(word).includes("=");
  return isWhole && isHarmlessKey(textWord(key)) ? [] : [gitExec];
}

export const git: Program = (call) => {
  const { effects, base, words, isPrinting } = readStart(call.args);
  if (isPrinting) return words.length === 0 ? effects : [...effects, askNote("command.git_help", "opens a manual")];
  const [first, ...args] = words;
  if (first === undefined) return effects;
  const subcommand = literalText(first);
  if (subcommand === null) return [...effects, denyNote("command.dynamic", "the command of Git is computed")];
  const program = SUBCOMMANDS.get(subcommand);
  if (args.some((word) => literalText(word) === "--help"))
    return [...effects, askNote("command.git_help", "opens a manual")];
  if (program === undefined)
    return [...effects, askNote("command.git_unknown", "a command of Git that is not known, or an alias")];
  const own = program({ name: `git ${subcommand}`, args, input: call.input });
  return [...effects, ...(base === null ? own : own.map((effect) => below(effect, base)))];
};

/** Paths of the subcommand start at the directory of `-C`. */
function below(effect: Effect, base: Word): Effect {
  return effect.kind === "read" || effect.kind === "write" ? { ...effect, base } : effect;
}
