import { type AuditContext, type AuditTarget, type Principal, timeLimit, type WindowInfo } from "@deskfleet/contracts";
import { type ActiveRules, factsOf, judge as judgeByRules } from "@deskfleet/gates";
import type { Pipe } from "../app-state/pipe.ts";
import type { PlannedAction } from "../approvals/planned-action.ts";
import type { Redeemed } from "../approvals/redeem.ts";
import { targetRectangle } from "../approvals/target-rectangle.ts";
import { untilAborted } from "../attempts/until-aborted.ts";
import { gateContext, type Observed } from "../sessions/gate-context.ts";
import { judge } from "../sessions/judge.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import { pointsOf } from "../sessions/map-coordinates.ts";
import { Audit, type AuditedPart, type AuditFacts } from "./audit.ts";
import { type AuditedAction, auditedActions, isQuiet } from "./audit-action-of.ts";
import { contextsOf, dropWindowOf, windowOf } from "./contexts.ts";
import { isOnPopup } from "./find-target.ts";
import { raise } from "./model/raise.ts";
import { type AuditMode, auditModeOf } from "./modes.ts";
import { type AimedPart, asRead, withSeen } from "./screen/with-seen.ts";
import { askModel } from "./second-opinion.ts";
import { readSurface, type Surface } from "./surface.ts";
import { cacheKey } from "./verdict-cache.ts";

