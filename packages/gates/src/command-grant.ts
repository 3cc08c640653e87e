import { hostOfCommand } from "./command-host.ts";
import { redactText } from "./redact-text.ts";

/**
 * The words of one simple command as it runs, quotes gone. Variables set for it alone stand in front as `NAME=value`, and
 * a program that was named by its path is named so here: neither is the program that a prefix speaks of. Null is a word that
 * only the run decides; nothing can be consented to about it.
 */
export type CommandWords = readonly (string | null)[];

interface Prefix {
  /** Options that change nothing about what the prefix says. All others (`--force`, `--exec`, `-c`) are outside it. */
  readonly flags: ReadonlySet<string>;
  readonly operand: (operand: string, position: number) => boolean;
}

const flags = (text: string): ReadonlySet<string> => new Set(text.split(" "));
/** A configured remote by its name, then branches: no address, no path, no `+` (force), no `:` (deletes or renames). */
const remoteThenBranches = (operand: string, position: number): boolean =>
  position === 0 ? /^[A-Za-z0-9][\w-]*$/.test(operand) : /^[A-Za-z0-9][\w/.-]*$/.test(operand);
const inProject = (operand: string): boolean => /^[\w.][\w./-]*$/.test(operand) && !/(^|\/)\.\.(\/|$)/.test(operand);
const name = (operand: string): boolean => /^[A-Za-z_][\w:-]*$/.test(operand);

const CARGO: Prefix = {
  flags: flags("--release --workspace --all --all-targets --lib --bins --locked --offline --quiet --verbose -q -v"),
  operand: name,
};
const GO: Prefix = { flags: flags("-v -race -short"), operand: (operand) => /^\.\/[\w./-]*$/.test(operand) };

/**
 * What an "always" may cover beyond the one command that was asked for: these and no others. Every program that runs what its
 * arguments say (interpreters, wrappers, task runners) is missing on purpose, and so is every one that nobody looked at: an
 * unknown program may be a wrapper. For those the exact text is granted.
 */
const PREFIXES: Readonly<Record<string, Prefix>> = {
  "git push": {
    flags: flags("-u --set-upstream --tags --follow-tags --dry-run -n --atomic --porcelain -q --quiet -v --verbose"),
    operand: remoteThenBranches,
  },
  "git fetch": { flags: flags("--all -t --tags --unshallow -q --quiet -v --verbose"), operand: remoteThenBranches },
  "git pull": {
    flags: flags("--rebase --no-rebase --ff --ff-only --no-ff --autostash -t --tags -q --quiet -v --verbose"),
    operand: remoteThenBranches,
  },
  "git add": { flags: flags("-A --all -u --update -n --dry-run -v --verbose"), operand: inProject },
  "cargo build": CARGO,
  "cargo check": CARGO,
  "cargo test": CARGO,
  "cargo clippy": CARGO,
  "go build": GO,
  "go test": GO,
  "go vet": GO,
};

/** A longer text is confirmed each time: nobody recognises it in a list of consents. */
const TEXT_LENGTH_MAX = 500;
const UNREADABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * The consents that would cover this command, the broadest first: its host (`domain(example.com)`) or the shortest safe prefix
 * (`command(git push *)`), then the exact text (`command(npm test)`). Empty when nothing can be kept: control or format
 * characters, secrets, no program.
 */
export function grantsForCommand(command: CommandWords): string[] {
  const words = command.filter((word) => word !== null);
  if (words.length < command.length) return [];
  const text = canonicalCommand(words);
  if (text === "" || text.length > TEXT_LENGTH_MAX || UNREADABLE.test(text) || redactText(text).text !== text)
    return [];
  const host = hostOfCommand(words);
  const prefix = safePrefix(words);
  return [
    ...(host === null ? [] : [`domain(${host})`]),
    ...(prefix === null ? [] : [`command(${prefix} *)`]),
    `command(${text})`,
  ];
}

/** A consent covers exactly the commands that would have asked for it, so that no text in the store is a broader one. */
export const coversCommand = (grant: string, words: CommandWords): boolean => grantsForCommand(words).includes(grant);

/** Whether this can be kept for a caller: a prefix of the table, or one exact command in its canonical writing. */
export function isCommandGrant(grant: string): boolean {
  const text = /^command\((.+)\)$/.exec(grant)?.[1];
  if (text === undefined) return false;
  if (text.endsWith(" *")) return Object.hasOwn(PREFIXES, text.slice(0, -2));
  const words = wordsOf(text);
  return words !== null && grantsForCommand(words).includes(grant);
}

/** Words that the shell could read as more than themselves are quoted, so a bare `*` is a prefix's and nothing else's. */
export function canonicalCommand(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(" ");
}

function safePrefix([program = "", subcommand = "", ...rest]: readonly string[]): string | null {
  const prefix = `${program} ${subcommand}`;
  const known = Object.hasOwn(PREFIXES, prefix) ? PREFIXES[prefix] : undefined;
  if (known === undefined) return null;
  const operands = rest.filter((word) => !known.flags.has(word));
  // Whatever else begins with a dash, `--` too, is no operand of any kind.
  return operands.every((word, at) => !word.startsWith("-") && known.operand(word, at)) ? prefix : null;
}

/** The reverse of canonicalCommand; null for a text that it does not write. */
function wordsOf(text: string): string[] | null {
  const words = [...text.matchAll(/(?:[\w@%+=:,./-]|'[^']*'|\\')+/g)].map(([word]) =>
    word.replaceAll("\\'", "\0").replaceAll("'", "").replaceAll("\0", "'"),
  );
  return canonicalCommand(words) === text ? words : null;
}
