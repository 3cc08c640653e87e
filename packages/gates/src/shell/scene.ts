import type { ShellSetting } from "./expansion-context.ts";
import type { Input, Invocation, Span } from "./invocation.ts";
import type { FunctionBody, ShellState, Variable } from "./shell-state.ts";
import type { Word } from "./word.ts";

/** Something that the shell part decides itself. `changes`: it is no longer certain that nothing is changed. */
export interface ShellFinding {
  readonly verdict: "ask" | "deny";
  readonly code: string;
  /** For people; repeats no part of the text. */
  readonly reason: string;
  readonly changes: boolean;
  readonly span: Span;
}

/** What interpretation tells and asks. */
export interface ShellHost {
  /** Every simple command, in order, before its effect on the shell's state. */
  command(invocation: Invocation, run: Runner): void;
  finding(finding: ShellFinding): void;
  /** Fields that no simple command has, but whose patterns are looked up: words of a loop, elements of an array. */
  patterns?(words: readonly Word[], place: Pick<Invocation, "cwd" | "span">): void;
  /** Below which directories everything lies that these commands print; null where they print more than names. */
  listed?(from: readonly Invocation[]): readonly Word[] | null;
}

/** Lets the host follow what a program would start, with directory and variables as at that command. */
export interface Runner {
  /** `bash -c text name arguments`: a new shell. `positional` begins with its `$0`. */
  script(text: string, positional: readonly Word[], input: Input): void;
  /** One more simple command: comes back to the host as an Invocation. Functions and builtins of the shell do not count. */
  words(
    words: readonly Word[],
    changes: {
      readonly assignments?: Invocation["assignments"];
      readonly input?: Input;
      readonly cwd?: readonly (string | null)[];
    },
  ): void;
}

/** Where in the walk we are: one shell or a part of it with its own input. */
export interface Scene {
  readonly walk: Walk;
  readonly state: ShellState;
  readonly input: Input;
  /** Gets every command whose output goes where this scene's output goes. */
  readonly output: Invocation[];
  readonly isBackground: boolean;
  /** Of the command whose text is read: positions in that text say nothing about the outermost one. */
  readonly fixedSpan: Span | null;
  readonly calls: readonly FunctionBody[];
  /** Names that `local` made in the function that runs, with what they were before in its layer. */
  readonly locals: Map<string, Variable | undefined> | null;
  /** How many scripts enclose this one (`bash -c`, find -exec). */
  readonly depth: number;
}

const INVOCATIONS_MAX = 2000;
const STEPS_MAX = 10_000;
/** What values may add up to, each use counted. */
const CHARACTERS_MAX = 512 * 1024;

/** What one interpretation shares: the host, and how much work is left. */
export class Walk {
  readonly host: ShellHost;
  readonly setting: ShellSetting;
  readonly hasExtendedGlobs: boolean;
  private invocations = 0;
  private steps = 0;
  private characters = 0;
  private isExhausted = false;

  constructor(host: ShellHost, setting: ShellSetting, hasExtendedGlobs: boolean) {
    this.host = host;
    this.setting = setting;
    this.hasExtendedGlobs = hasExtendedGlobs;
  }

  /** false once too much was done; the whole command is then refused. */
  step(span: Span): boolean {
    return this.count(++this.steps > STEPS_MAX, span);
  }

  countInvocation(span: Span): boolean {
    return this.count(++this.invocations > INVOCATIONS_MAX, span);
  }

  /** false once expansions made too much text in all. */
  spend(characters: number): boolean {
    this.characters += characters;
    return this.characters <= CHARACTERS_MAX;
  }

  deny(code: string, reason: string, span: Span): void {
    this.host.finding({ verdict: "deny", code, reason, changes: true, span });
  }

  ask(code: string, reason: string, span: Span): void {
    this.host.finding({ verdict: "ask", code, reason, changes: true, span });
  }

  /** Refuses the whole command and ends the walk: nothing that follows could change the verdict. */
  giveUp(reason: string, span: Span): void {
    if (!this.isExhausted) this.deny("command.too_complex", reason, span);
    this.isExhausted = true;
  }

  private count(isTooMany: boolean, span: Span): boolean {
    if (isTooMany) this.giveUp("the command does more than can be judged", span);
    return !this.isExhausted;
  }
}

/** A copy of the shell: what changes in there stays there, `local` included. */
export function subshell(scene: Scene, changes: Partial<Scene> = {}): Scene {
  return {
    ...scene,
    state: scene.state.fork(),
    locals: scene.locals === null ? null : new Map(scene.locals),
    ...changes,
  };
}

export const spanOf = (node: Span, scene: Scene): Span => scene.fixedSpan ?? { pos: node.pos, end: node.end };
