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
import { captureFor } from "./anchors/capture-for.ts";
import { actOnApp } from "./app-state/act-on-app.ts";
import type { AppCapture } from "./app-state/capture.ts";
import type { Pipe } from "./app-state/pipe.ts";
import { type Asked, freeze } from "./approvals/freeze.ts";
import type { PlannedAction } from "./approvals/planned-action.ts";
import { type Redeemed, redeem } from "./approvals/redeem.ts";
import { digestTarget } from "./approvals/target-digest.ts";
import { targetRectangle } from "./approvals/target-rectangle.ts";
import { spend, useUp } from "./approvals/use-consents.ts";
import type { Audit } from "./auditor/audit.ts";
import { auditAction } from "./auditor/judge-in-context.ts";
import { type Answer, deliverAnswer } from "./content/answer.ts";
import { cleanError } from "./content/clean-error.ts";
import { deliverResult } from "./content/deliver-result.ts";
import { rememberTyped } from "./content/remember-typed.ts";
import { runSteps } from "./run-steps.ts";
import { ActionRecord } from "./sessions/action-record.ts";
import { admit } from "./sessions/admit.ts";
import { type Execution, executionOf } from "./sessions/execution.ts";
import { failureOf, resultOf, unreadable } from "./sessions/failures.ts";
import { gateContext, type Observed, observeForGates } from "./sessions/gate-context.ts";
import { judge, spentGrants } from "./sessions/judge.ts";
import type { LiveSession } from "./sessions/live-session.ts";
import { countFailure } from "./sessions/pause-after-failures.ts";
import { planAction } from "./sessions/plan-action.ts";
import type { PerformCall } from "./sessions/plan-call.ts";
import { refusalOf } from "./sessions/refusal.ts";
import { requireStillClear, requireWanted } from "./sessions/still-clear.ts";
import { followKeys } from "./sessions/terminal-input.ts";

export type { PerformCall } from "./sessions/plan-call.ts";

export type Performed =
  | {
      readonly outcome: "done";
      readonly result: ActionResult;
      readonly payload: Buffer | null;
      /** The tool's result with what this caller may not read: for the worker's own conditions, never answered. */
      readonly unmapped: unknown;
      /** Of an app-state tool the state that it answered with, as it is: for the same conditions. */
      readonly state: AppCapture | null;
    }
  | ({ readonly outcome: "ask" } & Asked);

const PLANS_MAX = 3;
const WINDOW_LIST = "computer_window_list";
type Told = Pick<Execution, "args" | "realPaths" | "confine" | "activeWindow">;

