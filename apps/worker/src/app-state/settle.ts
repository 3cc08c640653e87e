import { setTimeout as sleep } from "node:timers/promises";
import type { ContentFilter } from "../content/content-filter.ts";
import { within } from "../within.ts";
import { type AppCapture, captureApp } from "./capture.ts";
import type { Pipe } from "./pipe.ts";

/** Milliseconds after an action. Applications begin to change after 10 to 225. */
const POLL_MS = 50;
const UNCHANGED_MS = 400;
const SETTLE_MS_MAX = 1_000;

/**
 * The application after an action: when its text is another one than before, the first of two captures in a row that say the
 * same; after 400 ms without a change, or after a second at the latest, what it is then.
 * @throws FleetError as captureApp does, and when `signal` aborts
 */
export async function settledApp(
  content: ContentFilter,
  pipe: Pipe,
  pid: number,
  before: AppCapture | null,
  signal: AbortSignal,
): Promise<AppCapture> {
  const startedMs = performance.now();
  const passedMs = () => performance.now() - startedMs;
  let last = before;
  let since: AppCapture | null = null;
  let hasChanged = false;
  for (;;) {
    await sleep(POLL_MS, undefined, { signal });
    const looking: Promise<AppCapture> = captureApp(content, pipe, pid, last);
    // A look that takes too long is not waited for where there is an earlier one.
    const capture: AppCapture | null =
      since === null ? await looking : await within(looking, SETTLE_MS_MAX - passedMs(), null);
    if (capture === null) return since ?? looking;
    since = capture;
    const isSame = last !== null && capture.rendering.text === last.rendering.text;
    if (hasChanged && isSame) return capture;
    hasChanged ||= last !== null && !isSame;
    last = capture;
    if (passedMs() >= (hasChanged ? SETTLE_MS_MAX : UNCHANGED_MS)) return capture;
  }
}
