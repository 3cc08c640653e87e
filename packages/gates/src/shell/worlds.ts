import type { CommandExpansionPart, ProcessSubstitutionPart } from "unbash";
import { assignVariable } from "./assign-variable.ts";
import { UnreadableWord } from "./atoms.ts";
import { TooManyWords } from "./braces.ts";
import type { ExpansionContext, ShellSetting } from "./expansion-context.ts";
import type { Invocation, Span } from "./invocation.ts";
import type { Scene } from "./scene.ts";
import type { ShellState, Value } from "./shell-state.ts";
import { type SubstitutionResult, walkSubstitution } from "./substitution.ts";
import type { Piece } from "./word.ts";

/** More combinations than this become one with unknown values. */
const WORLDS_MAX = 128;

/** One way the values of a command's variables may be, and what expanding the command does then. */
export class World implements ExpansionContext {
  readonly state: ShellState;
  readonly setting: ShellSetting;
  readonly hasExtendedGlobs: boolean;
  readonly isCollapsed: boolean;
  readonly scene: Scene;
  readonly span: Span;
  /** Commands of the `<(…)`s so far, and `>(…)`s that are walked once their command is known. */
  readonly readers: Invocation[][] = [];
  readonly writers: ProcessSubstitutionPart[] = [];
  private readonly choices: Choices;
  private readonly known: Map<object, SubstitutionResult>;

  constructor(
    scene: Scene,
    span: Span,
    choices: Choices,
    known: Map<object, SubstitutionResult>,
    isCollapsed: boolean,
  ) {
    this.isCollapsed = isCollapsed;
    this.scene = scene;
    this.state = scene.state.fork();
    this.setting = scene.walk.setting;
    this.hasExtendedGlobs = scene.walk.hasExtendedGlobs;
    this.span = span;
    this.choices = choices;
    this.known = known;
  }

  choose<T>(options: readonly T[], key: object = options): T {
    return options.length === 1 ? options[0]! : options[this.choices.pick(key, options.length)]!;
  }

  substitute(part: CommandExpansionPart | ProcessSubstitutionPart): Piece {
    if (part.type === "ProcessSubstitution" && part.operator === ">") {
      if (!this.known.has(part)) this.writers.push(part);
      this.known.set(part, { piece: { kind: "process", operator: ">" }, from: [] });
      return { kind: "process", operator: ">" };
    }
    let result = this.known.get(part);
    if (result === undefined) {
      result = walkSubstitution(part, { ...this.scene, state: this.state });
      this.known.set(part, result);
    }
    if (result.piece.kind === "process") this.readers.push(result.from);
    return result.piece;
  }

  assign(name: string, value: Value): void {
    assignVariable(name, [value], this);
  }

  spend(characters: number): void {
    if (!this.scene.walk.spend(characters)) throw new TooManyWords("expansions make too much text");
  }

  deny(code: string, reason: string): void {
    this.scene.walk.deny(code, reason, this.span);
  }

  ask(code: string, reason: string): void {
    this.scene.walk.ask(code, reason, this.span);
  }
}

/**
 * Expands something once for each combination of the values in it. What a variable is, it is throughout one world. Each
 * `use` works on its own fork of the state; `settle` merges them.
 */
export function inEveryWorld<Result>(
  scene: Scene,
  span: Span,
  use: (world: World) => Result,
): { readonly results: readonly Result[]; readonly worlds: readonly World[] } {
  let choices = new Choices();
  const known = new Map<object, SubstitutionResult>();
  const results: Result[] = [];
  const worlds: World[] = [];
  let isCollapsed = false;
  for (;;) {
    const world = new World(scene, span, choices, known, isCollapsed);
    try {
      results.push(use(world));
      worlds.push(world);
    } catch (error) {
      if (error instanceof UnreadableWord)
        world.deny("command.unreadable", "a word that cannot be read with certainty");
      else if (error instanceof TooManyWords) scene.walk.giveUp("a word that becomes too many", span);
      else throw error;
      break;
    }
    if (worlds.length >= 2 * WORLDS_MAX) {
      scene.walk.giveUp("the values of variables combine in too many ways", span);
      break;
    }
    if (worlds.length >= WORLDS_MAX && !isCollapsed) {
      // Those so far stand; one more, where what has several values is unknown, stands for all the others.
      isCollapsed = true;
      choices = new Choices();
      continue;
    }
    if (!choices.advance()) break;
  }
  return { results, worlds };
}

/** The state after all worlds. */
export function settle(scene: Scene, worlds: readonly { readonly state: ShellState }[]): void {
  if (worlds.length === 1) scene.state.absorb(worlds[0]!.state);
  else if (worlds.length > 1)
    scene.state.merge(
      worlds.map((world) => world.state),
      true,
    );
}

/** Counts through all combinations, as an odometer that grows a wheel when a new choice comes up. */
class Choices {
  private readonly wheels = new Map<object, { index: number; readonly size: number }>();

  pick(key: object, size: number): number {
    const wheel = this.wheels.get(key);
    if (wheel !== undefined) return wheel.index;
    this.wheels.set(key, { index: 0, size });
    return 0;
  }

  /** false after the last combination. */
  advance(): boolean {
    for (const [key, wheel] of [...this.wheels].reverse()) {
      if (wheel.index + 1 < wheel.size) {
        wheel.index++;
        return true;
      }
      // Later choices may depend on earlier ones: they come up anew.
      this.wheels.delete(key);
    }
    return false;
  }
}
