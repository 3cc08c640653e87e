import { FleetError } from "@deskfleet/contracts";
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
 * and buttons and refuses further calls; then what runs is aborted; and only then it is written down and announced, with how
 * long it took until it was in force. A store that does not answer does not hold up a stop.
 */
export async function stopSession(session: LiveSession, order: StopOrder): Promise<void> {
  if (session.state === "ended") return;
  session.holdOrders += 1;
  // Somebody else's stop is in force already; whoever looks next shall find it in the row.
  if (session.state === "stopped") return session.row.written();
  const { services } = session;
  const startedMs = performance.now();
  session.state = "stopped"; // in force now; `become` below also aborts, after the executor's stop is on its way
  const atExecutor = stopExecutor(session.desktop.executor);
  session.become("stopped");
  services.metrics.stops.inc({ scope: order.scope });
  const inRow = session.row.written();
  const isConfirmed = await atExecutor.then(
    () => true,
    (error: unknown) => {
      services.log.error({ sessionId: session.id, err: error }, "the executor did not confirm a stop");
      return false;
    },
  );
  const tookMs = performance.now() - startedMs;
  services.metrics.stopSeconds.observe(tookMs / 1_000);
  const effect = { isConfirmed, effectMs: Math.round(tookMs) };
  const { scope, reason } = order;
  const announced = inRow.then(() => session.emit("session.stopped", { scope, reason, ...effect }));
  await Promise.all([announced, record(session, order, "session.stopped", effect)]);
}

/**
 * A person lets a paused or stopped session go on. A stop or a pause that comes meanwhile wins; of two who resume it one does.
 * @throws FleetError when the executor cannot be resumed, `resource.conflict` when it was held again or ended meanwhile: then it stays
 */
export async function resumeSession(session: LiveSession, actor: string): Promise<void> {
  const { state: before, holdOrders } = session;
  if (before !== "paused" && before !== "stopped") return;
  const isOvertaken = () => session.state !== before || session.holdOrders !== holdOrders;
  if (before === "stopped") await resumeExecutor(session.desktop.executor);
  if (!isOvertaken()) await record(session, { scope: "session", actor, reason: "resumed" }, "session.resumed", {});
  if (isOvertaken()) {
    if (session.state === "active") return session.row.written();
    if (session.state === "stopped") {
      session.holdOrders += 1; // also before another one who is about to resume it: what follows stops the executor under them
      await stopExecutor(session.desktop.executor);
    }
    throw new FleetError("resource.conflict", "The session was paused, stopped or ended while it was being resumed");
  }
  session.failuresInRow = 0;
  session.lastActivityMs = session.services.now();
  session.become("active");
  await session.row.written();
  session.emit("session.resumed", {});
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
