import type { Locator } from "@deskfleet/contracts";
import type { ElementRecord } from "../records.ts";
import type { Rendering } from "../render.ts";
import { matchesIn, treeOf } from "./matches.ts";
import { nearest } from "./nearest.ts";
import { isText, type TextTest } from "./texts.ts";

/** What a locator found in one state of an application. */
export interface Located {
  /** In document order; `nth` has been applied. */
  readonly matches: readonly ElementRecord[];
  /** When nothing matches: what comes nearest, best first, at most ten. */
  readonly candidates: readonly ElementRecord[];
}

/**
 * Finds elements in a rendered state. Which application and which of its windows was captured is the caller's business: `app`
 * is not looked at here; a window with another title than `window` says has no matches and no candidates.
 */
export function locate(rendering: Rendering, locator: Locator, test: TextTest): Located {
  const { windowTitle, elements } = rendering;
  if (locator.window !== undefined && !isText(windowTitle, locator.window, test))
    return { matches: [], candidates: [] };
  const tree = treeOf(elements);
  const matches = matchesIn(tree, locator, test);
  return { matches, candidates: matches.length > 0 ? [] : nearest(tree, locator, test) };
}
