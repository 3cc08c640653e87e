import {
  type Action,
  ExplainRequest,
  Explanation,
  type Fault,
  FleetError,
  OUTCOMES,
  type Principal,
  ROLES,
  STEP_TOOLS,
  TOOLS,
} from "@deskfleet/contracts";
import { evaluate, mergePolicies, pathParameters, sessionGrants, whatWouldChange } from "@deskfleet/gates";
import { findPrincipal, heldGrants, type SessionRecord } from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import type { App } from "../../app-env.ts";
import { problems } from "../../http/problems.ts";
import { json, jsonBody } from "../../http/responses.ts";
import { layersOfSession } from "../../policy-layers.ts";
import type { Services } from "../../services.ts";
import { locateSession, readSession } from "../../sessions/locate-session.ts";
import { imaginedContext, type Seen } from "./imagined-context.ts";
import { readAction, situationOfCaller } from "./judged-action.ts";

const route = createRoute({
  tags: ["policies"],
  method: "post",
  path: "/v1/policies/explain",
  summary: "Explain what would be decided, and what would change it",
  description:
    "Every gate's verdict for a tool's call (of a script: of its strictest step), a command or a path, with the rule and layer that decided, without doing it; and what would make the outcome milder, each tried by judging again. For the caller now, or under the policy and the consents of a running session. Judged as on a quiet 1280x800 desktop where the named files, windows and applications exist; of a running session, operators are told where the named paths lead on its own desktop.",
  request: jsonBody(ExplainRequest),
  responses: {
    200: json(Explanation.meta({ id: "Explanation" }), "The evaluation and what would change it"),
    ...problems(
      "request.invalid",
      "auth.required",
      "resource.not_found",
      "session.ended",
      "policy.invalid",
      "worker.unreachable",
    ),
  },
});

export function explain(app: App, services: Services): void {
  app.openapi(route, async (c) => {
    const request = c.req.valid("json");
    const action = actionOf(request);
    const { layers, ...known } = await situationOf(services, c.var.principal, request);
    const policy = mergePolicies(layers);
    const look = await lookingAt(services, c.var.principal, request);
    const seen = await Promise.all(
      [{ step: null, action }, ...stepsOf(action)].map(async (each) => ({ ...each, seen: await look(each.action) })),
    );
    const [strictest] = seen
      .map((each) => ({ ...each, context: imaginedContext(each.action, known, each.seen) }))
      .map((each) => ({ ...each, outcome: evaluate(each.action, each.context, policy).outcome }))
      .toSorted((a, b) => OUTCOMES.indexOf(a.outcome) - OUTCOMES.indexOf(b.outcome));
    const { step, context, action: decisive } = strictest!;
    return c.json({ ...whatWouldChange(decisive, { layers, context }), step }, 200);
  });
}

/**
 * Where the named paths lead on the session's own desktop. Who may not act there does not learn it here either, and a
 * desktop that is still starting has nothing to look at: then it is imagined.
 */
async function lookingAt(
  services: Services,
  caller: Principal,
  { session: id }: ExplainRequest,
): Promise<(action: Action) => Promise<Seen | null>> {
  const isAllowed = ROLES.indexOf(caller.role) >= ROLES.indexOf("operator");
  const { state } = id === undefined ? { state: null } : await readSession(services, caller, id);
  if (id === undefined || state === "starting" || !isAllowed) return async () => null;
  return async ({ tool, params }) => {
    if (pathParameters(tool, params).length === 0) return null;
    const { worker } = await locateSession(services, caller, id);
    return services.workers.look(worker, caller, { sessionId: id, tool: tool.id, params });
  };
}

/** Of a script, which is judged step by step: it is done as far as each of them is. */
function stepsOf({ tool, params }: Action): { step: number; action: Action }[] {
  if (tool.category !== "script") return [];
  return (params.steps as { tool: string; params: unknown }[]).map((each, step) => {
    const stepTool = STEP_TOOLS.get(each.tool)!;
    return { step, action: { tool: stepTool, params: stepTool.parameters.parse(each.params) as Action["params"] } };
  });
}

const TOOL_OF_OPERATION = {
  read: "computer_file_read",
  write: "computer_file_write",
  delete: "computer_file_delete",
  list: "computer_file_list",
  info: "computer_file_info",
} as const;

/** @throws FleetError `request.invalid` with the place of each fault in the request */
function actionOf({ tool: id, params = {}, command, cwd, path, operation = "read" }: ExplainRequest): Action {
  if (command !== undefined)
    return parsed("computer_process_start", { command, ...(cwd === undefined ? {} : { cwd }) }, "");
  if (path !== undefined)
    return parsed(TOOL_OF_OPERATION[operation], { path, ...(operation === "write" ? { content: "" } : {}) }, "");
  return parsed(id ?? "", params, "/params");
}

function parsed(id: string, params: Record<string, unknown>, at: string): Action {
  const tool = TOOLS.get(id);
  if (tool === undefined)
    throw invalid([{ path: "/tool", message: "there is no such tool; GET /v1/tools lists them" }]);
  const { action, faults } = readAction(tool, params, at);
  if (action === null) throw invalid(faults);
  return action;
}

const invalid = (faults: readonly Fault[]) =>
  new FleetError("request.invalid", "The body has faults; each says where", { faults });

/** Whose policy and consents hold. @throws FleetError `resource.not_found`, `session.ended`, `policy.invalid` */
async function situationOf(services: Services, caller: Principal, { session: id, project }: ExplainRequest) {
  if (id !== undefined) {
    if (project !== undefined) throw invalid([{ path: "/project", message: "a session has its own project, or none" }]);
    return situationOfSession(services, caller, await readSession(services, caller, id));
  }
  return situationOfCaller(services, caller, project);
}

async function situationOfSession(services: Services, caller: Principal, session: SessionRecord) {
  const { id, state, controller, principalId } = session;
  if (state === "ended") throw new FleetError("session.ended", "The session has ended");
  const layers = await layersOfSession(services, session);
  const { owner, stored } = await services.database.tenant(caller.tenantId, async (tx) => ({
    owner: await findPrincipal(tx, principalId),
    stored: await heldGrants(tx, principalId, id),
  }));
  return {
    layers,
    principal: owner ?? { ...caller, id: principalId },
    grants: [...sessionGrants(session.grants, mergePolicies(layers)), ...stored],
    session: { state: state === "starting" ? ("active" as const) : state, controller },
  };
}
