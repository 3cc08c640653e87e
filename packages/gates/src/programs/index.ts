import { PROGRAMS_A } from "./groups-a.ts";
import { PROGRAMS_B } from "./groups-b.ts";
import type { Program } from "./program.ts";

/** Every program that has a profile, by base name. */
export const PROGRAMS: ReadonlyMap<string, Program> = new Map([...PROGRAMS_A, ...PROGRAMS_B]);
