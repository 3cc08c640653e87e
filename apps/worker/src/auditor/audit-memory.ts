import { createHmac, randomBytes } from "node:crypto";
import type { AuditContext, AuditLedger, AuditTarget } from "@deskfleet/contracts";
import { emptyLedger } from "@deskfleet/gates";
import { ScreenReadings } from "./screen/read-screen.ts";
import { VerdictCache } from "./verdict-cache.ts";

const RECENT_MAX = 5;
/** As many actions as a session may have frozen. */
const ASKED_MAX = 100;
/** Values of this session that were seen on its screen: the newest. */
const SEEN_MAX = 500;
/** Shorter ones stand in too many other texts. */
const SEEN_CHARACTERS_MIN = 4;
type Recent = AuditContext["recent"][number];

/** What a session's auditor remembers of it: kinds, places and results. Of values only keyed digests, to know them again. */
export class AuditMemory {
  ledger: AuditLedger = emptyLedger();
  readonly cache = new VerdictCache();
  readonly readings = new ScreenReadings();
  /** By approval id: what a person was asked about. */
  readonly #asked = new Map<string, AuditTarget>();
  readonly #recent: Recent[] = [];
  readonly #key = randomBytes(32);
  #written = Promise.resolve();
  /** Digest of a value to the step that showed it last. */
  readonly #seen = new Map<string, number>();

  /** The last five actions, oldest first. */
  get recent(): readonly Recent[] {
    return this.#recent;
  }

  note(recent: Recent): void {
    this.#recent.push(recent);
    if (this.#recent.length > RECENT_MAX) this.#recent.shift();
  }

  /** What is written after an answer, one after the other: an override is of a judgement that is there. `failed` hears what went wrong. */
  write(work: () => Promise<void>, failed: (error: unknown) => void): void {
    this.#written = this.#written.then(work).catch(failed);
  }

  /** Resolves when all that was begun so far is written. */
  written(): Promise<void> {
    return this.#written;
  }

  asked(approvalId: string, target: AuditTarget): void {
    this.#asked.set(approvalId, target);
    const [oldest] = this.#asked.keys();
    if (this.#asked.size > ASKED_MAX && oldest !== undefined) this.#asked.delete(oldest);
  }

  targetAsked(approvalId: string): AuditTarget | undefined {
    return this.#asked.get(approvalId);
  }

  sawValues(values: readonly string[], step: number): void {
    for (const value of values) {
      if ([...value].length < SEEN_CHARACTERS_MIN) continue;
      const digest = this.#digest(value);
      this.#seen.delete(digest);
      this.#seen.set(digest, step);
      const [oldest] = this.#seen.keys();
      if (this.#seen.size > SEEN_MAX && oldest !== undefined) this.#seen.delete(oldest);
    }
  }

  /** The step that showed this value; undefined: none did. */
  stepThatShowed(value: string): number | undefined {
    return this.#seen.get(this.#digest(value));
  }

  #digest(value: string): string {
    return createHmac("sha256", this.#key).update(value.trim()).digest("base64");
  }
}
