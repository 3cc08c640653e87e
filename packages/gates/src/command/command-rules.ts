import { matchesWildcard, mayMatchWildcard } from "../wildcard.ts";
import { analyseCommand } from "./analyse-command.ts";
import { ACCOUNT, type CanonicalCommand } from "./analysis.ts";

/**
 * Layer 5: `command(git push *)` against one simple command as its words joined by blanks. A `*` behind a blank at the end
 * stands for no further word, too. `surely`: no word is unknown. `possibly`: some value of the unknown words would match.
 */
export function matchesCommand(pattern: string, words: CanonicalCommand, how: "surely" | "possibly"): boolean {
  const patterns = pattern.endsWith(" *") ? [pattern, pattern.slice(0, -2)] : [pattern];
  const readings = how === "surely" ? [words] : withoutGlobalOptions(words);
  return readings.some((reading) => patterns.some((each) => matchesWords(each, reading, how)));
}

function matchesWords(pattern: string, words: CanonicalCommand, how: "surely" | "possibly"): boolean {
  const known = words.filter((word) => word !== null);
  if (known.length === words.length) return matchesWildcard(pattern, known.join(" "));
  return how === "possibly" && mayMatchWildcard(pattern, piecesOf(words));
}

/** The words' text between the unknown ones: an unknown word may be any text, none included. */
function piecesOf(words: CanonicalCommand): string[] {
  const pieces = [""];
  for (const [index, word] of words.entries()) {
    const blank = index > 0 ? " " : "";
    pieces[pieces.length - 1] += blank + (word ?? "");
    if (word === null) pieces.push("");
  }
  return pieces;
}

const GIT_VALUE_OPTIONS = new Set([
  "-C",
  "-c",
  "--git-dir",
  "--work-tree",
  "--namespace",
  "--config-env",
  "--exec-path",
]);

/** `git -C x push` is `git push` to a rule that forbids it. */
function withoutGlobalOptions(words: CanonicalCommand): readonly CanonicalCommand[] {
  if (words[0] !== "git") return [words];
  let at = 1;
  while (at < words.length && (words[at] ?? "").startsWith("-")) at += GIT_VALUE_OPTIONS.has(words[at] ?? "") ? 2 : 1;
  return at === 1 ? [words] : [words, ["git", ...words.slice(at)]];
}

/** Programs that run what their arguments say: a pattern over those arguments is a pattern over everything. */
const RUNNERS =
  /^(?:python|pypy|perl|ruby|node|nodejs|deno|bun|php|lua|luajit|tclsh|wish|expect|Rscript|R|julia|guile|awk|gawk|mawk|sed|osascript|pwsh|groovy|scala|java|bash|sh|dash|ash|zsh|ksh|fish|csh|tcsh|busybox|toybox|env|xargs|parallel|find|fd|sudo|doas|su|runuser|pkexec|npx|bunx|pnpx|uvx|pipx|uv|nohup|timeout|time|nice|ionice|chrt|taskset|stdbuf|unbuffer|setsid|script|flock|watch|entr|strace|ltrace|gdb|command|builtin|exec|eval|source|\.|trap|coproc|ssh|docker|podman|kubectl|nsenter|unshare|chroot|systemd-run|at|batch|crontab|make|ninja|tmux|screen|vim?|emacs|git)[0-9.]*$/;

/** Whether an `allow` with this pattern may answer asks: it names its program, and not one that runs anything. */
export function mayLoosen(pattern: string): boolean {
  const [head = "", next = ""] = pattern.split(" ");
  if (head.includes("*")) return false;
  if (!pattern.includes("*")) return true;
  const name = head.slice(head.lastIndexOf("/") + 1);
  // `git push *` names what git does; `git *` and `git -c *` do not.
  if (name === "git" || name === "make") return /^[a-z][\w-]*$/.test(next);
  return !RUNNERS.test(name);
}

/** Whether a rule's pattern matches an example, which is shell text: for `matches` and `notMatches` of a rule. */
export function commandRuleMatches(pattern: string, example: string): boolean {
  const setting = { ...ACCOUNT, cwd: "/workspace", directories: ["/workspace", "/tmp"] };
  return analyseCommand(example, setting).commands.some((words) => matchesCommand(pattern, words, "possibly"));
}
