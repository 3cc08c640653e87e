import type { Program } from "./program.ts";

/** Everyday tools, file tools, archives and Bash's builtins. */
export const PROGRAMS_A: ReadonlyMap<string, Program> = new Map();
