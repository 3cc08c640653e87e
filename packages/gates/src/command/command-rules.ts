import { matchesWildcard } from "../wildcard.ts";
import { analyseCommand } from "./analyse-command.ts";
import type { CanonicalCommand } from "./analysis.ts";

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
  return how === "possibly" && mayMatchPattern(pattern, words);
}

const TEXT_MAX = 4_096;

/** Whether two texts with wildcards have a text in common: the pattern's `*`, and unknown words. */
function mayMatchPattern(pattern: string, words: CanonicalCommand): boolean {
  const text: (string | null)[] = [];
  for (const [index, word] of words.entries()) {
    if (index > 0) text.push(" ");
    if (word === null) text.push(null);
    else text.push(...word);
  }
  const cut = text.length > TEXT_MAX ? [...text.slice(0, TEXT_MAX), null] : text;
  // reach[j]: the first characters of the pattern and the first j of the text can be the same.
  let reach = closed([true, ...cut.map(() => false)], cut);
  for (const char of pattern) {
    const next = reach.map(() => false);
    for (let at = 0; at < reach.length; at++) {
      if (!reach[at]) continue;
      if (char === "*") {
        for (let to = at; to < next.length; to++) next[to] = true;
        break;
      }
      if (cut[at] === null) next[at] = true;
      else if (cut[at] === char) next[at + 1] = true;
    }
    reach = closed(next, cut);
  }
  return reach.at(-1) === true;
}

/** An unknown word may be empty, so it can be passed over. */
function closed(reach: boolean[], text: readonly (string | null)[]): boolean[] {
  for (let at = 0; at < text.length; at++) if (reach[at] && text[at] === null) reach[at + 1] = true;
  return reach;
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
  const setting = { cwd: "/workspace", home: "/home/agent", user: "agent", directories: ["/workspace", "/tmp"] };
  return analyseCommand(example, setting).commands.some((words) => matchesCommand(pattern, words, "possibly"));
}
