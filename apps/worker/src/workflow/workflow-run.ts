import type { ActionResult, JsonObject, WorkflowDocument } from "@deskfleet/contracts";

/** What a running workflow needs from its attempt. Everything that waits ends early when `signal` aborts, with its reason. */
export interface WorkflowRun {
  readonly document: WorkflowDocument;
  readonly inputs: JsonObject;
  /** One action through perform; waits out approvals, pauses, human control and rate limits. @throws FleetError */
  act(call: Call, step: string): Promise<Acted>;
  /** Records a step as proven. Only a record: the next attempt has a fresh desktop and starts with the first step. */
  proven(step: string, saved: JsonObject): Promise<void>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** The answer of an action; `unmapped` is its result with the titles that the task's principal may not read. */
export interface Acted extends ActionResult {
  readonly unmapped?: unknown;
}

export interface Call {
  readonly tool: string;
  readonly params: JsonObject;
}

export interface Clock {
  /** Milliseconds that only grow, and stand still while the attempt waits for a person. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason as soon as that aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}
