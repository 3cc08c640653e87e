import type { ActionResult, JsonObject, Target, WorkflowDocument } from "@deskfleet/contracts";
import type { AnchorView } from "../anchors/look-for-anchor.ts";
import type { Look, Seen } from "../app-state/await-target.ts";
import type { ContentFilter } from "../content/content-filter.ts";

/** What a running workflow needs from its attempt. Everything that waits ends early when `signal` aborts, with its reason. */
export interface WorkflowRun {
  readonly document: WorkflowDocument;
  readonly inputs: JsonObject;
  /** Gate 8 on what the run tells: proofs, output, why it ended. */
  readonly content: ContentFilter;
  /** One action through perform; waits out approvals, pauses, human control and rate limits. @throws FleetError */
  act(call: Call, step: string): Promise<Acted>;
  /** Looks at what a target is about, once, through perform as well: nothing is started or changed. @throws FleetError */
  look(target: Target): Promise<Sight>;
  /** Records a step as proven. Only a record: the next attempt has a fresh desktop and starts with the first step. */
  proven(step: string, saved: JsonObject): Promise<void>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** An application, or of an anchor the places on the screen. */
export type Sight = Look<Seen> | { readonly places: Pick<AnchorView, "matches" | "candidates"> };

/** The answer of an action; `unmapped` is its result with the titles that the task's principal may not read. */
export interface Acted extends ActionResult {
  readonly unmapped?: unknown;
}

export interface Call {
  readonly tool: string;
  readonly params: JsonObject;
  /** Of a tool that is about an element: how long that is waited for. */
  readonly targetTimeoutMs?: number;
  /** Nobody reads what an app-state tool would answer with: the state of the application afterwards. */
  readonly answersState?: boolean;
  /** Of get_app_state: a look between actions, which starts nothing. */
  readonly isLook?: boolean;
}

export interface Clock {
  /** Milliseconds that only grow, and stand still while the attempt waits for a person. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason as soon as that aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}
