import { isInsideAny, withoutTrailingSlashes } from "../lexical-path.ts";
import type { Invocation, Redirection } from "../shell/invocation.ts";
import { hasGlob, literalPrefix, literalText, textWord, type Word } from "../shell/word.ts";
import type { Finding } from "./finding.ts";
import { judgeReach, type OperandUse } from "./judge-operand.ts";
import type { Judged, JudgeState } from "./judge-state.ts";
import { operandReaches, type Reach } from "./operand-path.ts";

export interface OperandOptions {
  readonly base?: Word | undefined;
  readonly isNarrowed?: boolean | undefined;
  /** Only what is denied counts: for words that merely look like paths. */
  readonly isGuess?: boolean;
}

/** Layer 2: judges one operand in every reading, and remembers what the worker has to look at. */
export function judgeOperand(
  state: JudgeState,
  judged: Judged,
  operand: Word,
  use: OperandUse,
  options: OperandOptions = {},
): readonly Reach[] {
  const { cwd, span } = judged.invocation;
  for (const printed of printedWords(operand)) judgeOperand(state, judged, printed, use, { ...options, isGuess: true });
  const reaches = operandReaches(operand, cwd, state.pathSetting, options.base);
  if (climbsFromPattern(operand) && !options.isGuess)
    state.add({ ...CLIMBS, changes: use !== "read" && use !== "enter" }, span);
  const isDot = use === "delete" && options.isNarrowed === undefined && namesItself(operand);
  for (const reach of reaches) {
    const said = judgeReach(isDot ? { ...reach, isRoot: true } : reach, use, options.isNarrowed);
    if (said !== null && !(options.isGuess && said.verdict !== "deny")) state.add({ ...said, layer: "paths" }, span);
    if (reach.isSecret && use !== "write") judged.facts.readsSecret = true;
    if (options.isGuess || reach.place === "stream") continue;
    if (use === "enter") rememberDirectory(state, reach, cwd.includes(null));
    if (use === "write" || use === "delete" || use === "move" || use === "link") state.changes = true;
    const isSearch = use === "delete" && options.isNarrowed !== undefined;
    // Of what a search deletes only the starting point is known: it is looked at, and what is below it must be writable.
    if (isSearch && reach.place === "inside" && reach.path !== null) state.written.add(reach.path);
    else if (isSearch) state.hasUnplacedChange = true;
    remember(state, judged, reach, isSearch ? "read" : use);
  }
  if (use === "write" && hasGlob(operand) && reaches.every(({ place }) => place === "inside") && reaches.length > 1)
    state.hasUnplacedChange = true;
  return reaches;
}

const CLIMBS: Omit<Finding, "span" | "changes"> = {
  verdict: "ask",
  layer: "paths",
  code: "command.unresolved",
  reason: "what a pattern finds may be a link, and `..` behind it leads to where nobody knows",
};

/** A path with `..` somewhere behind a pattern: the worker, which looks where links lead, cannot know of those. */
function climbsFromPattern(operand: Word): boolean {
  const behind = operand.slice(operand.findIndex((piece) => piece.kind === "glob"));
  const text = behind.map((piece) => (piece.kind === "text" ? piece.text : "x")).join("");
  return hasGlob(operand) && text.split("/").includes("..", 1);
}

/** The operand with what its substitutions print in their places; unquoted, it may be several. */
function printedWords(operand: Word): readonly Word[] {
  if (!operand.some((piece) => piece.kind === "unknown" && piece.printed !== undefined)) return [];
  const whole = operand.map((piece) =>
    piece.kind === "unknown" && piece.printed !== undefined ? ({ kind: "text", text: piece.printed } as const) : piece,
  );
  const text = literalText(whole);
  return text === null || !/\s/.test(text) ? [whole] : [whole, ...text.trim().split(/\s+/).slice(0, 64).map(textWord)];
}

/**
 * A pattern that is only data (`echo /etc/*`, the words of a loop) still reads the directory that it stands in. That one is
 * judged, and nothing of what the pattern may match: names alone are printed.
 */
