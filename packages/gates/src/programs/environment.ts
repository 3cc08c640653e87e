import type { Word } from "../shell/word.ts";
import { askNote, type Effect } from "./program.ts";

export const envDump = askNote("command.env_dump", "lists the whole environment", false);

/** Prints one variable of the environment. */
export const variable = (name: string): Effect => ({
  kind: "data",
  operand: [{ kind: "unknown", from: "variable", name, isSplit: false }] satisfies Word,
});
