import { resumeExecutor, stopExecutor } from "./executor-control.ts";
import type { LiveSession } from "./live-session.ts";

export interface StopOrder {
  /** Where the stop came in: one session, a tenant's, all. */
  readonly scope: "session" | "tenant" | "fleet";
  /** `principal:<id>` or `system`. */
  readonly actor: string;
  readonly reason: string;
}

/**
 * Stops a session: first in this process, so that no verdict passes any more; then at the executor, which releases keys
 * and buttons and refuses further calls; then what runs is aborted; and only then it is written down. A store that does
 * not answer does not hold up a stop.
 */
export async function stopSession(session: LiveSession, order: StopOrder): Promise<void> {
  if (session.state === "ended" || session.state === "stopped") return;
  const { services } = session;
  const startedMs = performance.now();
  session.state = "stopped"; // in force now; `become` below also aborts, after the executor's stop is on its way
  const atExecutor = stopExecutor(session.desktop.executor);
  session.become("stopped");
  services.metrics.stops.inc({ scope: order.scope });
  session.emit("session.stopped", { scope: order.scope, reason: order.reason });
  const isConfirmed = await atExecutor.then(
    () => true,
    (error: unknown) => {
      services.log.error({ sessionId: session.id, err: error }, "the executor did not confirm a stop");
      return false;
    },
  );
  const effectMs = performance.now() - startedMs;
  services.metrics.stopSeconds.observe(effectMs / 1_000);
  await record(session, order, "session.stopped", { isConfirmed, effectMs: Math.round(effectMs) });
  await write(session, "stopped");
}

/** A person lets a paused or stopped session go on. @throws FleetError when the executor cannot be resumed: then it stays. */
export async function resumeSession(session: LiveSession, actor: string): Promise<void> {
  if (session.state !== "paused" && session.state !== "stopped") return;
  if (session.state === "stopped") await resumeExecutor(session.desktop.executor);
  await record(session, { scope: "session", actor, reason: "resumed" }, "session.resumed", {});
  session.failuresInRow = 0;
  session.become("active");
  session.emit("session.resumed", {});
  await write(session, "active");
}

async function record(
  session: LiveSession,
  { scope, actor, reason }: StopOrder,
  action: string,
  facts: Record<string, unknown>,
): Promise<void> {
  try {
    await session.services.audit.append(
      session.auditRecord({ kind: "event", actor, action, params: { scope, ...facts }, reason }),
    );
  } catch (error) {
    session.services.log.error({ sessionId: session.id, action, err: error }, "an event could not be recorded");
  }
}

async function write(session: LiveSession, state: "stopped" | "active"): Promise<void> {
  try {
    await session.services.records.updateSession(session.tenantId, session.id, { state });
  } catch (error) {
    session.services.log.error({ sessionId: session.id, state, err: error }, "a session's state could not be stored");
  }
}
