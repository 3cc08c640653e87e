import type { Database } from "@deskfleet/store";
import type { Logger } from "../log.ts";
import type { perform } from "../perform.ts";
import type { SessionHost } from "../sessions/session-host.ts";
import type { LeaseTimes } from "./lease.ts";
import type { Wakeups } from "./wakeups.ts";

/** What running an attempt needs. */
export interface AttemptServices extends LeaseTimes {
  readonly database: Database;
  readonly host: Pick<SessionHost, "open" | "close" | "used">;
  readonly perform: typeof perform;
  readonly workerId: string;
  /** Answers to approvals, by approval id. */
  readonly approvals: Wakeups;
  readonly log: Logger;
}
