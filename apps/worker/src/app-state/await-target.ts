import { canBeSet, type ElementRecord, locate, type Rendering } from "@deskfleet/app-state";
import type { Locator } from "@deskfleet/contracts";
import { matchingTexts } from "@deskfleet/workflow";
import type { ContentFilter } from "../content/content-filter.ts";
import type { Clock } from "../workflow/workflow-run.ts";
import { ambiguous, type Finding, Findings, notReady } from "./findings.ts";

/** What an element has to be before something is done with it, beside being there. */
export type Need = "visible" | "enabled" | "settable" | "stable";

/** One capture of an application: as it is, and as it may be shown, with secrets masked. */
export interface Seen {
  readonly rendering: Rendering;
  readonly shown: Rendering;
  /** An earlier capture of it, if there is one: an element that stands where it stood then is at rest, in one look. */
  readonly before?: Rendering | undefined;
}
/** `missing`: why there is none to see now, for people: `the application "editor" is not running`. */
export type Look<S extends Seen> = { readonly state: S } | { readonly missing: string };

export interface Waiting<S extends Seen> {
  /** Captures the application that the locator names. What is a matter of time is `missing`; what it throws ends the wait. */
  readonly look: () => Promise<Look<S>>;
  readonly needs: readonly Need[];
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** The caller may read the application: else a failure names nothing that is there. */
  readonly mayRead: boolean;
  readonly content: ContentFilter;
}

/** What each tool needs of the element that it is about. */
export const NEEDS: Readonly<Record<string, readonly Need[]>> = {
  click: ["visible", "enabled", "stable"],
  perform_secondary_action: ["visible", "enabled"],
  set_value: ["visible", "enabled", "settable"],
  scroll: ["visible", "stable"],
};

/** Toolkits redraw sixty times a second: two looks this far apart see a thing that moves at two places. */
const MOVED_MS = 30;
/** Between looks. The first misses are often a matter of moments; a look costs the desktop about 20 ms. */
const DELAYS_MS = [20, 40, 80, 120, 180, 250] as const;
/** Two elements may be there for a moment while one replaces the other. */
const AMBIGUOUS_MS = 500;

/**
 * Waits until exactly one element is as needed and answers with it and the capture it is in. Strict: two that stay are an
 * error that lists them, as soon as they have stayed for half a second.
 * @throws FleetError `action.failed` after `timeoutMs`, saying what was there instead (data: candidates, matches, log);
 *   `request.invalid` for a pattern that is none; the signal's reason
 */
export async function awaitElement<S extends Seen>(
  locator: Locator,
  waiting: Waiting<S>,
): Promise<{ readonly state: S; readonly element: ElementRecord }> {
  const { look, needs, timeoutMs, clock, signal } = waiting;
  const startedMs = clock.now();
  const findings = new Findings(locator, { ...waiting });
  let earlier: ElementRecord | null = null;
  let ambiguousSinceMs: number | null = null;
  for (let number = 0; ; ) {
    signal.throwIfAborted();
    const seen = await look();
    if (findings.log.length === 0 && "state" in seen && seen.state.before !== undefined)
      earlier = onlyMatch(seen.state.before, locator);
    const nowMs = clock.now() - startedMs;
    const finding = judge(seen, locator, { needs, earlier });
    findings.note(nowMs, finding);
    if (finding.kind === "ready" && "state" in seen) return { state: seen.state, element: finding.element };

    ambiguousSinceMs = finding.kind === "ambiguous" ? (ambiguousSinceMs ?? nowMs) : null;
    if (ambiguousSinceMs !== null && nowMs - ambiguousSinceMs >= AMBIGUOUS_MS) throw ambiguous(findings);
    if (nowMs >= timeoutMs) throw finding.kind === "ambiguous" ? ambiguous(findings) : notReady(findings, nowMs);
    earlier = finding.kind === "unready" ? finding.element : null;
    const onlyMoves = finding.kind === "unready" && finding.lacks.every((need) => need === "stable");
    const delayMs = onlyMoves ? MOVED_MS : (DELAYS_MS[Math.min(number, DELAYS_MS.length - 1)] ?? MOVED_MS);
    if (!onlyMoves) number += 1;
    await clock.sleep(Math.min(delayMs, timeoutMs - nowMs), signal);
  }
}

function judge(
  seen: Look<Seen>,
  locator: Locator,
  { needs, earlier }: { needs: readonly Need[]; earlier: ElementRecord | null },
): Finding {
  if ("missing" in seen) return { kind: "missing", why: seen.missing };
  const { rendering, shown } = seen.state;
  const { matches, candidates } = matchingTexts((test) => locate(rendering, locator, test));
  const [element] = matches;
  if (element === undefined) return { kind: "none", candidates, shown };
  if (matches.length > 1) return { kind: "ambiguous", matches, shown };
  const lacks = needs.filter((need) => !HAS[need](element, earlier));
  return lacks.length === 0 ? { kind: "ready", element } : { kind: "unready", element, lacks, shown };
}

/** Only what shows is in a state at all; what is scrolled away can still be acted on. */
const HAS: Readonly<Record<Need, (element: ElementRecord, earlier: ElementRecord | null) => boolean>> = {
  visible: ({ frame }) => frame === null || (frame[2] > 0 && frame[3] > 0),
  enabled: ({ traits }) => !traits.includes("disabled"),
  settable: canBeSet,
  stable: (element, earlier) => earlier !== null && isSame(element, earlier) && isAtSamePlace(element, earlier),
};

function isSame(a: ElementRecord, b: ElementRecord): boolean {
  return (
    a.sourceRole === b.sourceRole && (a.key === null || b.key === null ? `${a.path}` === `${b.path}` : a.key === b.key)
  );
}

function isAtSamePlace(a: ElementRecord, b: ElementRecord): boolean {
  return a.frame === null || b.frame === null ? a.frame === b.frame : a.frame.every((n, at) => n === b.frame?.[at]);
}

function onlyMatch(rendering: Rendering, locator: Locator): ElementRecord | null {
  const { matches } = matchingTexts((test) => locate(rendering, locator, test));
  return matches.length === 1 ? (matches[0] ?? null) : null;
}
