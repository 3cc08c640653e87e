import { z } from "zod";
import { Rectangle } from "./common.ts";
import { ElementState, Locator, Target } from "./locator.ts";
import { ElementSummary } from "./tools/app-state.ts";
import { FrameInfo } from "./tools/display.ts";

/** Looks for elements without acting; nothing is started. */
export const FindElements = z.strictObject({
  target: Target,
  /** Only elements in this state. */
  state: ElementState.optional(),
  /** Waits as long as nothing matches; 0: one look. */
  timeoutMs: z.number().int().min(0).max(60_000).default(0),
});
export type FindElements = z.infer<typeof FindElements>;

/** An element as a state says it, and a locator that finds it and no other. Its number is that of no state that a caller has. */
export const FoundElement = ElementSummary.omit({ index: true }).extend({
  /** Null where saying it would say a secret. */
  locator: Locator.nullable(),
});
export type FoundElement = z.infer<typeof FoundElement>;

/** A part of the screen, in its device pixels; `score` from 0 to 1. */
export const FoundPlace = z.strictObject({ frame: Rectangle, score: z.number(), text: z.string().nullable() });
export type FoundPlace = z.infer<typeof FoundPlace>;

const Found = z.array(z.union([FoundElement, FoundPlace]));

export const FoundElements = z.strictObject({
  /** In document or reading order. */
  matches: Found,
  /** When nothing matches: what comes nearest, the best first, at most ten. */
  candidates: Found,
  /** Why the application could not be looked at; null: it could. */
  missing: z.string().nullable(),
  waitedMs: z.number(),
  /** When nothing matches: what the screen shows instead, for whoever may see it; `image` is base64. */
  frame: FrameInfo.extend({ image: z.string() }).nullable(),
});
export type FoundElements = z.infer<typeof FoundElements>;
