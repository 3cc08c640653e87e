import type { CompoundCommand, CompoundList, Redirected } from "unbash";
import type { Input } from "./invocation.ts";
import { type Piece, textWord, unknownWord, type Word } from "./word.ts";

/** More values than this become one unknown value. */
const VALUES_MAX = 128;

/** Stands for the working directory among the names that changed; no variable has it. */
export const CWD_CHANGE = ".";
/** Functions, positional parameters and the like, which need no widening: they become "several" or unknown at once. */
export const OTHER_CHANGE = "()";

export type Value =
  | { readonly kind: "scalar"; readonly word: Word }
  /** Indexed array without holes; null when its elements are not known. */
  | { readonly kind: "array"; readonly elements: readonly Word[] | null }
  | { readonly kind: "unset" };

/** `inherited`: nothing in the text gave it a value; the environment may have. */
export type StoredValue = Value | { readonly kind: "inherited" };

/** What a name stands for: one of `values`, which branches and loops may have given it. */
export interface Variable {
  readonly values: readonly StoredValue[];
  /** `declare -i`, `-l`, `-u`, `-n` (their letters) change what an assignment means; `x`: programs get it; `r`: it keeps its value. */
  readonly attributes: string;
}

export type FunctionBody = CompoundCommand | Redirected | CompoundList;
export type Directories = readonly (string | null)[];

/** The single values that a shell has besides its variables. */
export interface Circumstances {
  readonly cwd: Directories;
  readonly oldCwd: Directories;
  /** Directories below the current one, or null when branches disagree. */
  readonly stack: readonly Directories[] | null;
  /** `$1`…; null when nothing is known of them. */
  readonly positional: readonly Word[] | null;
  /** false: the text itself was started without any, so that a default for `$1` is what counts. */
  readonly hasArguments: boolean;
  readonly name: Word;
  readonly hasLastPipe: boolean;
  /** What `exec <…` made of standard input, until a pipe or redirection says otherwise. */
  readonly stdin: Input | null;
  /** After `exit`: what follows is walked, but its effects reach nothing. */
  readonly isDead: boolean;
}

export const scalar = (word: Word): Value => ({ kind: "scalar", word });
export const scalarText = (text: string): Value => scalar(textWord(text));
export const UNSET: Value = { kind: "unset" };
export const INHERITED: StoredValue = { kind: "inherited" };

/** `$1`… as these words; null as soon as their number is open. */
export const positionalOf = (words: readonly Word[]): readonly Word[] | null =>
  words.some((word) => word.some((piece) => piece.kind === "unknown" && piece.isSplit)) ? null : words;

/** Names that the environment holds in any case, so that an assignment changes what programs get. */
const ALWAYS_EXPORTED: ReadonlySet<string> = new Set(["HOME", "USER", "LOGNAME", "PATH", "PWD", "SHELL"]);

export const NO_FUNCTION: readonly null[] = [null];

/**
 * The state of one shell. `fork` makes a layer above it that sees everything and changes only itself; what a branch did
 * is then merged into the layer below, or (a subshell) dropped.
 */
export class ShellState {
  readonly parent: ShellState | null;
  readonly variables = new Map<string, Variable>();
  readonly functions = new Map<string, readonly (FunctionBody | null)[]>();
  at: Circumstances;

  constructor(at: Circumstances, parent: ShellState | null = null) {
    this.at = at;
    this.parent = parent;
  }

  fork(): ShellState {
    return new ShellState(this.at, this);
  }

  /** Null: never assigned in this text; the environment may hold it. */
  variable(name: string): Variable | null {
    for (let state: ShellState | null = this; state !== null; state = state.parent) {
      const found = state.variables.get(name);
      if (found !== undefined) return found;
    }
    return null;
  }

  assign(name: string, values: readonly StoredValue[], attributes?: string): void {
    const kept = attributes ?? this.variable(name)?.attributes ?? "";
    this.variables.set(name, { values: limitValues(values, name), attributes: kept });
  }

  /** Makes an earlier meaning of a name possible again, beside the present one. */
  recall(name: string, earlier: Variable | null): void {
    this.variables.set(name, mergeVariables([earlier, this.variable(name)], name));
  }

  /** What a command of that name may call; null: no function. */
  functionBodies(name: string): readonly (FunctionBody | null)[] {
    for (let state: ShellState | null = this; state !== null; state = state.parent) {
      const found = state.functions.get(name);
      if (found !== undefined) return found;
    }
    return NO_FUNCTION;
  }

  /**
   * Makes this state that of a program which is a shell: of the variables only those are certain that are exported, and of
   * the functions none. Any other may be there (the environment had that name already) or not. `isWhole`: nothing that is
   * exported was taken away on the way.
   */
  becomeChild(isWhole: boolean): void {
    const variables = new Map<string, Variable>();
    const functions = new Map<string, readonly (FunctionBody | null)[]>();
    for (let state: ShellState | null = this; state !== null; state = state.parent) {
      for (const [name, variable] of state.variables) if (!variables.has(name)) variables.set(name, variable);
      for (const [name, bodies] of state.functions) if (!functions.has(name)) functions.set(name, bodies);
    }
    for (const [name, { values, attributes }] of variables) {
      const isPassed = attributes.includes("x") || ALWAYS_EXPORTED.has(name);
      // Other attributes stay behind, and so do arrays.
      const kept = values.filter(({ kind }) => kind !== "array" && kind !== "inherited");
      const isCertain = isWhole && isPassed && kept.length === values.length;
      if (name === "IFS") this.assign(name, [UNSET], "");
      else this.assign(name, isCertain ? kept : [...kept, INHERITED], isPassed ? "x" : "");
    }
    for (const [name, bodies] of functions)
      if (bodies.some((body) => body !== null)) this.functions.set(name, [...new Set([...bodies, null])]);
  }

