import {
  type ActionResult,
  type Evaluation,
  FleetError,
  type Principal,
  type ResultReader,
  ROLES,
  TOOLS,
  type ToolDefinition,
  ToolReply,
  type WindowInfo,
} from "@deskfleet/contracts";
import { consentFrom } from "@deskfleet/gates";
import { ZodError } from "zod";
import { type Asked, freeze } from "./approvals/freeze.ts";
import { storeGrants } from "./approvals/grants-from-answer.ts";
import type { PlannedAction } from "./approvals/planned-action.ts";
import { type Redeemed, redeem } from "./approvals/redeem.ts";
import { digestTarget } from "./approvals/target-digest.ts";
import { type DeliveredFrame, deliverFrame } from "./content/deliver-frame.ts";
import { deliverResult } from "./content/deliver-result.ts";
import { runSteps } from "./run-steps.ts";
import { ActionRecord } from "./sessions/action-record.ts";
import { type Execution, executionOf } from "./sessions/execution.ts";
import { gateContext, type Observed, observeForGates } from "./sessions/gate-context.ts";
import { judge, spentGrants } from "./sessions/judge.ts";
import type { LiveSession } from "./sessions/live-session.ts";
import { countFailure } from "./sessions/pause-after-failures.ts";
import { type PerformCall, planCall } from "./sessions/plan-call.ts";
import { refusalOf } from "./sessions/refusal.ts";
import { toFleetError } from "./sessions/rpc-faults.ts";
import { followKeys } from "./sessions/terminal-input.ts";

export type { PerformCall } from "./sessions/plan-call.ts";

export type Performed =
  | {
      readonly outcome: "done";
      readonly result: ActionResult;
      readonly payload: Buffer | null;
      /** The tool's result with what this caller may not read: for the worker's own conditions, never answered. */
      readonly unmapped: unknown;
    }
  | ({ readonly outcome: "ask" } & Asked);

const RATE_WINDOW_MS = 1_000;
const CAPTURE = "computer_screen_capture";
const WINDOW_LIST = "computer_window_list";
type Told = Pick<Execution, "args" | "realPaths" | "confine" | "activeWindow">;
const AS_IT_IS: Told = { args: {}, realPaths: false, confine: null };

/**
 * The one way to a desktop: registry, role, gates 1 to 7 and 9, intent, execution, gate 8, outcome (DESIGN.md section 4).
 * Nothing else calls an executor's tools; executor-control.ts has the methods that are no tools.
 *
 * Answers `done`, or `ask` with the frozen approval. Everything else is thrown:
 * @throws FleetError `request.invalid`, `auth.forbidden` before anything was judged; `policy.denied`, `session.stopped`, `session.paused`,
 *   `session.human_control`, `action.rate_limited` by verdict (data: gate, code, layer, retryAfterMs); `audit.unavailable`
 *   when the intent could not be committed: in all of these nothing was done. `action.failed`, `action.timeout`,
 *   `action.unknown`, `content.withheld`, `desktop.lost`, `lease.lost`, `session.stopped` (data.started) after it began.
 */
export async function perform(session: LiveSession, call: PerformCall): Promise<Performed> {
  const tool = registeredTool(call.tool);
  requireRole(call.principal, tool);
  session.running += 1;
  session.lastActivityMs = session.services.now();
  try {
    // A script takes no turn itself: each of its steps does.
    const mayRunBeside = isScript(tool) || (tool.isReadOnly && tool.isConcurrencySafe && call.approvalId === undefined);
    return await (mayRunBeside ? act(session, tool, call) : session.slot.run(() => act(session, tool, call)));
  } finally {
    session.running -= 1;
    session.lastActivityMs = session.services.now();
  }
}

function registeredTool(id: string): ToolDefinition {
  const tool = TOOLS.get(id);
  if (tool !== undefined) return tool;
  throw new FleetError("request.invalid", "There is no such tool", {
    faults: [{ path: "/tool", message: "the id of a registered tool; GET /v1/tools lists them" }],
  });
}

const isScript = ({ method }: ToolDefinition): boolean => method === null;

