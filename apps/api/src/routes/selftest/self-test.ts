import { FleetError, type Principal, SelfTestReport } from "@deskfleet/contracts";
import { insertSession, updateSession } from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import type { App } from "../../app-env.ts";
import { auditEvent } from "../../audit-event.ts";
import { problems } from "../../http/problems.ts";
import { requireRole } from "../../http/require-role.ts";
import { json } from "../../http/responses.ts";
import { isOperator, type Services } from "../../services.ts";
import type { WorkerAddress } from "../../worker-client/worker-client.ts";

const route = createRoute({
  tags: ["operations"],
  middleware: requireRole("admin"),
  method: "post",
  path: "/v1/selftest",
  summary: "Test every tool",
  description:
    "Administrators of the fleet's operator. Runs a normal, a forbidden and an output-hygiene case of every tool on a worker's fresh desktop and answers when all have run: half a minute or so. One at a time in the fleet.",
  responses: {
    200: json(SelfTestReport.meta({ id: "SelfTestReport" }), "What came of each case; 200 also when some failed"),
    ...problems(
      ...(["auth.required", "auth.forbidden", "resource.conflict", "audit.unavailable", "capacity.exhausted"] as const),
      ...(["desktop.unavailable", "action.failed", "action.timeout", "worker.unreachable"] as const),
    ),
  },
});

const DESKTOP = { image: "default", display: "1280x800", isolation: "container" } as const;
/** Whoever closes the session is the run itself; this is for one that hangs. */
const IDLE_TIMEOUT_SECONDS = 300;

export function selfTest(app: App, services: Services): void {
  app.openapi(route, async (c) => {
    const { principal } = c.var;
    if (!isOperator(services, principal))
      throw new FleetError("auth.forbidden", "Only administrators of the fleet's operator run the self-test");
    const worker = await chooseWorker(services);
    return c.json(await runOn(services, principal, worker), 200);
  });
}

/** The one with most free desktops. @throws FleetError `capacity.exhausted` */
async function chooseWorker({ directory }: Services): Promise<WorkerAddress> {
  const free = (await directory.all()).find(({ slots, used, isDraining }) => used < slots && !isDraining);
  if (free === undefined) throw new FleetError("capacity.exhausted", "No worker has a free desktop for the self-test");
  return free;
}

async function runOn(services: Services, principal: Principal, worker: WorkerAddress): Promise<SelfTestReport> {
  const { database, audit, workers } = services;
  const { tenantId, id: principalId } = principal;
  const session = await database.tenant(tenantId, (tx) =>
    insertSession(tx, {
      tenantId,
      principalId,
      desktop: DESKTOP,
      grants: [],
      idleTimeoutSeconds: IDLE_TIMEOUT_SECONDS,
    }),
  );
  const record = (action: string, params: Record<string, unknown>) =>
    audit.append(auditEvent(principal, { action, params, sessionId: session.id }));
  try {
    await record("selftest.started", { workerId: worker.id });
    const report = await workers.selfTest(worker, principal, session.id);
    await record("selftest.ended", { passed: report.passed, failed: report.failed });
    return report;
  } catch (error) {
    const endReason = error instanceof FleetError ? error.code : "internal";
    await database.tenant(tenantId, (tx) => updateSession(tx, session.id, { state: "ended", endReason }));
    throw error;
  }
}
