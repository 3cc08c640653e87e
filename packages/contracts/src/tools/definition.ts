import type { z } from "zod";
import type { Role } from "../common.ts";

/** R0 local read · R1 low local effect · R2 changes local state · R3 leaves the desktop · R4 never. */
export const RISKS = ["R0_READ", "R1_LOCAL_LOW", "R2_LOCAL_STATE", "R3_EXTERNAL", "R4_FORBIDDEN"] as const;
export type Risk = (typeof RISKS)[number];

export type ToolCategory = "input" | "display" | "file" | "process" | "app_state" | "script";

/**
 * Consents that a principal can hold; gate 2 needs `computer_use`, gate 3 `screen` and `write`. Without `titles` nothing is
 * asked or denied: what names processes and windows answers a summary (`mapResult`).
 */
export const GRANTS = ["computer_use", "screen", "write", "titles"] as const;
export type Grant = (typeof GRANTS)[number];

/**
 * How much of a tool a list shows. `simple`: in full, in simple mode too; `listed`: in full; `deferred`: its name, until a
 * search asks for it; `internal`: nothing. Visibility is no permission: gates judge every call alike.
 */
export type Exposure = "simple" | "listed" | "deferred" | "internal";

/** What the result's mapping knows of whoever gets the answer. */
export interface ResultReader {
  readonly mayReadTitles: boolean;
}

/**
 * One tool. REST, gates, docs and executor all read this. `parameters` and `result` are strict schemas: an unknown field is
 * a fault.
 */
export interface ToolDefinition<P extends z.ZodType = z.ZodType, R extends z.ZodType = z.ZodType> {
  readonly id: string;
  readonly category: ToolCategory;
  readonly title: string;
  /** What it does, for a person. */
  readonly description: string;
  /** When to use it and what to look out for, for a model; empty when the description says it all. */
  readonly prompt: string;
  readonly parameters: P;
  /** What MCP clients are told and may send, where that is narrower than `parameters`; null: the same. */
  readonly mcpParameters: z.ZodType | null;
  readonly result: R;
  readonly risk: Risk;
  readonly enabled: boolean;
  readonly exposure: Exposure;
  /** Changes nothing on the desktop. */
  readonly isReadOnly: boolean;
  /** May run beside another call of the same session. */
  readonly isConcurrencySafe: boolean;
  /** The permission check before the gates: the lowest role that may call it. */
  readonly role: Role;
  /** Grant beside `computer_use` that gate 3 asks for; null when the risk alone decides. */
  readonly grant: Grant | null;
  /** The result as JSON is cut at this many UTF-8 bytes. */
  readonly outputBytesMax: number;
  /** Parameters whose values are replaced before anything is recorded (their length is kept). */
  readonly redactedParameters: readonly string[];
  /** What of the executor's result this reader gets; null: all of it. Secrets are masked and the limit is kept afterwards. */
  readonly mapResult: ((result: z.output<R>, reader: ResultReader) => z.output<R>) | null;
  /** The executor's method, named like the tool; null: the worker carries it out by calling other tools. */
  readonly method: string | null;
  /** Default deadline in milliseconds. */
  readonly timeoutMs: number;
}

type Given<Id extends string, P extends z.ZodType, R extends z.ZodType> = Omit<
  ToolDefinition<P, R>,
  "id" | "method" | "mapResult" | "mcpParameters"
> & {
  readonly id: Id;
  readonly mcpParameters?: z.ZodType;
  readonly method?: null;
  readonly mapResult?: (result: z.output<R>, reader: ResultReader) => z.output<R>;
};

/** Keeps the id's literal type, so that tables over all tools are checked by the compiler. */
export function defineTool<const Id extends string, P extends z.ZodType, R extends z.ZodType>(
  tool: Given<Id, P, R>,
): ToolDefinition<P, R> & { readonly id: Id } {
  return { mapResult: null, mcpParameters: null, method: tool.id, ...tool };
}

/**
 * What clients that know hints and not risks (MCP) are told; both follow from the definition. A hint is no permission: of the
 * app-state tools, whose surface says so, none counts as destructive.
 */
export function toolHints({ isReadOnly, risk, category }: ToolDefinition): {
  readonly readOnly: boolean;
  readonly destructive: boolean;
} {
  const mayDestroy = category !== "app_state" && RISKS.indexOf(risk) >= RISKS.indexOf("R2_LOCAL_STATE");
  return { readOnly: isReadOnly, destructive: !isReadOnly && mayDestroy };
}
