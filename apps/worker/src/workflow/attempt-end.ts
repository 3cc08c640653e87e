import type { AttemptOutcome } from "@deskfleet/contracts";

/** Ends an attempt with an outcome that no error code stands for; also the `reason` of an attempt's abort signal. */
export class AttemptEnd extends Error {
  override readonly name = "AttemptEnd";
  readonly outcome: AttemptOutcome;
  /** For people. */
  readonly reason: string;
  constructor(outcome: AttemptOutcome, reason: string, options?: ErrorOptions) {
    super(`${outcome}: ${reason}`, options);
    this.outcome = outcome;
    this.reason = reason;
  }
}
