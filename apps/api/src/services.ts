import { FleetError, type Principal } from "@deskfleet/contracts";
import type { AuditWriter, Database } from "@deskfleet/store";
import type { Logger } from "pino";
import type { Config } from "./config.ts";
import type { EventHub } from "./events/event-hub.ts";
import type { FailureLimit } from "./http/rate-limit.ts";
import type { Metrics } from "./metrics.ts";
import type { WorkerDirectory } from "./sessions/worker-directory.ts";
import type { WorkerClient } from "./worker-client/worker-client.ts";

/** What the routes work with, made once in main.ts. */
export interface Services {
  readonly config: Config;
  readonly database: Database;
  readonly audit: AuditWriter;
  readonly workers: WorkerClient;
  readonly directory: WorkerDirectory;
  readonly events: EventHub;
  readonly failures: FailureLimit;
  readonly metrics: Metrics;
  readonly logger: Logger;
  /** The tenant whose administrators run the fleet: its policy layer and the stop of everything are theirs. */
  readonly operatorTenantId: string;
  readonly isHttps: boolean;
  /** Aborted when the process is told to end: open streams finish. */
  readonly closing: AbortSignal;
  /** What is undone then, before the store is closed. None of them throws. */
  readonly atEnd: (() => Promise<void>)[];
}

export const isOperator = (services: Services, principal: Principal) =>
  principal.role === "admin" && principal.tenantId === services.operatorTenantId;

/** @throws FleetError `auth.forbidden` */
export function requireOperator(services: Services, principal: Principal): void {
  if (!isOperator(services, principal))
    throw new FleetError("auth.forbidden", "This is for administrators of the fleet's operator");
}
