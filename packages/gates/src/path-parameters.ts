import type { ToolDefinition } from "@deskfleet/contracts";
import { analyseStart } from "./command/analyse-start.ts";
import type { CommandAnalysis } from "./command/analysis.ts";

/** `replace`: the new name of a move. `enter`: a directory that a command changes to. */
export type PathOperation = "read" | "list" | "write" | "delete" | "move" | "replace" | "enter";

/** One path of a call, and what the call does to it. */
export interface PathParameter {
  readonly parameter: string;
  readonly path: string;
  readonly operation: PathOperation;
  /** Deleting and moving name the entry itself, not what a link points to. */
  readonly followsLastLink: boolean;
  /** Found in a command by its analysis, which has judged the text already: what is left is where links lead. */
  readonly isFromCommand: boolean;
  /** The command makes it before it uses it. */
  readonly isMade: boolean;
}

const OPERATIONS: Readonly<Record<string, readonly [parameter: string, operation: PathOperation][]>> = {
  computer_file_read: [["path", "read"]],
  computer_file_info: [["path", "list"]],
  computer_file_list: [["path", "list"]],
  computer_file_write: [["path", "write"]],
  computer_file_delete: [["path", "delete"]],
  computer_file_move: [
    ["path", "move"],
    ["destination", "replace"],
  ],
  computer_file_copy: [
    ["path", "read"],
    ["destination", "write"],
  ],
  computer_process_start: [["cwd", "list"]],
};

/** The paths that the worker resolves on the desktop before `evaluate`; `context.resolvedPaths` is in this order. */
export function pathParameters(tool: ToolDefinition, params: Readonly<Record<string, unknown>>): PathParameter[] {
  const own = (OPERATIONS[tool.id] ?? []).map(
    ([parameter, operation]): PathParameter => ({
      parameter,
      path: String(params[parameter] ?? ""),
      operation,
      followsLastLink: follows(operation),
      isFromCommand: false,
      isMade: false,
    }),
  );
  if (tool.id !== "computer_process_start") return own;
  // Every path counts here, wherever it is: the gates that judge them know the allowed directories.
  const analysis = analyseStart(params, ["/"]);
  return analysis === null
    ? own
    : [...own, ...commandPathParameters(analysis, params.argv === undefined ? "command" : "argv")];
}

/** The literal paths that a command names. */
export function commandPathParameters({ paths }: CommandAnalysis, parameter: string): PathParameter[] {
  return paths.map(({ path, use, isMade }) => ({
    parameter,
    path,
    operation: use,
    followsLastLink: follows(use),
    isFromCommand: true,
    isMade,
  }));
}

const follows = (operation: PathOperation): boolean => operation !== "delete" && operation !== "move";
