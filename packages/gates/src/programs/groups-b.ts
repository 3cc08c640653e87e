import type { Program } from "./program.ts";

/** Wrappers, shells, git, network, interpreters, builds and what is always denied. */
export const PROGRAMS_B: ReadonlyMap<string, Program> = new Map();
