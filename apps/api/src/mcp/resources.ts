import { FleetError } from "@deskfleet/contracts";
import { type ErrorCode, McpError, type ReadResourceResult, type Resource } from "@modelcontextprotocol/sdk/types.js";
import { performOnSession } from "../sessions/perform-on-session.ts";
import type { McpSession } from "./mcp-session.ts";
import { describeSession } from "./session-facts.ts";

const SESSION = "deskfleet://session";
const FRAME = "deskfleet://session/frame";
const CAPTURE = "computer_screen_capture";
/** Of MCP: the resource is not there. */
const NOT_FOUND = -32_002;

export const RESOURCES: readonly Resource[] = [
  {
    uri: SESSION,
    name: "session",
    title: "Which desktop",
    description: "The desktop session that the tools act on, and where a person can watch it",
    mimeType: "application/json",
  },
  {
    uri: FRAME,
    name: "frame",
    title: "The screen",
    description: "What the desktop shows now; judged and recorded like a capture",
    mimeType: "image/png",
  },
];

/** @throws McpError for an unknown resource; FleetError as the capture */
export async function readResource(session: McpSession, uri: string, signal: AbortSignal): Promise<ReadResourceResult> {
  if (uri === SESSION) {
    const text = JSON.stringify(await describeSession(session));
    return { contents: [{ uri, mimeType: "application/json", text }] };
  }
  if (uri !== FRAME) throw new McpError(NOT_FOUND as ErrorCode, "There is no such resource", { uri });
  const { services, principal, desktop } = session;
  const sessionId = desktop.id;
  if (sessionId === null)
    throw new FleetError("resource.conflict", "No desktop was started yet: the first call does it");
  const action = { tool: CAPTURE, params: {} };
  const performed = await performOnSession(services, principal, { sessionId, action, signal });
  if (performed.outcome === "ask")
    throw new FleetError("approval.required", `A person has to approve it first: approval ${performed.approval.id}`, {
      data: { approvalId: performed.approval.id },
    });
  if (performed.image === null) throw new FleetError("content.withheld", "The worker answered without an image");
  return { contents: [{ uri, mimeType: "image/png", blob: performed.image.toString("base64") }] };
}
