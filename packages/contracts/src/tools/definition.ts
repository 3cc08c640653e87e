import type { z } from "zod";

/** R0 local read · R1 low local effect · R2 changes local state · R3 leaves the desktop · R4 never. */
export const RISKS = ["R0_READ", "R1_LOCAL_LOW", "R2_LOCAL_STATE", "R3_EXTERNAL", "R4_FORBIDDEN"] as const;
export type Risk = (typeof RISKS)[number];

export type ToolCategory = "input" | "display" | "file" | "process";

/** Consents that a principal can hold; gate 2 needs `computer_use`, gate 3 the others. */
export const GRANTS = ["computer_use", "screen", "write"] as const;
export type Grant = (typeof GRANTS)[number];

/**
 * One tool. REST, gates, docs and executor all read this; the executor's method has the same name as `id`.
 * `parameters` and `result` are strict schemas: an unknown field is a fault.
 */
export interface ToolDefinition<P extends z.ZodType = z.ZodType, R extends z.ZodType = z.ZodType> {
  readonly id: string;
  readonly category: ToolCategory;
  readonly title: string;
  /** What a person or a model needs in order to call it. */
  readonly description: string;
  readonly parameters: P;
  readonly result: R;
  readonly risk: Risk;
  readonly enabled: boolean;
  /** Changes nothing on the desktop. */
  readonly isReadOnly: boolean;
  /** May run beside another call of the same session. */
  readonly isConcurrencySafe: boolean;
  /** Grant beside `computer_use` that gate 3 asks for; null when the risk alone decides. */
  readonly grant: Grant | null;
  /** The result's text is cut at this many UTF-8 bytes. */
  readonly outputBytesMax: number;
  /** Parameters whose values are replaced before anything is recorded (length and digest are kept). */
  readonly redactedParameters: readonly string[];
  /** Default deadline in milliseconds. */
  readonly timeoutMs: number;
}

export function defineTool<P extends z.ZodType, R extends z.ZodType>(tool: ToolDefinition<P, R>): ToolDefinition<P, R> {
  return tool;
}