/** Routes ask for the same role earlier; this holds for whoever calls. */
function requireRole({ role }: Principal, tool: ToolDefinition): void {
  if (ROLES.indexOf(role) >= ROLES.indexOf(tool.role)) return;
  throw new FleetError("auth.forbidden", `This tool needs the role ${tool.role}`);
}

async function act(session: LiveSession, tool: ToolDefinition, call: PerformCall): Promise<Performed> {
  if (session.state === "ended") throw new FleetError("session.ended", "The session has ended");
  const redeemed = call.approvalId === undefined ? null : await redeem(session, call.approvalId, tool.id);
  const planned = redeemed?.planned ?? planCall(tool, call, session.frames.of(call.principal.id), session.screen);
  const principal = redeemed?.requester ?? call.principal;
  const note = redeemed && `approval ${redeemed.record.approval.id} by ${redeemed.record.approval.answeredBy}`;
  const record = new ActionRecord(session, planned, principal, note);

  const observed = await observe(session, planned, principal);
  if (redeemed !== null) await requireSameTarget(session, redeemed, observed);
  const endTimer = session.services.metrics.gateSeconds.startTimer();
  const context = gateContext(session, observed, { principal, isApproved: redeemed !== null });
  const judgement = judge(planned, context, session.policy);
  endTimer();
  const { evaluation } = judgement;
  if (evaluation.outcome === "ask") {
    const { isTaskStep = false } = call;
    const seen = { judgement, observed, requester: principal, isTaskStep };
    const asked = await freeze(session, planned, seen);
    await record.refused("asked", evaluation, `approval ${asked.approval.id}`);
    return { outcome: "ask", ...asked };
  }
  if (evaluation.outcome !== "allow") {
    await record.refused(evaluation.outcome === "wait" ? "waited" : "denied", evaluation);
    throw refusalOf(evaluation);
  }
  // By the same policy as the verdict: another one may come into force while the intent is written.
  const execution = executionOf(planned, {
    ...observed,
    policy: session.policy,
    canConfine: session.canConfine,
    isApproved: redeemed !== null,
  });
  admit(session, evaluation, context.nowMs);
  const spent = spentGrants(planned, context, session.policy);
  if (!(await spend(session, spent))) return act(session, tool, call);
  if (redeemed !== null) await useUp(session, redeemed);
  await record.intent(evaluation, execution.note);
  const reader = { mayReadTitles: consentFrom("titles", context, session.policy) !== null };
  return execute(session, planned, { record, evaluation, principal, reader, execution, observed });
}

/** A stopped executor refuses even to list windows; gate 9 denies without them, so they are not asked for then. */
function observe(session: LiveSession, planned: PlannedAction, principal: Principal): Promise<Observed> {
  return observeForGates(session, planned, principal, () =>
    session.state === "active" || session.state === "paused" ? readWindows(session) : Promise.resolve([]),
  );
}

/** In the same turn as the verdict, so that calls side by side cannot share one free place. Gate 7 does not count R0. */
function admit(session: LiveSession, { risk }: Evaluation, nowMs: number): void {
  if (risk === "R0_READ") return;
  session.recentActionsMs = [...session.recentActionsMs.filter((atMs) => nowMs - atMs < RATE_WINDOW_MS), nowMs];
}

async function requireSameTarget(session: LiveSession, redeemed: Redeemed, observed: Observed): Promise<void> {
  const { targetDigest } = redeemed.record;
  if (targetDigest === null || targetDigest === (await digestTarget(session, redeemed.planned, observed))) return;
  throw new FleetError("approval.target_changed", "The target no longer looks as it did when the action was asked for");
}

/** False when another action was faster with one of them: then the action is judged again, without it. */
async function spend(session: LiveSession, grantIds: readonly string[]): Promise<boolean> {
  for (const id of grantIds) {
    session.storedGrants = session.storedGrants.filter((grant) => grant.id !== id);
    if (!(await session.services.records.useUpGrant(session.tenantId, id))) return false;
  }
  return true;
}

