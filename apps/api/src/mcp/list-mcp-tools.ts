import type { ToolDefinition } from "@deskfleet/contracts";
import type { ListToolsResult } from "@modelcontextprotocol/sdk/types.js";
import { describeInView, type ToolsInView, viewTools } from "../routes/tools/view-tools.ts";
import { toMcpTool } from "./describe-mcp-tool.ts";
import type { McpSession } from "./mcp-session.ts";
import { OWN_TOOLS } from "./own-tools.ts";

/** What `GET /v1/tools` lists for this caller, session and mode; rare tools once a search has found them. */
export async function listMcpTools(session: McpSession, revealed: ReadonlySet<string>): Promise<ListToolsResult> {
  const { view, listed } = await viewMcpTools(session, revealed);
  const { mode } = session.options;
  return { tools: [...listed.map((tool) => toMcpTool(tool, describeInView(tool, view, mode))), ...OWN_TOOLS] };
}

export async function viewMcpTools(
  session: McpSession,
  revealed: ReadonlySet<string>,
): Promise<{ view: ToolsInView; listed: readonly ToolDefinition[] }> {
  const { services, principal, options } = session;
  const record = await session.findDesktopSession();
  // A desktop that is still starting, or has ended and is replaced by the next call, can do everything then.
  const isReplaced = session.desktop.isOwn && (record?.state === "ended" || record?.state === "starting");
  const view = await viewTools(services, principal, { mode: options.mode, session: isReplaced ? null : record });
  return { view, listed: view.visible.filter(({ id, exposure }) => exposure !== "deferred" || revealed.has(id)) };
}
