import type { Word } from "./word.ts";

/** Half-open range of UTF-16 code units in the text that was given to the gate (of the outermost script). */
export interface Span {
  readonly pos: number;
  readonly end: number;
}

/**
 * One simple command as Bash would run it: words expanded, functions inlined, one invocation for each combination of
 * values that its variables may have. Nothing in it has been judged.
 */
export interface Invocation {
  /** The command word and its arguments; empty for bare assignments or redirections. */
  readonly words: readonly Word[];
  /** `NAME=value` before the command; the value of an array is null. */
  readonly assignments: readonly { readonly name: string; readonly value: Word | null }[];
  readonly redirections: readonly Redirection[];
  /** Directories that relative paths may start at: absolute and normal, or null for one that is not known. */
  readonly cwd: readonly (string | null)[];
  readonly input: Input;
  readonly isBackground: boolean;
  readonly span: Span;
}

export interface Redirection {
  /** `<<` and `<<<` carry `body`, all others `target` (a descriptor number for `>&1` is a target of digits, or `-`). */
  readonly operator: "<" | ">" | ">>" | ">|" | "<>" | "&>" | "&>>" | "<&" | ">&" | "<<" | "<<<";
  readonly descriptor: number | null;
  readonly target: Word | null;
  readonly body: Word | null;
}

/** Where standard input comes from, redirections included; the last one stands. */
export type Input =
  | { readonly kind: "inherited" }
  /** `from`: every command of the pipeline's stage before. */
  | { readonly kind: "pipe"; readonly from: readonly Invocation[] }
  | { readonly kind: "text"; readonly text: Word }
  | { readonly kind: "file"; readonly path: Word }
  /** `< <(…)`: `from`: its commands. */
  | { readonly kind: "process"; readonly from: readonly Invocation[] };