  change(changes: Partial<Circumstances>): void {
    this.at = { ...this.at, ...changes };
  }

  /** Takes over all that a fork did which certainly ran. */
  absorb(fork: ShellState): void {
    for (const [name, variable] of fork.variables) this.variables.set(name, variable);
    for (const [name, bodies] of fork.functions) this.functions.set(name, bodies);
    this.at = fork.at;
  }

  /**
   * Takes over what forks of this state did. `isCertain`: one of them ran; else this state as it is stays possible.
   * Returns the names that may now have values which they did not have before (or CWD_CHANGE, OTHER_CHANGE).
   */
  merge(branches: readonly ShellState[], isCertain: boolean): readonly string[] {
    const alive = branches.filter((branch) => !branch.at.isDead);
    if (alive.length === 0) {
      if (isCertain && branches.length > 0) this.change({ isDead: true });
      return [];
    }
    const changed: string[] = [];
    for (const name of new Set(alive.flatMap((branch) => [...branch.variables.keys()]))) {
      const before = this.variable(name);
      const versions = alive.map((branch) => branch.variable(name));
      if (!isCertain) versions.push(before);
      const merged = mergeVariables(versions, name);
      if (before !== null && merged.values.every((value) => before.values.some((other) => isSameValue(value, other))))
        if (merged.values.length === before.values.length) continue;
      changed.push(name);
      this.variables.set(name, merged);
    }
    for (const name of new Set(alive.flatMap((branch) => [...branch.functions.keys()]))) {
      const versions = alive.flatMap((branch) => branch.functionBodies(name));
      const before = this.functionBodies(name);
      if (!isCertain) versions.push(...before);
      if (versions.some((body) => !before.includes(body))) changed.push(OTHER_CHANGE);
      this.functions.set(name, [...new Set(versions)]);
    }
    const moments = alive.map((branch) => branch.at);
    if (!isCertain) moments.push(this.at);
    const after = moments.reduce(mergeCircumstances);
    if (after.cwd.some((directory) => !this.at.cwd.includes(directory))) changed.push(CWD_CHANGE);
    if (after.positional !== this.at.positional || after.oldCwd !== this.at.oldCwd) changed.push(OTHER_CHANGE);
    this.at = after;
    return changed;
  }
}

function mergeVariables(versions: readonly (Variable | null)[], name: string): Variable {
  const values: StoredValue[] = [];
  let attributes = "";
  for (const version of versions) {
    attributes += version?.attributes ?? "";
    for (const value of version?.values ?? [INHERITED])
      if (!values.some((other) => isSameValue(other, value))) values.push(value);
  }
  return { values: limitValues(values, name), attributes: [...new Set(attributes)].join("") };
}

function mergeCircumstances(one: Circumstances, two: Circumstances): Circumstances {
  return {
    cwd: union(one.cwd, two.cwd),
    oldCwd: union(one.oldCwd, two.oldCwd),
    stack: one.stack === two.stack ? one.stack : null,
    positional: one.positional === two.positional ? one.positional : null,
    hasArguments: one.hasArguments || two.hasArguments,
    name: one.name,
    hasLastPipe: one.hasLastPipe || two.hasLastPipe,
    stdin: two.stdin ?? one.stdin,
    isDead: one.isDead && two.isDead,
  };
}

export function union(one: Directories, two: Directories): Directories {
  if (two.every((directory) => one.includes(directory))) return one;
  const all = [...new Set([...one, ...two])];
  return all.length > VALUES_MAX ? [null] : all;
}

/** Too many values become one. */
function limitValues(values: readonly StoredValue[], name: string): readonly StoredValue[] {
  if (values.length <= VALUES_MAX) return values;
  return [widened(values, name)];
}

/** One value for any of several: a number when all of them are numbers. */
export function widened(values: readonly StoredValue[], name: string): Value {
  const isNumeric = values.every((value) => value.kind === "scalar" && isNumber(value.word));
  if (values.some((value) => value.kind === "array")) return { kind: "array", elements: null };
  return scalar(unknownWord(isNumeric ? "number" : "variable", name));
}

function isNumber(word: Word): boolean {
  const [first] = word;
  if (word.length !== 1 || first === undefined) return false;
  return first.kind === "text" ? /^-?\d+$/.test(first.text) : first.kind === "unknown" && first.from === "number";
}

function isSameValue(one: StoredValue, two: StoredValue): boolean {
  if (one === two) return true;
  if (one.kind === "scalar" && two.kind === "scalar") return isSameWord(one.word, two.word);
  if (one.kind === "array" && two.kind === "array") {
    const { elements } = one;
    const others = two.elements;
    if (elements === null || others === null) return elements === others;
    return elements.length === others.length && elements.every((word, index) => isSameWord(word, others[index]!));
  }
  return one.kind === two.kind;
}

const isSameWord = (one: Word, two: Word): boolean =>
  one.length === two.length && one.every((piece, index) => isSamePiece(piece, two[index]!));

function isSameList(one: readonly Word[] | undefined, two: readonly Word[] | undefined): boolean {
  if (one === undefined || two === undefined) return one === two;
  return one.length === two.length && one.every((word, index) => isSameWord(word, two[index]!));
}

function isSamePiece(one: Piece, two: Piece): boolean {
  if (one === two) return true;
  if (one.kind === "unknown" && two.kind === "unknown")
    return (
      one.from === two.from &&
      one.name === two.name &&
      one.printed === two.printed &&
      isSameList(one.listedBelow, two.listedBelow)
    );
  return one.kind === two.kind && "text" in one && "text" in two && one.text === two.text;
}
