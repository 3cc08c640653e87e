import type { AuditContext, AuditLedger } from "@deskfleet/contracts";
import { emptyLedger } from "@deskfleet/gates";

const RECENT_MAX = 5;
type Recent = AuditContext["recent"][number];

/** What a session's auditor remembers of it: kinds, places and results. */
export class AuditMemory {
  ledger: AuditLedger = emptyLedger();
  readonly #recent: Recent[] = [];

  /** The last five actions, oldest first. */
  get recent(): readonly Recent[] {
    return this.#recent;
  }

  note(recent: Recent): void {
    this.#recent.push(recent);
    if (this.#recent.length > RECENT_MAX) this.#recent.shift();
  }
}
