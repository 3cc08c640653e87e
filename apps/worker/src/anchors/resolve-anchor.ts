import type { Area, Picture } from "@deskfleet/anchors";
import { FleetError } from "@deskfleet/contracts";
import { untilAborted } from "../attempts/until-aborted.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import type { Clock } from "../workflow/workflow-run.ts";
import { ambiguous, missing, nthOf } from "./anchor-failures.ts";
import { type Anchor, type AnchorMatch, type AnchorView, type Captured, lookForAnchor } from "./look-for-anchor.ts";
import { decodeFrame } from "./pictures.ts";
import { searchFor } from "./search-for.ts";

export interface AnchorWait {
  /** Captures the whole screen at scale 1 through `perform`; `captureFor` is one. What it throws ends the wait. */
  readonly capture: (ifChangedFrom: string | null) => Promise<Captured>;
  /** 0: one look. */
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

export interface ResolvedAnchor {
  /** The middle of the rectangle, device pixels of the screen. */
  readonly point: { readonly x: number; readonly y: number };
  readonly rectangle: Area;
  readonly match: AnchorMatch;
  /** Other places that resemble it, best first. */
  readonly candidates: readonly AnchorMatch[];
}

/** Between looks at a screen that shows nothing new: a capture costs the desktop about 40 ms. */
const DELAY_MS = 250;
/** Two looks this far apart see a thing that moves at two places. */
const MOVED_MS = 30;
/** Two may be there for a moment while one replaces the other. */
const AMBIGUOUS_MS = 500;
const LOG_MAX = 10;

/**
 * Waits until exactly one place of the screen is as the anchor says and stays where it is. Strict: two that stay for half a
 * second are an error that lists them. `nth` counts in reading order.
 * @throws AnchorError (`action.failed`, with the last frame) after `timeoutMs`, or when several places match
 * @throws FleetError `request.invalid` for a picture that cannot be looked for or a pattern that is none; what `capture` throws
 *   and the signal's reason
 */
export async function resolveAnchor(session: LiveSession, anchor: Anchor, wait: AnchorWait): Promise<ResolvedAnchor> {
  const { timeoutMs, clock, signal } = wait;
  const search = await searchFor(session, anchor);
  const startedMs = clock.now();
  const log = new LookLog();
  let view: AnchorView | null = null;
  let ambiguousSinceMs: number | null = null;
  for (;;) {
    signal.throwIfAborted();
    const { frame, payload } = await captureInTime(view?.frame.frameId ?? null, wait, startedMs + timeoutMs);
    const earlier = view === null ? null : pick(anchor, view);
    if (earlier !== null && view !== null && payload === null) return resolved(earlier, view);
    if (payload !== null) {
      const picture = await decodeFrame(payload, frame);
      if (earlier !== null && view !== null && isSameThere(view, picture, earlier)) return resolved(earlier, view);
      const leftMs = timeoutMs === 0 ? null : timeoutMs - (clock.now() - startedMs);
      const looking = lookForAnchor(search, { frame, payload, picture });
      const seen = leftMs === null ? await untilAborted(looking, signal) : await inTime(looking, leftMs, wait);
      if (seen === null) throw missing(session.content, anchor, view, clock.now() - startedMs, log.lines);
      view = seen;
    }
    if (view === null) throw new FleetError("content.withheld", "The desktop sent a frame without its image");

    const nowMs = clock.now() - startedMs;
    const found = pick(anchor, view);
    log.note(nowMs, view.matches.length);
    if (found !== null && timeoutMs === 0) return resolved(found, view);
    const isAmbiguous = found === null && nthOf(anchor) === undefined && view.matches.length > 1;
    ambiguousSinceMs = isAmbiguous ? (ambiguousSinceMs ?? nowMs) : null;
    const isOver = nowMs >= timeoutMs;
    if (ambiguousSinceMs !== null && (isOver || nowMs - ambiguousSinceMs >= AMBIGUOUS_MS))
      throw ambiguous(session.content, anchor, view, log.lines);
    if (isOver) throw missing(session.content, anchor, view, nowMs, log.lines);
    await clock.sleep(Math.min(found === null ? DELAY_MS : MOVED_MS, timeoutMs - nowMs), signal);
  }
}

/** Gate 7 counts captures: when it says to wait, and there is time, that is done. */
async function captureInTime(
  ifChangedFrom: string | null,
  { capture, clock, signal }: AnchorWait,
  endsAtMs: number,
): Promise<Captured> {
  for (;;) {
    try {
      return await capture(ifChangedFrom);
    } catch (error) {
      if (!(error instanceof FleetError) || error.code !== "action.rate_limited") throw error;
      const waitMs = Math.max(Number(error.data?.retryAfterMs ?? 0), MOVED_MS);
      if (clock.now() + waitMs > endsAtMs) throw error;
      await clock.sleep(waitMs, signal);
    }
  }
}

/** One line for each change: `0 ms: nothing matches`. Nothing of what is on the screen. */
class LookLog {
  readonly lines: string[] = [];
  #last = "";

  note(atMs: number, count: number): void {
    const said = count === 0 ? "nothing matches" : count === 1 ? "one place matches" : `${count} places match`;
    if (said === this.#last) return;
    this.#last = said;
    // The first and the latest say most.
    if (this.lines.length === LOG_MAX) this.lines.splice(LOG_MAX / 2, 1);
    this.lines.push(`${Math.round(atMs)} ms: ${said}`);
  }
}

/** The match that is meant, or null where that is none or cannot be told. */
function pick(anchor: Anchor, { matches }: AnchorView): AnchorMatch | null {
  const nth = nthOf(anchor);
  if (nth === undefined) return matches.length === 1 ? (matches[0] ?? null) : null;
  return matches[nth] ?? null;
}

function resolved(match: AnchorMatch, { candidates }: AnchorView): ResolvedAnchor {
  const { x, y, width, height } = match.rectangle;
  const point = { x: x + Math.floor(width / 2), y: y + Math.floor(height / 2) };
  return { point, rectangle: match.rectangle, match, candidates };
}

/** Whether the same pixels still stand there: then it has not moved, whatever else on the screen has changed. */
function isSameThere({ picture: before, frame }: AnchorView, after: Picture, { rectangle }: AnchorMatch): boolean {
  if (before.width !== after.width || before.height !== after.height) return false;
  const x = rectangle.x - frame.region.x;
  const y = rectangle.y - frame.region.y;
  for (let row = y; row < y + rectangle.height; row++) {
    const from = (row * before.width + x) * before.channels;
    const to = from + rectangle.width * before.channels;
    if (Buffer.compare(before.data.subarray(from, to), after.data.subarray(from, to)) !== 0) return false;
  }
  return true;
}

/** The work's result, or null when `ms` are over; the work itself goes on, and what it reads is remembered. */
async function inTime<T>(work: Promise<T>, ms: number, { clock, signal }: AnchorWait): Promise<T | null> {
  const done = new AbortController();
  const over = clock.sleep(Math.max(ms, 0), AbortSignal.any([signal, done.signal])).then(() => null);
  try {
    return await Promise.race([work, over]);
  } finally {
    done.abort();
  }
}
