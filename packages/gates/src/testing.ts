import {
  type Action,
  type EffectivePolicy,
  type GateContext,
  type PolicyDocument,
  TOOLS,
  type ToolDefinition,
} from "@deskfleet/contracts";
import { mergePolicies } from "./merge-policies.ts";
import { pathParameters } from "./path-parameters.ts";

/** For tests: an action of a registered tool, its parameters parsed as the worker parses them. */
export function actionOf(id: string, params: Record<string, unknown> = {}): Action {
  const tool = TOOLS.get(id) as ToolDefinition;
  return { tool, params: tool.parameters.parse(params) as Record<string, unknown> };
}

/** For tests: a context in which nothing stands in the way, paths resolved to themselves. */
export function contextFor(action: Action, changes: Partial<GateContext> = {}): GateContext {
  const paths = pathParameters(action.tool, action.params);
  return {
    nowMs: 1_000_000,
    principal: {
      id: "00000000-0000-7000-8000-000000000001",
      tenantId: "00000000-0000-7000-8000-000000000002",
      role: "operator",
      name: "robot",
    },
    grants: ["computer_use", "screen", "write"].map((grant) => ({
      grant,
      scope: "session",
      expiresAtMs: null,
      layer: "flag",
    })),
    screen: { width: 1280, height: 800 },
    windows: [],
    resolvedPaths: paths.length === 0 ? null : paths.map(({ path }) => ({ path, real: path, type: "file" })),
    apps: [
      { id: "order-desk", name: "Order desk", class: "sample" },
      { id: "keepassxc", name: "KeePassXC", class: "password-manager" },
    ],
    activeApp: null,
    recentActionsMs: [],
    failuresInRow: 0,
    session: { state: "active", controller: "agent" },
    isApproved: false,
    ...changes,
  };
}

export function policyOf(
  document: PolicyDocument = {},
  layer: "tenant" | "fleet" | "flag" = "tenant",
): EffectivePolicy {
  return mergePolicies([{ layer, version: `${layer}@1`, document }]);
}