async function useUp(session: LiveSession, redeemed: Redeemed): Promise<void> {
  const { id } = redeemed.record.approval;
  session.frozen.delete(id);
  if (!(await session.services.records.markExecuted(session.tenantId, id)))
    throw new FleetError("approval.used", "The approved action was executed already");
  await storeGrants(session, redeemed);
}

interface Permitted {
  readonly record: ActionRecord;
  readonly evaluation: Evaluation;
  /** Whose action it is. */
  readonly principal: Principal;
  readonly reader: ResultReader;
  readonly execution: Execution;
  readonly observed: Observed;
}

async function execute(session: LiveSession, planned: PlannedAction, permitted: Permitted): Promise<Performed> {
  const { stopSignal } = session;
  const { record, evaluation, execution } = permitted;
  // The steps of a script are counted one by one.
  const isCounted = !planned.tool.isReadOnly && !isScript(planned.tool);
  try {
    requireStillClear(session, planned.tool);
    const answer = isScript(planned.tool)
      ? await callSteps(session, planned, permitted)
      : await deliver(session, planned, permitted, await callTool(session, planned, execution, stopSignal));
    await settle(session, planned, permitted, true);
    if (isCounted) await countFailure(session, null);
    const { frame, sha256 } = answer;
    await record.outcome("ok", { code: null, frame: frame && sha256 ? { frameId: frame.frameId, sha256 } : null });
    const result: ActionResult = {
      actionId: record.id,
      tool: planned.tool.id,
      result: answer.result,
      ...(frame ? { frame } : {}),
      masked: answer.masked,
      truncated: answer.truncated,
      verdict: evaluation.decisive,
      durationMs: record.durationMs,
    };
    return { outcome: "done", result, payload: answer.payload, unmapped: answer.unmapped };
  } catch (error) {
    const failure = failureOf(unreadable(error), session, stopSignal);
    await settle(session, planned, permitted, false);
    await record.outcome(resultOf(failure), { code: failure.code });
    if (isCounted) await countFailure(session, failure);
    throw failure;
  }
}

/** What the action may have done to what stands at the prompts of terminals. */
async function settle(
  session: LiveSession,
  planned: PlannedAction,
  { execution, observed: { windows } }: Permitted,
  isDone: boolean,
): Promise<void> {
  await followKeys(session, { planned, windows, execution, isDone }, () => readWindows(session));
}

/** The intent took its milliseconds: a stop, a pause or a person may have come meanwhile. */
function requireStillClear(session: LiveSession, tool: ToolDefinition): void {
  if (session.state === "ended") throw new FleetError("session.ended", "The session has ended");
  if (session.state === "stopped") throw new FleetError("session.stopped", "The session was stopped");
  if (tool.isReadOnly) return;
  if (session.state === "paused") throw new FleetError("session.paused", "The session is paused");
  if (session.controller === "human")
    throw new FleetError("session.human_control", "A person took control", { data: { retryAfterMs: 1_000 } });
}

async function callTool(
  session: LiveSession,
  planned: PlannedAction,
  { args, realPaths, confine, activeWindow }: Told,
  signal: AbortSignal,
): Promise<{ reply: ToolReply; payload: Buffer | null }> {
  const deadlineMs = deadlineOf(planned);
  const { observe } = planned;
  const params = {
    token: session.fencingToken,
    deadlineMs,
    ...{ args, realPaths, confine },
    ...(activeWindow === undefined ? {} : { activeWindow }),
    ...(observe === null ? {} : { observe }),
  };
  const { method } = planned.tool;
  if (method === null) throw new FleetError("internal", "a script is no method of the executor");
  const answer = await session.desktop.executor.call(method, params, { timeoutMs: deadlineMs, signal });
  if (signal.aborted) throw new FleetError("session.stopped", "The session was stopped", { data: { started: true } });
  return { reply: ToolReply.parse(answer.result), payload: answer.payload };
}

/** Milliseconds. A program that is waited for brings its own limit; settling comes on top of the action. */
function deadlineOf({ tool, params, observe }: PlannedAction): number {
  const own = typeof params.timeoutMs === "number" ? params.timeoutMs + 5_000 : 0;
  return Math.max(tool.timeoutMs, own) + (observe?.settleMsMax ?? 0);
}

