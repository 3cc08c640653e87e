import type { CommandExpansionPart, ProcessSubstitutionPart } from "unbash";
import type { ShellState, Value } from "./shell-state.ts";
import { type Piece, unknownWord, type Word } from "./word.ts";

/** Where relative paths start and what `~` and `$USER` are. */
export interface ShellSetting {
  readonly cwd: string;
  readonly home: string;
  readonly user: string;
}

/** What the expansion of a word needs from whoever walks the commands. */
export interface ExpansionContext {
  readonly state: ShellState;
  readonly setting: ShellSetting;
  /** `shopt -s extglob` stands in the text. */
  readonly hasExtendedGlobs: boolean;
  /** Too many combinations: whatever has several values is taken as unknown. */
  readonly isCollapsed: boolean;
  /** One of what may be; the same one for the same key within a command. The command is expanded once for each. */
  choose<T>(options: readonly T[], key?: object): T;
  /** Walks the commands of a substitution (once); what it becomes. */
  substitute(part: CommandExpansionPart | ProcessSubstitutionPart): Piece;
  /** Every assignment goes through here, so that no form of it escapes the list of dangerous names. */
  assign(name: string, value: Value): void;
  /** Counts characters that expansions make. @throws TooManyWords past what one text may make in all. */
  spend(characters: number): void;
  deny(code: string, reason: string): void;
  ask(code: string, reason: string): void;
}

export const NUMBER: Word = unknownWord("number");
