import { type ElementRecord, locate, suggestLocator } from "@deskfleet/app-state";
import {
  type FindElements,
  FleetError,
  type FoundElement,
  type FoundElements,
  type FoundPlace,
  isLocator,
  type Locator,
  type Principal,
} from "@deskfleet/contracts";
import { matchingTexts } from "@deskfleet/workflow";
import { nthOf } from "../anchors/anchor-failures.ts";
import type { AnchorMatch } from "../anchors/look-for-anchor.ts";
import { type Performed, perform } from "../perform.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import { realClock } from "../sessions/real-clock.ts";
import { IS } from "../workflow/expected-element.ts";
import { lookAt } from "../workflow/look.ts";
import type { Sight } from "../workflow/workflow-run.ts";
import type { AppCapture } from "./capture.ts";
import { maskedLike } from "./findings.ts";
import { frameInstead } from "./frame-instead.ts";
import { stateResult } from "./state-result.ts";

type Asked = Extract<Performed, { outcome: "ask" }>;
export type Finding = { readonly outcome: "found"; readonly found: FoundElements } | Asked;

const DELAY_MS = { first: 50, factor: 1.5, last: 250 };
const RATE_WAIT_MS = 100;
const MATCHES_MAX = 200;
type Some = Pick<FoundElements, "matches" | "candidates" | "missing">;

/**
 * What a target finds, waiting while it is nothing. Not strict: it is asked how many there are. Each look is judged and recorded
 * as get_app_state, or as a capture; a person who has to be asked is, and then nothing was looked at.
 * @throws FleetError as perform; the reason of `signal`
 */
export async function findElements(
  session: LiveSession,
  request: FindElements & { readonly principal: Principal; readonly signal: AbortSignal },
): Promise<Finding> {
  const { target, timeoutMs, principal, signal } = request;
  const startedMs = realClock.now();
  const ended = AbortSignal.any([signal, session.stopSignal]);
  try {
    for (let delayMs = DELAY_MS.first; ; delayMs = Math.min(delayMs * DELAY_MS.factor, DELAY_MS.last)) {
      const sight = await lookAt(
        { session, principal, call: (call) => done(session, { ...call, principal, signal }) },
        target,
      );
      const some = found(session, sight, request);
      const waitedMs = Math.round(realClock.now() - startedMs);
      if (some.matches.length > 0) return { outcome: "found", found: { ...some, waitedMs, frame: null } };
      if (waitedMs >= timeoutMs)
        return {
          outcome: "found",
          found: { ...some, waitedMs, frame: await frameInstead(session, principal, signal) },
        };
      await realClock.sleep(Math.min(delayMs, timeoutMs - waitedMs), ended);
    }
  } catch (error) {
    if (error instanceof AskedInstead) return error.asked;
    throw error;
  }
}

/** Leaves the loop with what perform asked for. */
class AskedInstead extends Error {
  readonly asked: Asked;
  constructor(asked: Asked) {
    super("a person has to be asked");
    this.asked = asked;
  }
}

/** Where gate 7 counts looks, the next one waits for its turn. */
async function done(
  session: LiveSession,
  call: Parameters<typeof perform>[1] & { readonly signal: AbortSignal },
): Promise<Extract<Performed, { outcome: "done" }>> {
  for (;;) {
    try {
      const performed = await perform(session, call);
      if (performed.outcome === "ask") throw new AskedInstead(performed);
      return performed;
    } catch (error) {
      if (!(error instanceof FleetError) || error.code !== "action.rate_limited") throw error;
      const { retryAfterMs } = error.data ?? {};
      await realClock.sleep(typeof retryAfterMs === "number" ? retryAfterMs : RATE_WAIT_MS, call.signal);
    }
  }
}

function found(session: LiveSession, sight: Sight, { target, state }: FindElements): Some {
  if ("missing" in sight) return { matches: [], candidates: [], missing: sight.missing };
  if ("places" in sight) {
    const nth = isLocator(target) ? undefined : nthOf(target);
    const { matches, candidates } = sight.places;
    const chosen = nth === undefined ? matches : matches.slice(nth, nth + 1);
    const isNone = chosen.length === 0;
    return {
      matches: chosen.map(placeIn(session)),
      candidates: isNone ? candidates.map(placeIn(session)) : [],
      missing: null,
    };
  }
  if (!isLocator(target)) throw new FleetError("internal", "an anchor was looked for in an application");
  return foundIn(session, sight.state as AppCapture, target, state);
}

function foundIn(session: LiveSession, capture: AppCapture, locator: Locator, state: FindElements["state"]): Some {
  const { rendering } = capture;
  const { matches, candidates } = matchingTexts((test) => locate(rendering, locator, test));
  const fitting = state === undefined ? matches : matches.filter((match) => IS[state](match, rendering));
  const said = sayer(session, capture);
  const nearest = matches.length > 0 ? matches : candidates;
  return {
    matches: fitting.slice(0, MATCHES_MAX).flatMap(said),
    candidates: fitting.length > 0 ? [] : nearest.slice(0, 10).flatMap(said),
    missing: null,
  };
}

/** Elements as get_app_state would answer them. */
function sayer({ content, desktop }: LiveSession, capture: AppCapture): (element: ElementRecord) => FoundElement[] {
  const { shown } = capture;
  const { result } = stateResult(content, capture, { version: desktop.info.version, instructions: null });
  const placeOf = ({ windowIndex, path }: ElementRecord) => `${windowIndex}/${path.join("/")}`;
  const byPlace = new Map(shown.elements.map((element) => [placeOf(element), element]));
  return (element) => {
    const asShown = byPlace.get(placeOf(element));
    const summary = asShown && result.elements?.[asShown.index];
    if (asShown === undefined || summary === undefined) return [];
    const { index: _index, ...said } = summary;
    const locator = suggestLocator(shown.elements, asShown);
    const text = JSON.stringify(locator);
    return [{ ...said, locator: maskedLike(content, shown, [text])[0] === text ? locator : null }];
  };
}

/** What was read off the screen is text too. */
const placeIn =
  ({ content }: LiveSession) =>
  ({ rectangle, score, text }: AnchorMatch): FoundPlace => ({
    ...{ frame: rectangle, score },
    text: text === null ? null : content.redact(text).text,
  });