/** What gates 5 and 6 look at; never leaves the worker. @throws FleetError as a call of the tool does */
async function readWindows(session: LiveSession): Promise<readonly WindowInfo[]> {
  const tool = registeredTool(WINDOW_LIST);
  const planned: PlannedAction = { tool, params: {}, observe: null, capture: null, answeredPoint: null, frameId: null };
  try {
    const { reply } = await callTool(session, planned, AS_IT_IS, session.stopSignal);
    return (tool.result.parse(reply.result) as { windows: WindowInfo[] }).windows;
  } catch (error) {
    throw failureOf(error, session, session.stopSignal);
  }
}

interface Answer {
  readonly result: unknown;
  readonly unmapped: unknown;
  readonly frame: DeliveredFrame["frame"] | null;
  readonly sha256: string | null;
  readonly payload: Buffer | null;
  readonly masked: string[];
  readonly truncated: boolean;
}

/** Gate 8 on everything that leaves. */
async function deliver(
  session: LiveSession,
  { tool, answeredPoint, observe }: PlannedAction,
  { principal, reader }: Permitted,
  { reply, payload }: { readonly reply: ToolReply; readonly payload: Buffer | null },
): Promise<Answer> {
  const frames = session.frames.of(principal.id);
  if (tool.id === CAPTURE) {
    if (reply.frame === undefined) throw new FleetError("action.unknown", "The desktop answered without a frame");
    const captured = await deliverFrame(reply.frame, payload, frames, session.screen);
    return { result: captured.frame, unmapped: captured.frame, ...captured, masked: [], truncated: false };
  }
  const clean = deliverResult(tool, answeredPoint ?? reply.result, reader);
  const withoutFrame = { ...clean, frame: null, sha256: null, payload: null };
  if (observe === null || reply.frame === undefined) return withoutFrame;
  try {
    return { ...clean, ...(await deliverFrame(reply.frame, payload, frames, session.screen)) };
  } catch (error) {
    // The action happened; failing it for its picture would invite a second click. The frame alone is withheld.
    session.services.log.warn({ sessionId: session.id, err: error }, "the frame of an observing action is withheld");
    return { ...withoutFrame, masked: [...clean.masked, "frame"] };
  }
}

/** Each step comes back through `perform`, so it is judged, recorded and filtered like any other call. */
async function callSteps(
  session: LiveSession,
  planned: PlannedAction,
  { principal, reader }: Permitted,
): Promise<Answer> {
  const { result, frame, payload } = await runSteps(session, planned, (step) =>
    perform(session, { ...step, principal }),
  );
  if (session.stopSignal.aborted)
    throw new FleetError("session.stopped", "The session was stopped", { data: { started: true } });
  return { ...deliverResult(planned.tool, result, reader), frame, sha256: null, payload };
}

/** An answer to an action that cannot be read says nothing about whether it happened. */
function unreadable(error: unknown): unknown {
  if (!(error instanceof ZodError)) return error;
  return new FleetError("action.unknown", "The desktop's answer is not one", { cause: error });
}

/** What a call threw, as the caller should know it: a stop or an end explains whatever went wrong because of it. */
function failureOf(error: unknown, { endReason }: LiveSession, stopSignal: AbortSignal): FleetError {
  const failure = toFleetError(error);
  if (!stopSignal.aborted || failure.code === "session.stopped" || failure.code === "session.ended") return failure;
  if (endReason === "desktop_lost") return failure;
  const facts = { cause: failure, data: { started: true } };
  return endReason === null
    ? new FleetError("session.stopped", "The session was stopped", facts)
    : new FleetError("session.ended", "The session has ended", facts);
}

/** How the audit store knows a failure. `unknown`: it may or may not have happened. */
function resultOf({ code }: FleetError): "error" | "unknown" | "stopped" | "denied" {
  if (code === "session.stopped" || code === "session.ended") return "stopped";
  if (code === "session.paused" || code === "session.human_control" || code === "policy.denied") return "denied";
  return code === "desktop.lost" || code === "action.unknown" || code === "internal" ? "unknown" : "error";
}