export interface AuditLook {
  readonly observed: Observed;
  readonly pipe: Pipe;
  readonly principal: Principal;
  /** Null: nobody was asked yet. */
  readonly redeemed: Pick<Redeemed, "record"> | null;
  /** Its caller gives it up. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Judges an action by what it touches, where, and what the session did before. Null: nothing is judged (off, nothing of its own to
 * judge, or the gates refuse it anyway). Never throws: where the verdict decides, whatever fails denies; elsewhere it is logged.
 */
export async function auditAction(
  session: LiveSession,
  planned: PlannedAction,
  look: AuditLook,
): Promise<Audit | null> {
  const mode = auditModeOf(session.id, session.policy);
  if (mode === null || isRefused(session, planned, look)) return null;
  const { metrics } = session.services;
  const endTimer = metrics.auditSeconds.startTimer({ mode: mode.mode });
  const audit = await auditIn(mode, session, planned, look);
  if (audit === null || audit.isQuiet) return audit;
  endTimer();
  metrics.audits.inc({ mode: mode.mode, verdict: audit.verdict });
  return audit;
}

async function auditIn(
  mode: AuditMode,
  session: LiveSession,
  planned: PlannedAction,
  look: AuditLook,
): Promise<Audit | null> {
  const approved = approvedBy(look.redeemed);
  const beganMs = performance.now();
  try {
    const actions = auditedActions(planned, look.observed.terminal ?? null);
    if (actions.length === 0) return null;
    if (isQuiet(actions))
      return new Audit(session, planned, { ...mode, actions, approved, parts: [], ...NOTHING_LATER });
    // A stop waits for no application, no store and no model; an action that runs in any case waits for none of them long.
    const { stopSignal } = session;
    const limit = mode.isEnforced ? null : timeLimit(UNENFORCED_MS_MAX, stopSignal);
    try {
      const work = judgeParts(session, planned, { actions, mode, beganMs, ...look });
      const judged = await untilAborted(work, limit?.signal ?? stopSignal);
      return new Audit(session, planned, { ...mode, actions, approved, ...judged });
    } finally {
      limit?.clear();
    }
  } catch (error) {
    const { id: sessionId, services } = session;
    if (!session.stopSignal.aborted)
      services.log.warn({ sessionId, tool: planned.tool.id, err: error }, "an action could not be audited");
    if (!mode.isEnforced) {
      services.metrics.audits.inc({ mode: mode.mode, verdict: "failed" });
      return null;
    }
    return new Audit(session, planned, { ...mode, actions: [], approved, parts: null, ...NOTHING_LATER });
  }
}

function approvedBy(redeemed: AuditLook["redeemed"]): AuditFacts["approved"] {
  if (redeemed === null) return null;
  const { id, answeredBy, evaluation } = redeemed.record.approval;
  const isWarned = evaluation.verdicts.some(({ gate, outcome }) => gate === "auditor" && outcome === "ask");
  return { id, by: answeredBy ?? "", isWarned };
}

/** An application that takes longer to say what it shows is left unjudged. */
const UNENFORCED_MS_MAX = 1_000;
const NOTHING_LATER = { later: null, hasWaited: false } as const;
type Judged = Pick<AuditFacts, "parts" | "later" | "hasWaited">;

/** Nobody needs to know more about what the gates refuse; perform asks them again, by what is so then. */
function isRefused(
  session: LiveSession,
  planned: PlannedAction,
  { observed, principal, redeemed }: AuditLook,
): boolean {
  const context = gateContext(session, observed, { principal, isApproved: redeemed !== null });
  const { outcome } = judge(planned, context, session.policy).evaluation;
  return outcome === "deny" || outcome === "wait";
}

interface Judging extends AuditLook {
  readonly actions: readonly AuditedAction[];
  readonly mode: AuditMode;
  readonly beganMs: number;
}

async function judgeParts(session: LiveSession, planned: PlannedAction, judging: Judging): Promise<Judged> {
  const { actions, observed, pipe, mode, redeemed } = judging;
  const window = windowOf(planned, actions, observed.windows);
  const [surface, rules] = await Promise.all([
    window === null ? null : surfaceAt(pipe, window, planned, observed.windows),
    session.services.auditor.rules(session.tenantId),
  ]);
  const onto = await droppedOnto(planned, judging, { window, surface });
  const asked = redeemed === null ? undefined : session.audit.targetAsked(redeemed.record.approval.id);
  const given = { window, surface, onto, rules, audited: asked ?? null };
  const parts = await allParts(session, planned, judging, given);
  const [first] = parts;
  const isWanted = session.policy.auditorModel.value === "on" && first !== undefined && first.opinion === null;
  if (!isWanted || parts.some(({ verdict }) => verdict.verdict === "block"))
    return { parts, later: null, hasWaited: false };
  const { context, verdict } = first;
  const opinionAsked = askModel(session, { ...judging, context, verdict, point: pointOf(session, planned, observed) });
  const keep = (part: AuditedPart, key: string) => {
    if (part.opinion?.outcome === "answered") session.audit.cache.keep(key, part.context, part);
  };
  const key = keyOf(session, context, rules);
  if (!mode.isEnforced) {
    const later = opinionAsked.then((opinion) => {
      keep({ ...first, opinion, verdict: raise(verdict, opinion) }, key);
      return opinion;
    });
    return { parts, later, hasWaited: false };
  }
  const opinion = await opinionAsked;
  const raised = { ...first, opinion, verdict: raise(verdict, opinion) };
  keep(raised, key);
  // A model takes its time; what it was asked about may be something else by now, or have another window over it.
  const windowNow = window === null ? null : windowOf(planned, actions, await pipe.windows());
  const now = windowNow === null ? null : await readSurface(pipe, windowNow, surface);
  // What is drawn changes without a word of accessibility's.
  const audited = now === surface ? given.audited : context.target;
  const again = await allParts(session, planned, judging, { ...given, window: windowNow, surface: now, audited });
  if (now === surface)
    return {
      parts: [{ ...raised, isRival: again[0]?.isRival ?? false }, ...again.slice(1)],
      later: null,
      hasWaited: true,
    };
  const heard = again.map((part) =>
    part.opinion === null ? { ...part, opinion, verdict: raise(part.verdict, opinion) } : part,
  );
  return { parts: heard, later: null, hasWaited: true };
}

/** Where a drag ends: in the same window, or in another one; null where nothing is dropped. */
async function droppedOnto(
  planned: PlannedAction,
  { actions, observed, pipe }: Judging,
  from: { readonly window: WindowInfo | null; readonly surface: Surface | null },
): Promise<Surface | null> {
  const window = dropWindowOf(planned, actions, observed.windows);
  if (window === null || window.id === from.window?.id) return from.surface;
  return readSurface(pipe, window);
}

/** What pops up from the active window may lie over another one; window managers do not list it. */
async function surfaceAt(
  pipe: Pipe,
  window: WindowInfo,
  { app, params }: PlannedAction,
  windows: Observed["windows"],
): Promise<Surface> {
  const active = windows?.find((each) => each.active);
  const [point] = pointsOf(params);
  if (app === null && point !== undefined && active !== undefined && active.process.pid !== window.process.pid) {
    const over = await readSurface(pipe, active);
    if (isOnPopup(over.nodes, point)) return over;
  }
  return readSurface(pipe, window);
}

interface Given {
  readonly window: WindowInfo | null;
  readonly surface: Surface | null;
  /** Where a drag ends. */
  readonly onto: Surface | null;
  readonly rules: ActiveRules;
  readonly audited: AuditTarget | null;
}

/** By what accessibility says, and where nothing of that blocks also by what people see. The first one stays the first. */
async function allParts(
  session: LiveSession,
  planned: PlannedAction,
  { actions, observed, pipe, mode, beganMs }: Judging,
  given: Given,
): Promise<AuditedPart[]> {
  const aimed = partsOf(session, planned, { actions, ...given });
  const { window, surface, rules } = given;
  const isOff = session.policy.auditorScreen.value === "off";
  if (isOff || window === null || surface === null) return aimed.map(({ part }) => part);
  const [point = null] = planned.app === null ? pointsOf(planned.params) : [];
  const msLeft = mode.isEnforced ? SCREEN_MS_MAX : beganMs + UNENFORCED_SCREEN_MS_MAX - performance.now();
  return withSeen(session, pipe, aimed, {
    where: { window, windows: observed.windows, surface, point },
    judgePart: (context) => judgedPart(session, context, rules, { isSeen: true }),
    ms: msLeft,
    isEnforced: mode.isEnforced,
  });
}
/** What a loaded machine takes for the part around a target, many times what a quiet one does. */
const SCREEN_MS_MAX = 5_000;
/** Leaves time to answer without it. */
const UNENFORCED_SCREEN_MS_MAX = UNENFORCED_MS_MAX - 100;

/** `audited`: the target as it was judged before, where something was waited for since; it has to be the same still. */
function partsOf(
  session: LiveSession,
  planned: PlannedAction,
  given: Omit<Given, "window"> & { readonly actions: readonly AuditedAction[] },
): AimedPart[] {
  const { actions, surface, onto, rules, audited } = given;
  return actions.flatMap((action, number) =>
    contextsOf(session, planned, action, action.aim === "drop" ? onto : surface).map((found, rival) => {
      const isFirst = number === 0 && rival === 0;
      const context =
        audited === null || !isFirst
          ? found.context
          : { ...found.context, target: audited, targetAtExecution: found.context.target };
      return { part: judgedPart(session, context, rules, { isRival: rival > 0 }), at: found.at };
    }),
  );
}

/** `isSeen`: its text was read off the screen. */
function judgedPart(
  session: LiveSession,
  context: AuditContext,
  rules: ActiveRules,
  { isRival = false, isSeen = false },
): AuditedPart {
  const key = keyOf(session, context, rules, isSeen);
  const kept = session.audit.cache.find(key, context);
  if (kept !== null) return { context, ...kept, isFromCache: true, isRival };
  const judged = isSeen ? asRead(factsOf(context)) : factsOf(context);
  const part = { context, judged, verdict: judgeByRules(context, judged, rules), opinion: null, isRival };
  session.audit.cache.keep(key, context, part);
  return { ...part, isFromCache: false };
}

const keyOf = (session: LiveSession, context: AuditContext, rules: ActiveRules, isSeen = false): string =>
  cacheKey(context, `${rules.version}${isSeen ? " seen" : ""}`, session.policy.auditorModel.value === "on");

function pointOf(session: LiveSession, planned: PlannedAction, { windows }: Observed): { x: number; y: number } | null {
  const target = targetRectangle(planned, windows, session.screen);
  return target && { x: Math.floor(target.x + target.width / 2), y: Math.floor(target.y + target.height / 2) };
}