export function judgePattern(state: JudgeState, word: Word, { cwd, span }: Pick<Invocation, "cwd" | "span">): void {
  const known = literalPrefix(word);
  const climbs = word.some((piece) => piece.kind === "text" && /(?:^|\/)\.\.\//.test(piece.text));
  const directory = climbs ? word : textWord(known.slice(0, known.lastIndexOf("/") + 1));
  if (directory.length === 0) return;
  for (const reach of operandReaches(directory, cwd, state.pathSetting)) {
    const said = judgeReach(reach, "read");
    if (said?.verdict === "deny") state.add({ ...said, layer: "paths" }, span);
  }
}

/** Where a working directory that the shell layer calls unknown lies; a second step from there is not followed. */
function rememberDirectory(state: JudgeState, { path, place, below, isListed }: Reach, wasLost: boolean): void {
  if (path !== null && !wasLost) return;
  if (path === null && place === "inside" && below !== null && !isListed && !wasLost) state.lostBelow?.add(below);
  else state.lostBelow = null;
}

/** `rm -r .`, `rm -r sub/..`: what the last component names is not said. */
function namesItself(operand: Word): boolean {
  const text = literalText(operand);
  return text !== null && /(?:^|\/)\.{1,2}\/*$/.test(text);
}

function remember(state: JudgeState, judged: Judged, reach: Reach, use: OperandUse): void {
  const isChange = use === "write" || use === "delete" || use === "move" || use === "link";
  if (reach.place !== "inside" || reach.path === null) {
    if (isChange) state.hasUnplacedChange = true;
    // Names that a pattern or a listing gives: of them the directory can be looked at.
    if (reach.place === "inside" && reach.below !== null && reach.below !== "/")
      state.addPath({ path: reach.below, use: "read", isMade: state.made.has(reach.below) }, judged.invocation.span);
    return;
  }
  if (isChange) state.written.add(reach.path);
  if (use !== "link") {
    const isMade = state.made.has(reach.path) || isInsideAny(reach.path, state.unpacked);
    const kept = use === "send" ? "read" : use;
    state.addPath({ path: reach.given ?? reach.path, use: kept, isMade }, judged.invocation.span);
  }
  if (use === "write") state.made.add(reach.path);
}

/** Whether the file's content comes from this very text: put together, downloaded or unpacked by it. */
export function isAssembled(state: JudgeState, reach: Reach): boolean {
  const path = reach.path ?? reach.below;
  if (path === null) return state.assembled.size > 0 || state.unpacked.size > 0;
  return (
    state.assembled.has(path) ||
    isInsideAny(path, state.unpacked) ||
    (reach.path === null && [...state.assembled].some((file) => file.startsWith(`${path}/`)))
  );
}

/** Redirections are operands too. What a command writes by them is text that it has put together. */
export function judgeRedirections(state: JudgeState, judged: Judged): void {
  for (const redirection of judged.invocation.redirections) {
    const { target } = redirection;
    if (target === null || isDuplicate(redirection)) continue;
    if (redirection.operator === "<") {
      judgeOperand(state, judged, target, "read");
      continue;
    }
    if (hasGlob(target))
      state.add(
        {
          verdict: "ask",
          layer: "paths",
          code: "command.unresolved",
          reason: "a redirection to a pattern",
          changes: true,
        },
        judged.invocation.span,
      );
    for (const reach of judgeOperand(state, judged, target, "write"))
      if (reach.path !== null && reach.place === "inside") state.assemble(reach.path);
  }
}

function isDuplicate({ operator, target }: Redirection): boolean {
  if (operator !== ">&" && operator !== "<&") return false;
  return /^(?:[0-9]+-?|-)$/.test(literalText(target ?? []) ?? "");
}

const STANDARD_INPUT = new Set(["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"]);
export const isStandardInput = (word: Word): boolean => STANDARD_INPUT.has(literalText(word) ?? "");

/** Remembers a link so that later paths through it are followed. */
export function rememberLink(
  state: JudgeState,
  judged: Judged,
  { operand, link }: { readonly operand: Word; readonly link: Word | null },
  base: Word | undefined,
): void {
  const name = withoutTrailingSlashes(literalText(operand) ?? "")
    .split("/")
    .at(-1);
  const to = operandReaches(operand, judged.invocation.cwd, state.pathSetting, base)[0]?.path;
  const from = operandReaches(link ?? textWord(name ?? "."), judged.invocation.cwd, state.pathSetting)[0]?.path;
  if (!to || !from) return;
  state.links.set(from, to);
  // `ln -s target directory` puts the link inside when the directory exists.
  if (link !== null && name) state.links.set(`${from}/${name}`, to);
}
