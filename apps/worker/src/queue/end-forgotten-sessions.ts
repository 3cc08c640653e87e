import { type Database, listSessions, updateSession } from "@deskfleet/store";
import type { Logger } from "../log.ts";
import type { SessionHost } from "../sessions/session-host.ts";

export interface ForgottenSessionsOptions {
  readonly database: Database;
  readonly host: Pick<SessionHost, "find">;
  readonly workerId: string;
  readonly log: Logger;
  /** Younger ones may still be opening. */
  readonly minAgeMs: number;
}

const LIMIT = 200;

/**
 * Sessions that Postgres says this worker holds and that it does not: their end could not be stored when it came. Only the
 * worker itself can know this while it lives; the leader looks after the sessions of silent ones.
 */
export async function endForgottenSessions(options: ForgottenSessionsOptions): Promise<void> {
  const { database, host, workerId, log, minAgeMs } = options;
  await database.system(async (tx) => {
    const { items } = await listSessions(tx, { workerId, isLive: true }, { limit: LIMIT });
    const bornBefore = Date.now() - minAgeMs;
    for (const { id, createdAt } of items) {
      if (host.find(id) !== undefined || Date.parse(createdAt) > bornBefore) continue;
      await updateSession(tx, id, { state: "ended", endReason: "forgotten" });
      log.warn({ sessionId: id }, "a session that this worker no longer holds has ended");
    }
  });
}
