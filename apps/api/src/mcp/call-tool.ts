import { type ActionResult, FleetError, Observe, TOOLS, type ToolDefinition, toFaults } from "@deskfleet/contracts";
import { findApproval } from "@deskfleet/store";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import {
  type CallToolRequest,
  type CallToolResult,
  ErrorCode,
  McpError,
  type ServerNotification,
  type ServerRequest,
} from "@modelcontextprotocol/sdk/types.js";
import type { z } from "zod";
import { hasRole } from "../http/require-role.ts";
import { withImage } from "../routes/sessions/perform-action.ts";
import { performOnSession } from "../sessions/perform-on-session.ts";
import type { Performed } from "../worker-client/worker-client.ts";
import { askPerson } from "./ask-person.ts";
import { outcomeOf, pendingError } from "./ask-result.ts";
import { hasTextBlock } from "./describe-mcp-tool.ts";
import type { McpSession } from "./mcp-session.ts";
import { callOwnTool, isOwnTool } from "./own-tools.ts";
import { Progress } from "./progress.ts";
import { errorResult, resultOf } from "./tool-result.ts";

export type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/**
 * One tools/call: the registry's tools go the way of `POST /v1/sessions/{id}/actions`. What is refused, asked or fails is a
 * tool's error, which the model reads; only a name that no tool has is an error of the protocol.
 */
export async function callTool(
  session: McpSession,
  { name, arguments: given = {}, _meta }: CallToolRequest["params"],
  extra: Extra,
): Promise<CallToolResult> {
  const { services } = session;
  const tool = TOOLS.get(name);
  if (!isOwnTool(name) && (tool === undefined || tool.exposure === "internal"))
    throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${name}`);
  const send = (notification: ServerNotification) => extra.sendNotification(notification);
  const progress = new Progress({ token: _meta?.progressToken, send });
  try {
    if (tool === undefined) return await callOwnTool(session, name, given, { signal: extra.signal, progress });
    return await callRegistered(session, tool, given, { extra, progress });
  } catch (error) {
    // The client gave the call up and gets no answer to it.
    return extra.signal.aborted ? { content: [] } : errorResult(error, services.logger);
  } finally {
    progress.end();
  }
}

async function callRegistered(
  session: McpSession,
  tool: ToolDefinition,
  given: Record<string, unknown>,
  { extra, progress }: { extra: Extra; progress: Progress },
): Promise<CallToolResult> {
  const { principal } = session;
  if (!hasRole(principal, tool.role))
    throw new FleetError("auth.forbidden", `This needs the role ${tool.role}; the key has ${principal.role}`);
  requireNarrow(tool, given);
  const observe = session.options.observe && !tool.isReadOnly && !hasTextBlock(tool);
  const action = { tool: tool.id, params: given, ...(observe ? { observe: Observe.parse({}) } : {}) };
  const performed = await onDesktop(session, action, { signal: extra.signal, progress });
  if (performed.outcome === "done") return resultOf(tool, withImage(performed));
  progress.say("Waiting for a person to approve it");
  return asked(session, tool, performed, extra);
}

/** The surface for MCP is narrower than the registry's. @throws FleetError `request.invalid` */
function requireNarrow(tool: ToolDefinition, given: Record<string, unknown>): void {
  const parsed = tool.mcpParameters?.safeParse(given);
  if (parsed === undefined || parsed.success) return;
  const faults = toFaults(parsed.error as z.ZodError).map((fault) => ({ ...fault, path: `/params${fault.path}` }));
  throw new FleetError("request.invalid", "The parameters are not valid", { faults });
}

async function onDesktop(
  { services, principal, desktop }: McpSession,
  action: Parameters<typeof performOnSession>[2]["action"],
  { signal, progress }: { signal: AbortSignal; progress: Progress },
): Promise<Performed> {
  if (desktop.id === null) progress.say("Starting a desktop");
  const sessionId = await desktop.sessionId(principal);
  signal.throwIfAborted();
  progress.say(action.tool);
  try {
    return await performOnSession(services, principal, { sessionId, action, signal });
  } catch (error) {
    if (!(error instanceof FleetError && error.code === "session.ended" && desktop.isOwn)) throw error;
    desktop.forget(sessionId);
    const detail = "The desktop has ended, and what was open on it is gone. The next call starts a new one.";
    throw new FleetError("session.ended", detail, { cause: error });
  }
}

async function asked(
  session: McpSession,
  tool: ToolDefinition,
  { approval, code }: Extract<Performed, { outcome: "ask" }>,
  extra: Extra,
): Promise<CallToolResult> {
  const { services, principal, baseUrl } = session;
  const elicit = session.elicitor(extra, Date.parse(approval.expiresAt) - Date.now());
  const outcome = await askPerson({ services, principal, approval, code, elicit, signal: extra.signal });
  if (outcome.kind === "answered") {
    const { answered, executed } = outcome.answered;
    if (executed.result !== null) return resultOf(tool, executed.result as ActionResult);
    throw executed.error ?? outcomeOf(answered);
  }
  throw pendingError((await findAnswer(session, approval.id)) ?? approval, { code, baseUrl });
}

const findAnswer = ({ services, principal }: McpSession, id: string) =>
  services.database.tenant(principal.tenantId, (tx) => findApproval(tx, id));
