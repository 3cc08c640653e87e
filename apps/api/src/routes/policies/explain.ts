import {
  Evaluation,
  ExplainRequest,
  FleetError,
  type GateContext,
  type Principal,
  TOOLS,
  toFaults,
} from "@deskfleet/contracts";
import { evaluate, mergePolicies, pathParameters } from "@deskfleet/gates";
import { listGrants } from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import type { App } from "../../app-env.ts";
import { problems } from "../../http/problems.ts";
import { json, jsonBody } from "../../http/responses.ts";
import { policyLayers } from "../../policy-layers.ts";
import type { Services } from "../../services.ts";

const route = createRoute({
  tags: ["policies"],
  method: "post",
  path: "/v1/policies/explain",
  summary: "Explain what would be decided",
  description:
    "Every gate's verdict for an action of the caller, with the rule and layer that decided, without doing it. Judged as on a quiet 1280x800 desktop where the named files, windows and applications exist.",
  request: jsonBody(ExplainRequest),
  responses: {
    200: json(Evaluation.meta({ id: "Evaluation" }), "The evaluation"),
    ...problems("request.invalid", "auth.required", "policy.invalid"),
  },
});

export function explain(app: App, services: Services): void {
  app.openapi(route, async (c) => {
    const { principal } = c.var;
    const { tool: toolId, params } = c.req.valid("json");
    const tool = TOOLS.get(toolId);
    if (tool === undefined)
      throw new FleetError("request.invalid", "The body has faults; each says where", {
        faults: [{ path: "/tool", message: "there is no such tool; GET /v1/tools lists them" }],
      });
    const parsed = tool.parameters.safeParse(params);
    if (!parsed.success) {
      const faults = toFaults(parsed.error).map(({ path, message }) => ({ path: `/params${path}`, message }));
      throw new FleetError("request.invalid", "The parameters have faults; each says where", { faults });
    }
    const action = { tool, params: parsed.data as Record<string, unknown> };
    const policy = mergePolicies(await policyLayers(services, principal.tenantId));
    return c.json(evaluate(action, await imagine(services, principal, action), policy), 200);
  });
}

/** The context of a desktop that has what the action names: nothing but the policy is left to decide. */
async function imagine(
  services: Services,
  principal: Principal,
  { tool, params }: Parameters<typeof evaluate>[0],
): Promise<GateContext> {
  const grants = await services.database.tenant(principal.tenantId, (tx) => listGrants(tx, principal.id, null));
  const paths = pathParameters(tool, params).map(({ path }) => ({ path, real: path, type: "file" as const }));
  const { windowId, app } = params;
  const box = { position: { x: 0, y: 0 }, size: { width: 640, height: 480 }, visible: true, active: true };
  return {
    nowMs: Date.now(),
    principal,
    grants: grants.map(({ grant, scope, layer, expiresAt }) => ({
      ...{ grant, scope, layer },
      expiresAtMs: expiresAt === null ? null : Date.parse(expiresAt),
    })),
    screen: { width: 1_280, height: 800 },
    windows:
      typeof windowId === "number" ? [{ id: windowId, title: "", process: { pid: null, name: "" }, ...box }] : [],
    resolvedPaths: paths.length === 0 ? null : paths,
    apps: typeof app === "string" ? [{ id: app, name: app, class: "other" }] : [],
    activeApp: null,
    recentActionsMs: [],
    failuresInRow: 0,
    session: { state: "active", controller: "agent" },
    isApproved: false,
  };
}
