import type { Input } from "../shell/invocation.ts";
import type { Word } from "../shell/word.ts";

/**
 * One start of one program: `args` without the command word. A profile says what the start would do (effects); whether
 * that may happen is the judge's business, so profiles know no policy and no path is judged here.
 */
export interface Call {
  /** Base name of the program. */
  readonly name: string;
  readonly args: readonly Word[];
  readonly input: Input;
}

export type Program = (call: Call) => readonly Effect[];

/**
 * What a start does. No effects at all: nothing but printing. A program whose effects are only `read`, `enter`, `data` and
 * `note`s without `changes`, and `run`s of such programs, is read-only. `base`: directory that the operand is relative to
 * (`tar -C`, `git -C`), itself relative to the working directory.
 */
export type Effect =
  /** Opens, lists or tests a file or tree. */
  | { readonly kind: "read"; readonly operand: Word; readonly base?: Word }
  /** Creates, replaces or changes a file or directory. */
  | { readonly kind: "write"; readonly operand: Word; readonly base?: Word }
  /** Removes entries. `isNarrowed`: only those that a name, path, type or age test picks below the operand. */
  | { readonly kind: "delete"; readonly operand: Word; readonly isNarrowed?: boolean; readonly base?: Word }
  /** The source of a move: gone afterwards, though not lost. */
  | { readonly kind: "move"; readonly operand: Word; readonly base?: Word }
  /** What a new link points to; must be inside as well. `isSymbolic`: relative to the link's directory, `link`. */
  | { readonly kind: "link"; readonly operand: Word; readonly link: Word | null; readonly isSymbolic: boolean }
  /** Only changes where later relative operands start (`-C`). */
  | { readonly kind: "enter"; readonly operand: Word }
  /** Is used as text: printed, compared, a pattern, a program's own mini-language. */
  | { readonly kind: "data"; readonly operand: Word }
  /** Starts another program: a wrapper's rest, `find -exec`, `xargs`. `cwd`: where, when it is not the own one. */
  | {
      readonly kind: "run";
      readonly words: readonly Word[];
      readonly assignments?: readonly { readonly name: string; readonly value: Word | null }[];
      readonly input?: Input;
      readonly cwd?: Word;
    }
  /** Shell text, with `$0`, `$1`… */
  | { readonly kind: "script"; readonly text: Word; readonly positional: readonly Word[] }
  /** Shell text that arrives on standard input, or from a file or substitution named as operand. */
  | { readonly kind: "shellInput"; readonly operand: Word | null }
  /** Program text of another language: inline, or (`text` null) on standard input. */
  | { readonly kind: "code"; readonly language: string; readonly text: Word | null }
  /** Runs a file or files of the project; null when it is not named (`make`). */
  | { readonly kind: "codeFile"; readonly operand: Word | null }
  /** Reaches another machine. `peer`: URL or host as given; `sends`: files whose content leaves, `@`-forms taken apart. */
  | { readonly kind: "connect"; readonly peer: Word | null; readonly sends?: readonly Word[] }
  /** The profile's own verdict. `changes` (default true): see Finding. */
  | {
      readonly kind: "note";
      readonly verdict: "ask" | "deny";
      readonly code: string;
      readonly reason: string;
      readonly changes?: boolean;
    };

export const askNote = (code: string, reason: string, changes = true): Effect => ({
  kind: "note",
  verdict: "ask",
  code,
  reason,
  changes,
});
export const denyNote = (code: string, reason: string, changes = true): Effect => ({
  kind: "note",
  verdict: "deny",
  code,
  reason,
  changes,
});
