import type { ToolDefinition } from "@deskfleet/contracts";

export type PathOperation = "read" | "list" | "write" | "delete" | "move";

/** One path of a call, and what the call does to it. */
export interface PathParameter {
  readonly parameter: string;
  readonly path: string;
  readonly operation: PathOperation;
  /** Deleting and moving name the entry itself, not what a link points to. */
  readonly followsLastLink: boolean;
}

const OPERATIONS: Readonly<Record<string, readonly [parameter: string, operation: PathOperation][]>> = {
  computer_file_read: [["path", "read"]],
  computer_file_info: [["path", "list"]],
  computer_file_list: [["path", "list"]],
  computer_file_write: [["path", "write"]],
  computer_file_delete: [["path", "delete"]],
  computer_file_move: [
    ["path", "move"],
    ["destination", "write"],
  ],
  computer_file_copy: [
    ["path", "read"],
    ["destination", "write"],
  ],
  computer_process_start: [["cwd", "list"]],
};

/** The paths that the worker resolves on the desktop before `evaluate`; `context.resolvedPaths` is in this order. */
export function pathParameters(tool: ToolDefinition, params: Readonly<Record<string, unknown>>): PathParameter[] {
  return (OPERATIONS[tool.id] ?? []).map(([parameter, operation]) => ({
    parameter,
    path: String(params[parameter] ?? ""),
    operation,
    followsLastLink: operation !== "delete" && operation !== "move",
  }));
}
