import { type Expect, type ExpectLeaf, FleetError, WindowInfo } from "@deskfleet/contracts";
import { describeText, evaluate, matchesText, renderText, type Values } from "@deskfleet/workflow";
import { z } from "zod";
import { AttemptEnd } from "./attempt-end.ts";
import type { WorkflowRun } from "./workflow-run.ts";

const POLL_MS = { first: 50, factor: 1.5, last: 250 };
const TITLES_SHOWN_MAX = 10;

/** A window as the task may see it, and the title that conditions compare. */
interface SeenWindow {
  readonly shown: WindowInfo;
  readonly title: string;
}

/**
 * Waits until the post-condition holds. The windows are read through perform like everything else: those reads are R0, and
 * where gate 7 counts them all the same, `act` waits and goes on. Titles are compared as they are, whether or not the task has
 * the `titles` consent; without it they are in no message.
 * @throws FleetError `action.failed` when nothing holds within `timeoutMs`, saying what was there instead
 * @throws AttemptEnd when an alternative with an outcome holds first
 */
export async function awaitExpectation(
  run: WorkflowRun,
  expectation: { expect: Expect; values: Values; step: string; timeoutMs: number },
): Promise<void> {
  const { expect, values, step, timeoutMs } = expectation;
  const leaves = "any" in expect ? expect.any : [expect];
  const readsWindows = leaves.some((leaf) => leaf.window !== undefined);
  const endsAt = run.clock.now() + timeoutMs;
  for (let delayMs = POLL_MS.first; ; delayMs = Math.min(delayMs * POLL_MS.factor, POLL_MS.last)) {
    run.signal.throwIfAborted();
    const windows = readsWindows ? await visibleWindows(run, step) : [];
    for (const leaf of leaves) {
      const found = match(leaf, windows, values);
      if (found === null) continue;
      if (leaf.outcome === undefined) return;
      throw new AttemptEnd(leaf.outcome, message(leaf, found));
    }
    const leftMs = endsAt - run.clock.now();
    // Conditions read only what is known already: without a window there is nothing to wait for.
    if (!readsWindows || leftMs <= 0) throw new FleetError("action.failed", failure(leaves, windows));
    await run.clock.sleep(Math.min(delayMs, leftMs), run.signal);
  }
}

const WindowList = z.object({ windows: WindowInfo.array() });

async function visibleWindows(run: WorkflowRun, step: string): Promise<SeenWindow[]> {
  const { result, unmapped = result } = await run.act({ tool: "computer_window_list", params: {} }, step);
  const titles = new Map(WindowList.parse(unmapped).windows.map(({ id, title }) => [id, title]));
  return WindowList.parse(result)
    .windows.filter(({ visible }) => visible)
    .map((shown) => ({ shown, title: titles.get(shown.id) ?? shown.title }));
}

/** The values with which the leaf holds, or null. */
function match(leaf: ExpectLeaf, windows: readonly SeenWindow[], values: Values): Values | null {
  const title = leaf.window?.title;
  const window = title === undefined ? undefined : windows.find((candidate) => matchesText(candidate.title, title));
  if (title !== undefined && window === undefined) return null;
  if (leaf.that !== undefined && evaluate(leaf.that, values, "bool") !== true) return null;
  return window === undefined ? values : { ...values, window: window.shown };
}

function message(leaf: ExpectLeaf, values: Values): string {
  return leaf.message === undefined ? `expected not to find ${describe(leaf)}` : renderText(leaf.message, values);
}

function failure(leaves: readonly ExpectLeaf[], windows: readonly SeenWindow[]): string {
  const expected = leaves.map(describe).join(", or ");
  if (leaves.every((leaf) => leaf.window === undefined)) return `expected ${expected}`;
  const titles = windows.slice(0, TITLES_SHOWN_MAX).map(({ shown }) => `"${shown.title}"`);
  return `expected ${expected}; visible instead: ${titles.length === 0 ? "no window" : titles.join(", ")}`;
}

function describe(leaf: ExpectLeaf): string {
  const title = leaf.window?.title;
  const parts = [
    ...(title === undefined ? [] : [`a window ${describeText(title, "its title")}`]),
    ...(leaf.that === undefined ? [] : [`that ${leaf.that}`]),
  ];
  return parts.join(" and ");
}
