import type { AuditRecord, NewAuditRecord } from "@deskfleet/contracts";
import { abandonedIntents, type Database, databaseNow, newId } from "@deskfleet/store";
import type { Logger } from "../log.ts";

export interface IntentCloserOptions {
  readonly database: Database;
  readonly audit: { append(record: NewAuditRecord): Promise<AuditRecord> };
  readonly log: Logger;
  /** After a session's end its own worker may still write outcomes; default 5 s. */
  readonly graceMs: number;
}

/** How far back a new leader looks: longer than any gap between two leaders. */
const LOOK_BACK_MS = 24 * 3_600_000;
/** A session's end is stamped before it is committed. */
const OVERLAP_MS = 30_000;
const LIMIT = 200;

/**
 * Closes what nobody else can: an intent whose worker died has an outcome that nobody knows, and the session's audit chain
 * says so. Looks at each ended session once (and a little more), from where it looked last.
 */
export class IntentCloser {
  readonly #options: IntentCloserOptions;
  #lookedUntil: Date | null = null;
  #closed = new Set<string>();

  constructor(options: IntentCloserOptions) {
    this.#options = options;
  }

  async run(): Promise<void> {
    const { database, audit, log, graceMs } = this.#options;
    const now = await database.system(databaseNow);
    const endedBefore = new Date(now.getTime() - graceMs);
    const endedAfter = this.#lookedUntil ?? new Date(now.getTime() - LOOK_BACK_MS);
    const intents = await database.system((tx) => abandonedIntents(tx, { endedAfter, endedBefore, limit: LIMIT }));
    for (const intent of intents) {
      if (this.#closed.has(intent.id)) continue;
      await audit.append(unknownOutcome(intent, now));
      this.#closed.add(intent.id);
      log.warn(
        { intentId: intent.id, sessionId: intent.sessionId, action: intent.action },
        "an open intent is closed as unknown",
      );
    }
    if (intents.length === LIMIT) return;
    this.#lookedUntil = new Date(endedBefore.getTime() - OVERLAP_MS);
    this.#closed = new Set(intents.map(({ id }) => id));
  }
}

function unknownOutcome(intent: AuditRecord, now: Date): NewAuditRecord {
  const { tenantId, chain, sessionId, taskId, attemptId, action } = intent;
  return {
    id: newId(),
    tenantId,
    chain,
    kind: "outcome",
    at: now.toISOString(),
    sessionId,
    taskId,
    attemptId,
    actor: "system",
    action,
    params: {},
    evaluation: null,
    intentId: intent.id,
    result: "unknown",
    reason: "the worker ended before it could say what became of it",
    durationMs: null,
    frame: null,
  };
}
