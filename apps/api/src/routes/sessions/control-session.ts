import { FleetError, type Principal } from "@deskfleet/contracts";
import { notify, toSession } from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import type { App } from "../../app-env.ts";
import { auditEvent } from "../../audit-event.ts";
import { describeError } from "../../http/describe-error.ts";
import { problems } from "../../http/problems.ts";
import { requireRole } from "../../http/require-role.ts";
import { json } from "../../http/responses.ts";
import { IdParam } from "../../http/schemas.ts";
import type { Services } from "../../services.ts";
import { locateSession, readSession } from "../../sessions/locate-session.ts";
import { SessionSchema } from "./session-routes.ts";

const verb = <V extends string>(name: V, summary: string, description: string) =>
  createRoute({
    tags: ["sessions"],
    middleware: requireRole("operator"),
    method: "post",
    path: `/v1/sessions/{id}/${name}` as `/v1/sessions/{id}/${V}`,
    summary,
    description,
    request: { params: IdParam },
    responses: {
      200: json(SessionSchema, "The session afterwards"),
      ...problems(
        "request.invalid",
        "auth.required",
        "auth.forbidden",
        "resource.not_found",
        "resource.conflict",
        "session.ended",
        "worker.unreachable",
      ),
    },
  });

const stop = verb(
  "stop",
  "Stop a session",
  "At once: keys and buttons are released, the pointer is parked, every further action is refused until `resume`.",
);
const pause = verb(
  "pause",
  "Pause a session",
  "What runs comes to its end; then nothing changes the desktop until `resume`, and reading goes on. A task's attempt waits as `paused`, which costs it no time. Pausing what is paused changes nothing.",
);
const resume = verb("resume", "Resume a paused or stopped session", "A person's decision that it may go on.");
const close = verb("close", "Close a session", "Its desktop is destroyed. Closing what has ended changes nothing.");

export function controlSession(app: App, services: Services): void {
  app.openapi(stop, async (c) => {
    const { id } = c.req.valid("param");
    await stopSession(services, c.var.principal, id);
    return c.json(toSession(await readSession(services, c.var.principal, id)), 200);
  });

  for (const [route, name] of [
    [pause, "pause"],
    [resume, "resume"],
  ] as const)
    app.openapi(route, async (c) => {
      const { id } = c.req.valid("param");
      const { worker } = await locateSession(services, c.var.principal, id);
      await services.workers.control(worker, c.var.principal, { sessionId: id, verb: name });
      return c.json(toSession(await readSession(services, c.var.principal, id)), 200);
    });

  app.openapi(close, async (c) => {
    const { id } = c.req.valid("param");
    await closeSession(services, c.var.principal, id);
    return c.json(toSession(await readSession(services, c.var.principal, id)), 200);
  });
}

/** Closing what has ended changes nothing. @throws FleetError `resource.not_found`, `resource.conflict` while it starts */
export async function closeSession(services: Services, principal: Principal, sessionId: string): Promise<void> {
  try {
    const { worker } = await locateSession(services, principal, sessionId);
    await services.workers.control(worker, principal, { sessionId, verb: "close" });
  } catch (error) {
    if (!(error instanceof FleetError && error.code === "session.ended")) throw error;
  }
}

/**
 * Two ways at once, the worker's own door and the signal in Postgres: one of them broken does not keep a session going. Whichever
 * comes first is what the worker records, and a signal has no name on it: who gave the order is recorded here, once it is out.
 */
async function stopSession(services: Services, principal: Principal, sessionId: string): Promise<void> {
  const session = await readSession(services, principal, sessionId);
  if (session.state === "ended") throw new FleetError("session.ended", "The session has ended");
  const direct = async () => {
    const { worker } = await locateSession(services, principal, sessionId);
    await services.workers.control(worker, principal, { sessionId, verb: "stop" });
  };
  const signal = () =>
    services.database.tenant(principal.tenantId, (tx) => notify(tx, { kind: "session.stop", sessionId }));
  const [atWorker, bySignal] = await Promise.allSettled([direct(), signal()]);
  if (atWorker.status === "rejected") {
    if (bySignal.status === "rejected") throw atWorker.reason;
    services.logger.warn({ sessionId, error: describeError(atWorker.reason) }, "a stop went out by signal only");
  }
  await services.audit
    .append(auditEvent(principal, { action: "session.stop", params: {}, sessionId }))
    .catch((error: unknown) =>
      services.logger.error({ sessionId, error: describeError(error) }, "who stopped a session could not be recorded"),
    );
}
