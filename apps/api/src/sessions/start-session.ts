import { type CreateSession, type DesktopSpec, FleetError, type Principal } from "@deskfleet/contracts";
import { insertSession, type SessionRecord, type Tx, updateSession, type Worker } from "@deskfleet/store";
import type { Services } from "../services.ts";
import { projectIdOf } from "./project-id.ts";

/** OCI runtime that an isolation needs; container needs none in particular. */
const RUNTIMES = { container: null, gvisor: "runsc", vm: "kata" } as const;
/** A worker that was full or gone a moment ago is no reason to refuse while others are free. */
const WORKERS_TRIED_MAX = 3;

/**
 * Workers that could take the session now, the one with most free desktops first.
 * @throws FleetError `capacity.exhausted` with a reason per worker, `desktop.isolation_unavailable`
 */
async function chooseWorkers(services: Services, desktop: DesktopSpec): Promise<Worker[]> {
  const workers = await services.directory.all();
  const runtime = RUNTIMES[desktop.isolation];
  const able = workers.filter(({ runtimes }) => runtime === null || runtimes.includes(runtime));
  const free = able.filter(({ slots, used, isDraining }) => used < slots && !isDraining);
  if (free.length > 0) return free.slice(0, WORKERS_TRIED_MAX);
  if (workers.length > 0 && able.length === 0)
    throw new FleetError("desktop.isolation_unavailable", `No worker offers the isolation ${desktop.isolation}`);
  throw exhausted(
    workers.length === 0
      ? ["no worker reports to the fleet"]
      : able.map(({ id, slots, isDraining }) =>
          isDraining ? `worker ${id}: an operator drained it` : `worker ${id}: all ${slots} desktops are in use`,
        ),
  );
}

/** The row of an interactive session, before any worker is asked. @throws FleetError `request.invalid` for an unknown project */
export async function insertRequested(
  tx: Tx,
  { tenantId, id: principalId }: Principal,
  { desktop, grants, idleTimeoutSeconds, project, goal, trustedDomains }: CreateSession,
): Promise<SessionRecord> {
  const projectId = await projectIdOf(tx, project);
  const purpose = { goal, trustedDomains };
  return insertSession(tx, { tenantId, principalId, projectId, ...purpose, desktop, grants, idleTimeoutSeconds });
}

/**
 * Asks one worker after the other to claim a desktop for the session, whose row exists. When none does, the row ends.
 * @throws FleetError of the last worker asked
 */
export async function startSession(
  services: Services,
  principal: Principal,
  input: { sessionId: string; request: CreateSession },
): Promise<void> {
  try {
    let failure: unknown;
    for (const worker of await chooseWorkers(services, input.request.desktop)) {
      try {
        return await services.workers.createSession(worker, principal, input);
      } catch (error) {
        if (!(error instanceof FleetError && ASK_ANOTHER.has(error.code))) throw error;
        failure = error;
      }
    }
    throw failure;
  } catch (error) {
    const endReason = error instanceof FleetError ? error.code : "internal";
    await services.database.tenant(principal.tenantId, (tx) =>
      updateSession(tx, input.sessionId, { state: "ended", endReason }),
    );
    throw error;
  }
}
/** Nothing was started there. */
const ASK_ANOTHER = new Set(["capacity.exhausted", "worker.unreachable"]);

function exhausted(reasons: string[]): FleetError {
  return new FleetError("capacity.exhausted", `No desktop is free: ${reasons.join("; ")}`, {
    data: { reasons, retryAfterMs: 2_000 },
  });
}
