import { type Action, type GateContext, type PolicyDocument, TOOLS, type ToolDefinition } from "@deskfleet/contracts";
import { evaluate, mergePolicies } from "@deskfleet/gates";
import { Bench } from "tinybench";
import { ms, type Section } from "../report.ts";

const DOCUMENT: PolicyDocument = {
  grants: ["computer_use", "screen", "write"],
  rules: Array.from({ length: 50 }, (_, index) => ({
    effect: "deny" as const,
    match: `write(/workspace/closed-${index}/**)`,
  })),
};

/** Gate pipeline for one action under a policy of fifty rules. */
export async function gateSection(): Promise<Section> {
  const policy = mergePolicies([{ layer: "tenant", version: "tenant@1", document: DOCUMENT }]);
  const actions = [
    actionOf("computer_mouse_click", { x: 10, y: 10 }),
    actionOf("computer_file_write", { path: "/workspace/a.txt", content: "x" }),
  ];
  const bench = new Bench({ time: 500 });
  for (const action of actions) bench.add(action.tool.id, () => evaluate(action, contextFor(action), policy));
  await bench.run();
  return {
    title: "Gate pipeline, all nine gates, per action (50 rules)",
    rows: bench.tasks.map((task) => {
      if (task.result.state !== "completed") throw new Error(`${task.name} did not complete`);
      const { p50, p99 } = task.result.latency;
      return { what: task.name, ours: `p50 ${ms(p50)}, p99 ${ms(p99)}` };
    }),
  };
}

function actionOf(id: string, params: Record<string, unknown>): Action {
  const tool = TOOLS.get(id) as ToolDefinition;
  return { tool, params: tool.parameters.parse(params) as Record<string, unknown> };
}

function contextFor(action: Action): GateContext {
  const path = action.params.path as string | undefined;
  return {
    nowMs: 0,
    principal: { id: "0", tenantId: "0", role: "operator", name: "bench" },
    grants: [],
    screen: { width: 1280, height: 800 },
    windows: [],
    resolvedPaths: path === undefined ? null : [{ path, real: path, type: "missing" }],
    apps: [],
    activeApp: { name: "mousepad", title: "Untitled" },
    recentActionsMs: [],
    failuresInRow: 0,
    session: { state: "active", controller: "agent" },
    isApproved: false,
  };
}
