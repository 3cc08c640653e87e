import { FleetError, type FrameInfo, type TextMatch } from "@deskfleet/contracts";
import type { ContentFilter } from "../content/content-filter.ts";
import type { Anchor, AnchorMatch, AnchorView } from "./look-for-anchor.ts";

/** An anchor that is not there, or in several places. `frame` and `payload`: the last capture, masked as it was answered. */
export class AnchorError extends FleetError {
  readonly frame: FrameInfo | null;
  readonly payload: Buffer | null;
  constructor(content: ContentFilter, detail: string, view: AnchorView | null, log: readonly string[]) {
    const places = (some: readonly AnchorMatch[] = []) => some.map((one) => content.redact(sayPlace(one)).text);
    const data = {
      candidates: places(view?.candidates),
      matches: places(view?.matches),
      ...{ frameId: view?.frame.frameId ?? null, log },
    };
    super("action.failed", content.redact(detail).text, { data });
    this.frame = view?.frame ?? null;
    this.payload = view?.payload ?? null;
  }
}

/** In a message; `data` has all. */
const LISTED_MAX = 5;

export function ambiguous(
  content: ContentFilter,
  anchor: Anchor,
  view: AnchorView,
  log: readonly string[],
): AnchorError {
  const { matches } = view;
  const how = "image" in anchor ? "a larger picture, nth" : "more of the text, nth";
  return new AnchorError(
    content,
    `${matches.length} places match ${sayAnchor(anchor)}; say which (${how}): ${listed(matches)}`,
    view,
    log,
  );
}

/** `view`: the last one; null when not one search came to its end. */
export function missing(
  content: ContentFilter,
  anchor: Anchor,
  view: AnchorView | null,
  waitedMs: number,
  log: readonly string[],
): AnchorError {
  const waited = `waited ${(waitedMs / 1_000).toFixed(1)} s for ${sayAnchor(anchor)}`;
  return new AnchorError(content, `${waited}: ${sayInstead(anchor, view)}`, view, log);
}

function sayInstead(anchor: Anchor, view: AnchorView | null): string {
  if (view === null) return "no search of the screen came to its end";
  const nth = nthOf(anchor);
  if (nth !== undefined && view.matches.length > 0) return `only ${view.matches.length} there: ${listed(view.matches)}`;
  if (view.matches.length > 0) return `it is still moving: ${listed(view.matches)}`;
  if (view.candidates.length > 0) return `nothing matches; nearest: ${listed(view.candidates)}`;
  return "nothing on the screen resembles it";
}

export const nthOf = (anchor: Anchor): number | undefined => ("image" in anchor ? anchor.image.nth : anchor.nth);

/** `the picture (threshold 0.9)`, `the text "Save"`, with `, number 2` when one of several is meant. */
export function sayAnchor(anchor: Anchor): string {
  const nth = nthOf(anchor);
  const which = nth === undefined ? "" : `, number ${nth}`;
  if ("image" in anchor) return `the picture (threshold ${anchor.image.threshold})${which}`;
  return `${sayText(anchor.ocr)}${which}`;
}

function sayText(match: TextMatch): string {
  if (typeof match === "string") return `the text ${JSON.stringify(match)}`;
  if ("contains" in match) return `text with ${JSON.stringify(match.contains)} in it`;
  if ("startsWith" in match) return `text that starts with ${JSON.stringify(match.startsWith)}`;
  return `text like ${JSON.stringify(match.pattern)}`;
}

function listed(matches: readonly AnchorMatch[]): string {
  const left = matches.length - LISTED_MAX;
  return [...matches.slice(0, LISTED_MAX).map(sayPlace), ...(left > 0 ? [`${left} more`] : [])].join("; ");
}

/** `"Save" (0.93) at 120,40 48x16`, in device pixels of the screen. */
function sayPlace({ rectangle: { x, y, width, height }, score, text }: AnchorMatch): string {
  return `${text === null ? "" : `${JSON.stringify(text)} `}(${score.toFixed(2)}) at ${x},${y} ${width}x${height}`;
}
