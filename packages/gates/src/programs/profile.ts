import { literalText, type Word } from "../shell/word.ts";
import { type Arguments, type GivenOption, optionTable, parseOptions } from "./options.ts";
import { askNote, type Call, denyNote, type Effect, type Program } from "./program.ts";

/** What all operands of a program are. */
export type OperandRole = "read" | "write" | "data";

export interface Profile {
  /** See options.ts. */
  readonly options: string;
  readonly operands: OperandRole | ((given: Arguments, call: Call) => readonly Effect[]);
  /** Options that need more than their role says, by name. */
  readonly on?: Readonly<Record<string, (value: Word, given: Arguments, call: Call) => readonly Effect[]>>;
  readonly isPosix?: boolean;
  readonly isSingleDash?: boolean;
  /** An unquoted pattern as operand is worth a question: a file's name could be an option that runs a program. */
  readonly isWaryOfPatterns?: boolean;
}

/** A program whose options follow getopt. */
export function profile(spec: Profile): Program {
  const table = optionTable(spec.options, spec);
  const isSensitive = [...table.longs.values(), ...table.shorts.values()].some(
    ({ role }) => role === "exec" || role === "write" || role === "output",
  );
  return (call) => {
    const given = parseOptions(call.args, table);
    const effects: Effect[] = [...given.notes];
    if (isSensitive && given.unsure.length > 0) effects.push(unsureNote);
    if (spec.isWaryOfPatterns && given.patterns.length > 0) effects.push(patternNote);
    for (const option of given.options) {
      const special = spec.on?.[option.name];
      if (special !== undefined) effects.push(...special(option.value ?? [], given, call));
      else effects.push(...optionEffects(option));
    }
    const operands = spec.operands;
    if (typeof operands === "function") effects.push(...operands(given, call));
    else effects.push(...given.operands.flatMap(operandEffects[operands]));
    return effects;
  };
}

/** Programs by name from profiles or functions. */
export const programs = (table: Readonly<Record<string, Program | Profile>>): ReadonlyMap<string, Program> =>
  new Map(
    Object.entries(table).map(([name, entry]) => [name, typeof entry === "function" ? entry : profile(entry)] as const),
  );

/** A program that no rule of the policy names: harmless as far as known, but a question. */
export const unlisted = (entry: Program | Profile): Program => {
  const program = typeof entry === "function" ? entry : profile(entry);
  return (call) => [...program(call), unlistedNote];
};
const unlistedNote = askNote("command.unlisted", "the program is not on the list of read-only programs");

/** What an option does by its role alone. */
export function optionEffects({ role, value }: GivenOption): readonly Effect[] {
  if (role === "exec") return [execNote];
  if (value === null) return [];
  if (role === "output") return literalText(value) === "-" ? [] : [write(value)];
  if (role === "read") return reads(value);
  return [{ kind: role, operand: value }];
}

export const execNote = denyNote("command.option_exec", "an option names a program to run");
export const unknownOptionNote = askNote("command.option", "an option is unknown");
export const unsureNote = askNote("command.option", "an argument that is not known may be an option");
export const patternNote = askNote("command.option", "a pattern may match a name that is an option");

/** A file that is read; `-` is standard input. */
export const reads = (operand: Word): readonly Effect[] =>
  literalText(operand) === "-" ? [] : [{ kind: "read", operand }];
export const read = (operand: Word): Effect => ({ kind: "read", operand });
export const write = (operand: Word): Effect => ({ kind: "write", operand });
export const data = (operand: Word): Effect => ({ kind: "data", operand });

const operandEffects: Readonly<Record<OperandRole, (operand: Word) => readonly Effect[]>> = {
  read: reads,
  write: (operand) => [write(operand)],
  data: (operand) => [data(operand)],
};
