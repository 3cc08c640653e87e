import {
  type Action,
  type EffectivePolicy,
  type Evaluation,
  type GateContext,
  type ResolvedPath,
  TOOLS,
} from "@deskfleet/contracts";
import { analyseStart, evaluate, type PathParameter, pathParameters } from "@deskfleet/gates";
import { z } from "zod";
import { type DiskEntry, resolveOn } from "./kernel-paths.ts";

export const CommandRow = z.object({
  id: z.string(),
  command: z.string(),
  cwd: z.string().default("/workspace"),
  class: z.string().optional(),
  expect: z.enum(["allow", "ask", "deny"]).optional(),
  readonly: z.boolean().optional(),
});
export type CommandRow = z.infer<typeof CommandRow>;

export const PathRow = z.object({
  id: z.string(),
  op: z.enum(["read", "write", "delete", "list", "move"]),
  path: z.string(),
  dest: z.string().optional(),
  fs: z.array(z.object({ path: z.string(), type: z.string(), target: z.string().optional() })).default([]),
  class: z.string().optional(),
  expect: z.enum(["allow", "ask", "deny"]).optional(),
});
export type PathRow = z.infer<typeof PathRow>;

/** What is printed for a row. */
export interface RowVerdict {
  readonly id: string;
  readonly verdict: string;
  readonly readonly?: boolean;
  readonly gate: string;
  readonly code: string;
  readonly reason: string;
}

const FILE_TOOLS = {
  read: "computer_file_read",
  write: "computer_file_write",
  delete: "computer_file_delete",
  list: "computer_file_list",
  move: "computer_file_move",
} as const;

/** A command on a desktop where every path that it names is there as it is named. */
export function judgeCommandRow({ id, command, cwd }: CommandRow, policy: EffectivePolicy): RowVerdict {
  const action = actionOf("computer_process_start", { command, cwd });
  if (action === null) return { ...refused(id), readonly: false };
  const evaluation = evaluate(action, contextFor(action, asNamed), policy);
  return {
    ...answer(id, evaluation),
    readonly: analyseStart(action.params, policy.allowedDirectories.value)?.isReadOnly ?? false,
  };
}

export function judgePathRow({ id, op, path, dest, fs }: PathRow, policy: EffectivePolicy): RowVerdict {
  const named = { path, ...(op === "write" ? { content: "" } : {}), ...(op === "move" ? { destination: dest } : {}) };
  const action = actionOf(FILE_TOOLS[op], named);
  if (action === null) return refused(id);
  const resolve = (parameter: PathParameter) =>
    resolveOn(fs satisfies DiskEntry[], parameter.path, parameter.followsLastLink);
  return answer(id, evaluate(action, contextFor(action, resolve), policy));
}

/** Null when the parameters are none of the tool's: such a call is refused before any gate sees it. */
function actionOf(id: string, given: Record<string, unknown>): Action | null {
  const tool = TOOLS.get(id);
  const parsed = tool?.parameters.safeParse(given);
  return tool && parsed?.success ? { tool, params: parsed.data as Record<string, unknown> } : null;
}

const refused = (id: string): RowVerdict => ({
  id,
  verdict: "deny",
  gate: "registry",
  code: "request.invalid",
  reason: "the parameters are not those of the tool",
});

/** Of the verdicts that are as strict as the whole, the one of the gate that the row is about. */
function answer(id: string, { outcome, decisive, verdicts }: Evaluation): RowVerdict {
  const own = ["command", "path"].map((name) =>
    verdicts.find((verdict) => verdict.gate === name && verdict.outcome === outcome),
  );
  const { gate, code, reason } = own.find((verdict) => verdict !== undefined) ?? decisive;
  return { id, verdict: outcome === "wait" ? "ask" : outcome, gate, code, reason };
}

function asNamed({ path, operation }: PathParameter): ResolvedPath {
  const isDirectory = operation === "list" || operation === "enter";
  return { path, real: path, type: isDirectory ? "directory" : "file" };
}

function contextFor({ tool, params }: Action, resolve: (parameter: PathParameter) => ResolvedPath): GateContext {
  const paths = pathParameters(tool, params);
  return {
    nowMs: 0,
    principal: { id: "0", tenantId: "0", role: "operator", name: "corpus" },
    grants: [],
    screen: { width: 1_280, height: 800 },
    windows: [],
    resolvedPaths: paths.map(resolve),
    apps: [],
    activeApp: null,
    recentActionsMs: [],
    failuresInRow: 0,
    session: { state: "active", controller: "agent" },
    isApproved: false,
  };
}
