import { type Expect, type ExpectLeaf, FleetError, Target, TextMatch } from "@deskfleet/contracts";
import { evaluate, renderTarget, renderText, type Values } from "@deskfleet/workflow";
import type { z } from "zod";
import type { ContentFilter } from "../content/content-filter.ts";
import { AttemptEnd } from "./attempt-end.ts";
import { isElementLeaf, judgeElement, sayExpected, sightKey } from "./expected-element.ts";
import { findWindow, type SeenWindow, sayWindow, sayWindows, visibleWindows } from "./seen-windows.ts";
import type { Sight, WorkflowRun } from "./workflow-run.ts";

const POLL_MS = { first: 50, factor: 1.5, last: 250 };
/**
 * A window is listed as soon as it is mapped and has the keyboard a moment later. The next step's keys are for it, so it gets
 * that moment; one that comes up behind others costs so long once.
 */
const FOCUS_MS = 300;

/** What one look at the desktop found. */
interface Scene {
  readonly windows: readonly SeenWindow[];
  readonly sights: ReadonlyMap<string, Sight>;
}

/**
 * Waits until the post-condition holds and answers with the values of that moment: with `window` and `element`, as far as the
 * alternative that holds has found them. Everything is read through perform: where gate 7 counts it, `run` waits and goes on.
 * Titles are compared as they are, whether or not the task has the `titles` consent; without it they are in no message.
 * @throws FleetError `action.failed` when nothing holds within `timeoutMs`, saying what was there instead
 * @throws AttemptEnd when an alternative with an outcome holds first
 */
export async function awaitExpectation(
  run: WorkflowRun,
  expectation: { expect: Expect; values: Values; step: string; timeoutMs: number },
): Promise<Values> {
  const { expect, values, step, timeoutMs } = expectation;
  const leaves = ("any" in expect ? expect.any : [expect]).map((leaf) => fillIn(leaf, values));
  const seesAnything = leaves.some((leaf) => leaf.window !== undefined || leaf.element !== undefined);
  const endsAt = run.clock.now() + timeoutMs;
  let focusEndsAt: number | null = null;
  for (let delayMs = POLL_MS.first; ; delayMs = Math.min(delayMs * POLL_MS.factor, POLL_MS.last)) {
    run.signal.throwIfAborted();
    const scene = await look(run, leaves, step);
    for (const leaf of leaves) {
      const found = match(run.content, leaf, scene, values);
      if (found === null) continue;
      if (leaf.outcome !== undefined) throw new AttemptEnd(leaf.outcome, message(leaf, found));
      focusEndsAt ??= Math.min(endsAt, run.clock.now() + FOCUS_MS);
      if (found.window === undefined || found.window.active === true || run.clock.now() >= focusEndsAt) return found;
      delayMs = POLL_MS.first;
    }
    const leftMs = endsAt - run.clock.now();
    // Conditions read only what is known already: without a window or an element there is nothing to wait for.
    if (!seesAnything || leftMs <= 0) throw new FleetError("action.failed", failure(run.content, leaves, scene));
    await run.clock.sleep(Math.min(delayMs, leftMs), run.signal);
  }
}

/** The leaf with the row's values in its texts. @throws FleetError `request.invalid` when that makes no locator of them */
function fillIn(leaf: ExpectLeaf, values: Values): ExpectLeaf {
  const { window, element, value, ...others } = leaf;
  return {
    ...others,
    ...(window === undefined ? {} : { window: { title: filled(TextMatch, window.title, values) } }),
    ...(element === undefined ? {} : { element: filled(Target, element, values) }),
    ...(value === undefined ? {} : { value: filledValue(value, values) }),
  };
}

/** A row may well say that a field is empty. */
function filledValue(value: TextMatch, values: Values): TextMatch {
  return renderTarget(value, values) === "" ? { pattern: "^$" } : filled(TextMatch, value, values);
}

function filled<T extends z.ZodType>(schema: T, given: unknown, values: Values): z.output<T> {
  const parsed = schema.safeParse(renderTarget(given, values));
  if (parsed.success) return parsed.data;
  throw new FleetError("request.invalid", "What the templates make of the expectation cannot be looked for");
}

async function look(run: WorkflowRun, leaves: readonly ExpectLeaf[], step: string): Promise<Scene> {
  const windows = leaves.some((leaf) => leaf.window !== undefined) ? await visibleWindows(run, step) : [];
  const sights = new Map<string, Sight>();
  for (const leaf of leaves.filter(isElementLeaf)) {
    const key = sightKey(leaf.element);
    if (!sights.has(key)) sights.set(key, await run.look(leaf.element));
  }
  return { windows, sights };
}

/** The values with which the leaf holds, or null. */
function match(content: ContentFilter, leaf: ExpectLeaf, scene: Scene, values: Values): Values | null {
  const window = leaf.window === undefined ? undefined : findWindow(scene.windows, leaf.window);
  if (leaf.window !== undefined && window === undefined) return null;
  const judged = isElementLeaf(leaf) ? judgeElement(content, leaf, sightOf(leaf.element, scene)) : null;
  if (judged?.holds === false) return null;
  const found: Values = {
    ...values,
    ...(window === undefined ? {} : { window: window.shown }),
    ...(judged?.element ? { element: judged.element } : {}),
  };
  return leaf.that === undefined || evaluate(leaf.that, found, "bool") === true ? found : null;
}

function sightOf(target: Target, { sights }: Scene): Sight {
  return sights.get(sightKey(target)) ?? { missing: "nothing was looked at" };
}

function message(leaf: ExpectLeaf, values: Values): string {
  return leaf.message === undefined ? `expected not to find ${describe(leaf)}` : renderText(leaf.message, values);
}

function failure(content: ContentFilter, leaves: readonly ExpectLeaf[], scene: Scene): string {
  const instead = leaves.filter(isElementLeaf).flatMap((leaf) => {
    const judged = judgeElement(content, leaf, sightOf(leaf.element, scene));
    return judged.holds ? [] : [leaves.length === 1 ? judged.instead : `of ${sayExpected(leaf)}: ${judged.instead}`];
  });
  return [
    `expected ${leaves.map(describe).join(", or ")}`,
    ...(leaves.some((leaf) => leaf.window !== undefined) ? [`visible instead: ${sayWindows(scene.windows)}`] : []),
    ...instead,
  ].join("; ");
}

function describe(leaf: ExpectLeaf): string {
  const parts = [
    ...(leaf.window === undefined ? [] : [sayWindow(leaf.window)]),
    ...(isElementLeaf(leaf) ? [sayExpected(leaf)] : []),
    ...(leaf.that === undefined ? [] : [`that ${leaf.that}`]),
  ];
  return parts.join(" and ");
}
