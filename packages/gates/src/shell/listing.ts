import type { Invocation } from "./invocation.ts";
import { literalText, textWord, type Word } from "./word.ts";

/** Filters that pass names on as they are. */
const FILTERS: ReadonlySet<string> = new Set(["sort", "head", "tail", "uniq", "tac", "grep", "egrep", "fgrep", "shuf"]);
const HERE: readonly Word[] = [textWord(".")];

/**
 * Starting points below which everything lies that the commands print, when they only list names of files (`find`, `ls`,
 * `git ls-files`, `grep -l`, `rg -l`, perhaps filtered); else null. `from`: a pipeline's last stage or a substitution.
 */
export function listedBelow(from: readonly Invocation[]): readonly Word[] | null {
  const commands = from.filter((invocation) => invocation.words.length > 0);
  if (commands.length === 0) return null;
  const points: Word[] = [];
  for (const invocation of commands) {
    const below = listedBy(invocation);
    if (below === null) return null;
    points.push(...below);
  }
  return points;
}

function listedBy(invocation: Invocation): readonly Word[] | null {
  const [first, ...args] = invocation.words;
  const name = first === undefined ? null : literalText(first);
  if (name === null) return null;
  const base = name.slice(name.lastIndexOf("/") + 1);
  const texts = args.map(literalText);
  if (base === "find") return listedByFind(args, texts);
  if (base === "ls") return listedByLs(args, texts);
  if (base === "git" && texts[0] === "ls-files") return HERE;
  const isLister = texts.some(
    (text) => text === "--files-with-matches" || (text !== null && /^-[a-zA-Z]*l[a-zA-Z]*$/.test(text)),
  );
  if (base === "grep" || base === "egrep" || base === "fgrep") {
    if (isLister) return operands(args, texts).slice(1);
    if (operands(args, texts).length > 1 || texts.some((text) => text !== null && /^-[a-zA-Z]*[ocr]/.test(text)))
      return null;
    return listedThrough(invocation);
  }
  if (base === "rg") {
    const points = operands(args, texts);
    if (texts.includes("--files")) return points.length === 0 ? HERE : points;
    if (!isLister) return null;
    return points.length < 2 ? HERE : points.slice(1);
  }
  return FILTERS.has(base) && operands(args, texts).every((word) => /^\d+$/.test(literalText(word) ?? ""))
    ? listedThrough(invocation)
    : null;
}

function listedThrough({ input }: Invocation): readonly Word[] | null {
  return input.kind === "pipe" || input.kind === "process" ? listedBelow(input.from) : null;
}

/** Expressions of find that print something else than names. */
const OTHER_OUTPUT: ReadonlySet<string> = new Set(["-printf", "-exec", "-execdir", "-ok", "-okdir", "-ls"]);

function listedByFind(args: readonly Word[], texts: readonly (string | null)[]): readonly Word[] | null {
  if (texts.some((text) => text !== null && OTHER_OUTPUT.has(text))) return null;
  const points: Word[] = [];
  for (const [index, text] of texts.entries()) {
    if (text !== null && /^-[HLP]$/.test(text)) continue;
    if (text !== null && /^[-(!]/.test(text)) break;
    points.push(args[index]!);
  }
  return points.length === 0 ? HERE : points;
}

function listedByLs(args: readonly Word[], texts: readonly (string | null)[]): readonly Word[] | null {
  if (texts.some((text) => text !== null && /^-[a-zA-Z]*[lsgoniZ]/.test(text))) return null;
  // Names from inside a directory are printed without it: they are then taken as below the current one.
  return [...HERE, ...operands(args, texts)];
}

const operands = (args: readonly Word[], texts: readonly (string | null)[]): Word[] =>
  args.filter((_, index) => !texts[index]?.startsWith("-"));
