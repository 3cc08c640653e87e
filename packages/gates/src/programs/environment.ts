import { holdsSecret } from "../shell/secret-names.ts";
import type { Word } from "../shell/word.ts";
import { askNote, type Effect } from "./program.ts";

export const envDump = askNote("command.env_dump", "lists the whole environment", false);
const secret = askNote("command.secret_variable", "the name of the variable suggests a secret", false);

/** Prints one variable of the environment. */
export function variable(name: string): Effect {
  const operand: Word = [{ kind: "unknown", from: "variable", name, isSplit: false }];
  return holdsSecret(operand) ? secret : { kind: "data", operand };
}
