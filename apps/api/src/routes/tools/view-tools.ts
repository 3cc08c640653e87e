import { type Principal, TOOLS, type ToolDefinition } from "@deskfleet/contracts";
import { mergePolicies } from "@deskfleet/gates";
import type { SessionRecord } from "@deskfleet/store";
import { layersInForce, layersOfSession } from "../../policy-layers.ts";
import type { Services } from "../../services.ts";
import { type DeferredTool, describeScript, describeTool, nameTool, type Tool } from "./describe-tool.ts";
import { filterTools, type HiddenTool, type ToolView } from "./tool-filters.ts";

export interface ToolsInView {
  /** In the registry's order. */
  readonly visible: readonly ToolDefinition[];
  readonly hidden: readonly HiddenTool[];
}

/** What of the registry a caller can use now: one answer for every list and search. @throws FleetError `policy.invalid` */
export async function viewTools(
  services: Pick<Services, "database">,
  principal: Principal,
  { mode, session }: { mode: ToolView["mode"]; session: SessionRecord | null },
): Promise<ToolsInView> {
  const own = { tenantId: principal.tenantId, principalId: principal.id, projectId: null };
  const layers = session === null ? layersInForce(services, own) : layersOfSession(services, session);
  const policy = mergePolicies(await layers);
  return filterTools([...TOOLS.values()], { mode, role: principal.role, policy, session });
}

/** In full, whatever its exposure; a script in script mode with the steps that stand behind it. */
export function describeInView(tool: ToolDefinition, { hidden }: ToolsInView, mode: ToolView["mode"]): Tool {
  if (tool.category !== "script" || mode !== "script") return describeTool(tool);
  const behind = hidden.filter(({ filter }) => filter === "script_mode").flatMap(({ id }) => TOOLS.get(id) ?? []);
  return describeScript(tool, behind);
}

/** As lists have it: rare tools by their names. */
export function listInView(view: ToolsInView, mode: ToolView["mode"]): (Tool | DeferredTool)[] {
  return view.visible.map((tool) => (tool.exposure === "deferred" ? nameTool(tool) : describeInView(tool, view, mode)));
}
