import { literalText, type Word } from "../shell/word.ts";
import { type Profile, profile } from "./profile.ts";
import { askNote, denyNote, type Effect, type Program } from "./program.ts";

/** A program that is a question whatever it does; `spec` says which files it touches and which options are worse. */
export function asking(code: string, reason: string, spec: Profile): Program {
  const inner = profile(spec);
  return (call) => [askNote(code, reason), ...inner(call)];
}

/** The same program under several names, blanks between. */
export const named = (names: string, program: Program): [string, Program][] =>
  names
    .split(/\s+/)
    .filter((name) => name !== "")
    .map((name) => [name, program]);

/** The only argument is one of these (`--version`). */
export const isProbe = (words: readonly Word[], spellings: readonly string[]): boolean =>
  words.length === 1 && spellings.includes(literalText(words[0] ?? []) ?? "");

export const execDeny = (reason: string): Effect => denyNote("command.option_exec", reason);
export const listenDeny: Effect = denyNote("command.listen", "listens for connections");
export const interactiveAsk: Effect = askNote("command.interactive", "is an interactive program");
export const networkAsk: Effect = askNote("command.network", "reaches the network");
export const projectAsk: Effect = { kind: "codeFile", operand: null };
export const processAsk: Effect = askNote("command.process", "acts on processes");
