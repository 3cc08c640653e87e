import { type EffectivePolicy, ROLES, type Role, STEP_TOOLS, type ToolDefinition } from "@deskfleet/contracts";
import { toolDenial } from "@deskfleet/gates";

/** What of the registry is listed. `simple`: a small fixed set; `script`: single actions only as steps of a script. */
export const TOOL_MODES = ["full", "simple", "script"] as const;

/** Whom a list is for, and what is so now. */
export interface ToolView {
  readonly mode: (typeof TOOL_MODES)[number];
  readonly role: Role;
  readonly policy: EffectivePolicy;
  /** The session that the tools would be called on; null: none in particular. */
  readonly session: { readonly state: string; readonly controller: "agent" | "human" } | null;
}

/** Why this tool is not for this view, for administrators; null: it may stay. `left` passed the filters before. */
type Filter = (tool: ToolDefinition, view: ToolView, left: readonly ToolDefinition[]) => string | null;

/** Filter 1: simple clients get a small fixed set. */
export const simpleMode: Filter = ({ exposure }, { mode }) =>
  mode === "simple" && exposure !== "simple" ? "it is not in the set for simple clients" : null;

/** Filter 2: tools that only parts of the fleet call. */
export const internalTools: Filter = ({ exposure }) => (exposure === "internal" ? "it is for the fleet itself" : null);

/** Filter 3: what this caller could only be refused: by its role, or by policy whatever it calls the tool with. */
export const permissionRules: Filter = (tool, { role, policy }) => {
  if (ROLES.indexOf(role) < ROLES.indexOf(tool.role)) return `it needs the role ${tool.role}`;
  const denial = toolDenial(tool, policy);
  return denial === null ? null : `${denial.reason} (layer ${denial.layer})`;
};

/** Filter 4: single steps stand behind a tool that runs many, where there is one for this caller now. */
export const scriptMode: Filter = (tool, view, left) => {
  if (view.mode !== "script" || !STEP_TOOLS.has(tool.id)) return null;
  const script = left.find((other) => other.category === "script" && enabledNow(other, view, left) === null);
  return script === undefined ? null : `it is a step of ${script.id}`;
};

/** Filter 5: what the session cannot do now; gate 9 would say the same. */
export const enabledNow: Filter = ({ isReadOnly }, { session }) => {
  if (session === null) return null;
  if (session.state !== "active" && session.state !== "paused") return `the session is ${session.state}`;
  if (isReadOnly) return null;
  if (session.state === "paused") return "the session is paused: it can only be read";
  return session.controller === "human" ? "a person is in control: the session can only be read" : null;
};

/** In this order; the first that has a reason is the one that hides. */
const FILTERS = [
  ["simple_mode", simpleMode],
  ["internal", internalTools],
  ["permission", permissionRules],
  ["script_mode", scriptMode],
  ["enabled_now", enabledNow],
] as const;
export const FILTER_NAMES = FILTERS.map(([name]) => name);

export interface HiddenTool {
  readonly id: string;
  readonly filter: (typeof FILTERS)[number][0];
  readonly reason: string;
}

export function filterTools(
  tools: readonly ToolDefinition[],
  view: ToolView,
): { readonly visible: readonly ToolDefinition[]; readonly hidden: readonly HiddenTool[] } {
  let left = tools;
  const hidden: HiddenTool[] = [];
  for (const [filter, hides] of FILTERS) {
    const before = left;
    left = before.filter((tool) => {
      const reason = hides(tool, view, before);
      if (reason !== null) hidden.push({ id: tool.id, filter, reason });
      return reason === null;
    });
  }
  return { visible: left, hidden };
}