/**
 * The one way to a desktop: registry, role, gates 1 to 7 and 9, auditor, intent, execution, gate 8, outcome (DESIGN.md section 4).
 * Nothing else calls an executor's tools; executor-control.ts has the methods that are no tools.
 *
 * Answers `done`, or `ask` with the frozen approval. Everything else is thrown:
 * @throws FleetError `request.invalid`, `auth.forbidden` before anything was judged; `policy.denied`, `session.stopped`, `session.paused`,
 *   `session.human_control`, `action.rate_limited` by verdict (data: gate, code, layer, retryAfterMs); `audit.unavailable`
 *   when the intent could not be committed: in all of these nothing was done. `action.failed`, `action.timeout`,
 *   `action.unknown`, `content.withheld`, `desktop.lost`, `lease.lost`, `session.stopped` (data.started) after it began;
 *   `action.failed` also when what an app-state tool names is not there.
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
  } catch (error) {
    throw cleanError(session.content, error);
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

/** `plansLeft`: how often what the call names may still be looked up. */
async function act(
  session: LiveSession,
  tool: ToolDefinition,
  call: PerformCall,
  plansLeft = PLANS_MAX,
): Promise<Performed> {
  if (session.state === "ended") throw new FleetError("session.ended", "The session has ended");
  const { signal } = call;
  requireWanted(signal);
  const pipe = pipeOf(session);
  const redeemed = call.approvalId === undefined ? null : await redeem(session, call.approvalId, tool.id);
  const captureScreen = captureFor(session, call.principal);
  const planned = redeemed?.planned ?? (await planAction(session, tool, call, { pipe, captureScreen }));
  const principal = redeemed?.requester ?? call.principal;
  const note = redeemed && `approval ${redeemed.record.approval.id} by ${redeemed.record.approval.answeredBy}`;
  const record = new ActionRecord(session, planned, principal, note);

  let observed = await observe(session, planned, principal, pipe);
  const target = targetRectangle(planned, observed.windows, session.screen);
  record.goesTo(target);
  if (redeemed !== null) await requireSameTarget(session, redeemed, observed, pipe);
  const audit = await auditAction(session, planned, { observed, pipe, principal, redeemed, signal });
  if (audit?.hasWaited) observed = await observe(session, planned, principal, pipe);
  const endTimer = session.services.metrics.gateSeconds.startTimer();
  const context = gateContext(session, observed, { principal, isApproved: redeemed !== null });
  const gates = judge(planned, context, session.policy);
  const judgement = audit?.join(gates) ?? gates;
  endTimer();
  const { evaluation } = judgement;
  // The window that was looked up has closed since: nobody named it, so its application is looked up again.
  const isWindowLost = planned.app !== null && evaluation.decisive.code === "bounds.window";
  if (isWindowLost && redeemed === null && plansLeft > 1) return act(session, tool, call, plansLeft - 1);
  // Nobody is asked about something that will not be done.
  const isIdle = planned.app?.answer != null;
  if (evaluation.outcome === "ask" && !isIdle) {
    const { isTaskStep = false } = call;
    const seen = { judgement, observed, requester: principal, isTaskStep };
    const asked = await freeze(session, planned, seen);
    audit?.ended("asked", { approvalId: asked.approval.id });
    await record.refused("asked", evaluation, `approval ${asked.approval.id}`);
    return { outcome: "ask", ...asked };
  }
  if (evaluation.outcome === "deny" || evaluation.outcome === "wait") {
    audit?.ended("denied");
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
  const spent = isIdle ? [] : spentGrants(planned, context, session.policy);
  if (!(await spend(session, spent))) return act(session, tool, call);
  if (redeemed !== null) await useUp(session, redeemed);
  await Promise.all([
    record.intent(evaluation, execution.note),
    target === null ? undefined : session.recorder.aim(record.id),
  ]);
  const reader = { mayReadTitles: consentFrom("titles", context, session.policy) !== null };
  const whose = { principal, reader, isApproved: redeemed !== null, signal };
  return execute(session, planned, { record, evaluation, audit, execution, observed, pipe, ...whose });
}

/** A stopped executor refuses even to list windows; gate 9 denies without them, so they are not asked for then. */
function observe(session: LiveSession, planned: PlannedAction, principal: Principal, pipe: Pipe): Promise<Observed> {
  return observeForGates(session, planned, principal, () =>
    session.state === "active" || session.state === "paused" ? pipe.windows() : Promise.resolve([]),
  );
}

async function requireSameTarget(
  session: LiveSession,
  redeemed: Redeemed,
  observed: Observed,
  pipe: Pipe,
): Promise<void> {
  const { targetDigest } = redeemed.record;
  if (targetDigest === null || targetDigest === (await digestTarget(session, redeemed.planned, observed, pipe))) return;
  throw new FleetError("approval.target_changed", "The target no longer looks as it did when the action was asked for");
}

interface Permitted {
  readonly record: ActionRecord;
  readonly evaluation: Evaluation;
  /** Null: it is not audited. */
  readonly audit: Audit | null;
  /** Whose action it is. */
  readonly principal: Principal;
  readonly reader: ResultReader;
  readonly execution: Execution;
  readonly observed: Observed;
  readonly pipe: Pipe;
  /** A person approved exactly this. */
  readonly isApproved: boolean;
  /** Its caller gives it up. */
  readonly signal: AbortSignal | undefined;
}

async function execute(session: LiveSession, planned: PlannedAction, permitted: Permitted): Promise<Performed> {
  const { stopSignal } = session;
  const { record, evaluation, audit } = permitted;
  // The steps of a script are counted one by one; what was only answered was not tried.
  const isCounted = !planned.tool.isReadOnly && !isScript(planned.tool) && planned.app?.answer == null;
  try {
    requireStillClear(session, planned.tool);
    requireWanted(permitted.signal);
    const answer = await carryOut(session, planned, permitted);
    await settle(session, planned, permitted, true);
    if (isCounted) await countFailure(session, null);
    audit?.ended("ok", { actionId: record.id, state: answer.state ?? null });
    const { frame, sha256 } = answer;
    await record.outcome("ok", { code: null, frame: frame && sha256 ? { frameId: frame.frameId, sha256 } : null });
    const result: ActionResult = {
      actionId: record.id,
      tool: planned.tool.id,
      result: answer.result,
      ...(frame ? { frame } : {}),
      ...(answer.dialogs?.length ? { dialogs: [...answer.dialogs] } : {}),
      masked: answer.masked,
      truncated: answer.truncated,
      verdict: evaluation.decisive,
      durationMs: record.durationMs,
    };
    return { outcome: "done", result, payload: answer.payload, unmapped: answer.unmapped, state: answer.state ?? null };
  } catch (error) {
    const failure = failureOf(unreadable(error), session, stopSignal);
    await settle(session, planned, permitted, false);
    audit?.ended(resultOf(failure), { actionId: record.id });
    await record.outcome(resultOf(failure), { code: failure.code });
    // That a caller changes its mind says nothing about how the desktop's work goes.
    if (isCounted && failure.data?.reason !== "cancelled") await countFailure(session, failure);
    throw failure;
  } finally {
    session.recorder.acted(record.id);
  }
}

async function carryOut(
  session: LiveSession,
  planned: PlannedAction,
  permitted: Permitted,
): Promise<Answer & { readonly state?: AppCapture | null }> {
  const { execution, principal, reader, observed, isApproved, signal } = permitted;
  rememberTyped(session.content, planned);
  if (isScript(planned.tool)) return callSteps(session, planned, permitted);
  // What was given for once belongs to the action itself; an approval of reading covers what is read, one of a click does not.
  const isRead = planned.tool.isReadOnly;
  const grants = isRead ? observed.grants : observed.grants.filter(({ scope }) => scope !== "once");
  const looker = { pipe: pipeOf(session, signal), principal, grants, isApproved: isApproved && isRead, ...reader };
  if (planned.tool.category === "app_state") return actOnApp(session, planned, looker);
  const replied = await callTool(session, planned, execution, signal);
  return deliverAnswer(session, planned, { ...looker, before: observed.windows }, replied);
}

/** What the action may have done to what stands at the prompts of terminals. */
async function settle(
  session: LiveSession,
  planned: PlannedAction,
  { execution, observed: { windows }, pipe }: Permitted,
  isDone: boolean,
): Promise<void> {
  await followKeys(session, { planned, windows, execution, isDone }, () => pipe.windows());
}

function callTool(
  session: LiveSession,
  planned: PlannedAction,
  { args, realPaths, confine, activeWindow }: Told,
  givenUp: AbortSignal | undefined,
): Promise<{ reply: ToolReply; payload: Buffer | null }> {
  const { observe } = planned;
  const { method } = planned.tool;
  if (method === null) throw new FleetError("internal", "a script is no method of the executor");
  const told = {
    ...{ args, realPaths, confine, deadlineMs: deadlineOf(planned) },
    ...(activeWindow === undefined ? {} : { activeWindow }),
    ...(observe === null ? {} : { observe }),
  };
  return callExecutor(session, method, told, givenUp);
}

async function callExecutor(
  session: LiveSession,
  method: string,
  { deadlineMs, args, realPaths, confine, ...more }: Told & { readonly deadlineMs: number; readonly observe?: unknown },
  givenUp: AbortSignal | undefined,
): Promise<{ reply: ToolReply; payload: Buffer | null }> {
  const wholeScreen = session.policy.contentPictures.value === "fields" ? {} : { wholeScreen: true };
  const params = { token: session.fencingToken, deadlineMs, args, realPaths, confine, ...wholeScreen, ...more };
  const { stopSignal } = session;
  const signal = givenUp === undefined ? stopSignal : AbortSignal.any([stopSignal, givenUp]);
  const answer = await session.desktop.executor.call(method, params, { timeoutMs: deadlineMs, signal });
  if (stopSignal.aborted)
    throw new FleetError("session.stopped", "The session was stopped", { data: { started: true } });
  return { reply: ToolReply.parse(answer.result), payload: answer.payload };
}

/** Milliseconds. A program that is waited for brings its own limit; settling comes on top of the action. */
function deadlineOf({ tool, params, observe }: PlannedAction): number {
  const own = typeof params.timeoutMs === "number" ? params.timeoutMs + 5_000 : 0;
  return Math.max(tool.timeoutMs, own) + (observe?.settleMsMax ?? 0);
}

/** The worker's own calls around one action: what gates look at, and what an app-state action consists of. */
function pipeOf(session: LiveSession, givenUp?: AbortSignal): Pipe {
  const { stopSignal } = session;
  const tried = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw failureOf(error, session, stopSignal);
    }
  };
  return {
    call: (method, args, deadlineMs) =>
      tried(() => callExecutor(session, method, { args, realPaths: false, confine: null, deadlineMs }, givenUp)),
    windows: () =>
      tried(async () => {
        const tool = registeredTool(WINDOW_LIST);
        const told = { args: {}, realPaths: false, confine: null, deadlineMs: tool.timeoutMs };
        const { reply } = await callExecutor(session, WINDOW_LIST, told, givenUp);
        return (tool.result.parse(reply.result) as { windows: WindowInfo[] }).windows;
      }),
  };
}

/** Each step comes back through `perform`, so it is judged, recorded and filtered like any other call. */
async function callSteps(
  session: LiveSession,
  planned: PlannedAction,
  { principal, reader, signal }: Permitted,
): Promise<Answer> {
  const { result, ...end } = await runSteps(session, planned, (step) =>
    perform(session, { ...step, principal, signal }),
  );
  if (session.stopSignal.aborted)
    throw new FleetError("session.stopped", "The session was stopped", { data: { started: true } });
  return { ...deliverResult(session.content, planned.tool, result, reader), ...end, sha256: null };
}
