import type { ExpectLeaf, Fault, JsonObject, Step } from "@deskfleet/contracts";
import { ExpressionError } from "./expression-error.ts";
import { evaluate, evaluateItems, expressionReads } from "./expressions.ts";
import { type Fill, fillParams, fillTarget, renderString, templateReads } from "./templates.ts";
import type { Values } from "./values.ts";

/** A step of a validated workflow as far as it is known before anything runs. */
export interface StepPreview {
  /** null: not known, or a fault. */
  readonly when: boolean | null;
  /** Rounds of `for_each`; null as for `when`. */
  readonly items: number | null;
  /** What is not known stays as its template. null: the step is skipped. */
  readonly params: JsonObject | null;
  /** Expressions and templates that only a run can know. */
  readonly unknown: readonly string[];
  /** All of `params` is known and without a fault. */
  readonly isComplete: boolean;
  /** What would end the attempt; pointers into the step. */
  readonly faults: readonly Fault[];
}

/** Every template has its own limits, and a document has thousands of them: these hold for all together. */
const PREVIEW_MS_MAX = 5_000;
/** A step holds the process from its first template to its last. */
const STEP_MS_MAX = 1_000;
const CHARACTERS_MAX = 2_000_000;

/** What earlier steps saved, the element of `for_each` and whatever else comes with a run is not known before it. */
const KNOWN: ReadonlySet<string> = new Set(["inputs", "row"]);

/** Fills in a workflow's steps for one row without running them. One for a row: it counts what it has cost. */
export class Preview {
  readonly #values: Values;
  #spentMs = 0;
  #spentInStepMs = 0;
  #characters = 0;

  constructor(inputs: JsonObject) {
    this.#values = { inputs, row: inputs, steps: {} };
  }

  /** @throws ExpressionError when this or all steps together take too long, or make too much of a row: nothing more is to be asked */
  step(step: Step): StepPreview {
    this.#spentInStepMs = 0;
    const found = new Findings();
    const items = this.#expression(found, "/for_each", step.for_each, evaluateItems);
    const when = this.#expression(found, "/when", step.when, (text, values) => evaluate(text, values, "bool") === true);
    const answer = { when, items: items?.length ?? null };
    if (when === false || items?.length === 0) return { ...answer, ...found, params: null, isComplete: true };
    // A condition that is not known may keep the step from what would fail in it: only a run can know that too.
    const mayBeSkipped = found.unknown.length > 0;
    const inParams = new Findings();
    const params = fillParams(step.with, step.do, this.#filler(inParams, "/with", mayBeSkipped));
    const expected = new Findings();
    for (const [path, leaf] of leavesOf(step)) this.#expected(leaf, this.#filler(expected, path, mayBeSkipped));
    return {
      ...answer,
      params,
      unknown: [...new Set([...found.unknown, ...inParams.unknown])],
      isComplete: inParams.unknown.length === 0 && inParams.faults.length === 0,
      faults: [...found.faults, ...inParams.faults, ...expected.faults],
    };
  }

  #expression<T>(
    found: Findings,
    path: string,
    expression: string | undefined,
    value: (expression: string, values: Values) => T,
  ): T | null {
    if (expression === undefined) return null;
    return this.#bounded(() => {
      if (expressionReads(expression).some((name) => !KNOWN.has(name))) found.unknown.push(expression);
      else return found.orFault<T | null>(path, null, () => value(expression, this.#values));
      return null;
    });
  }

  #filler(found: Findings, at: string, mayBeSkipped: boolean): Fill {
    return (template, schema, path) =>
      this.#bounded(() => {
        if (templateReads(template).some((name) => !KNOWN.has(name))) {
          found.unknown.push(template);
          return template;
        }
        const failed = new Findings();
        const value = failed.orFault(at + path, template, () => renderString(template, this.#values, schema));
        if (mayBeSkipped && failed.faults.length > 0) found.unknown.push(template);
        else found.faults.push(...failed.faults);
        this.#characters += typeof value === "string" ? value.length : JSON.stringify(value ?? null).length;
        return value;
      });
  }

  /** What a post-condition compares with is filled in before it is waited for. */
  #expected({ window, element, value }: ExpectLeaf, fill: Fill): void {
    fillTarget(window?.title, fill, "/window/title");
    fillTarget(element, fill, "/element");
    fillTarget(value, fill, "/value");
  }

  #bounded<T>(work: () => T): T {
    if (this.#spentInStepMs > STEP_MS_MAX) throw new ExpressionError(`the step takes longer than ${STEP_MS_MAX} ms`);
    if (this.#spentMs > PREVIEW_MS_MAX) throw new ExpressionError(`the steps take longer than ${PREVIEW_MS_MAX} ms`);
    if (this.#characters > CHARACTERS_MAX)
      throw new ExpressionError(`the steps make more than ${CHARACTERS_MAX} characters of the row`);
    const startedAt = performance.now();
    try {
      return work();
    } finally {
      const ms = performance.now() - startedAt;
      this.#spentInStepMs += ms;
      this.#spentMs += ms;
    }
  }
}

class Findings {
  readonly unknown: string[] = [];
  readonly faults: Fault[] = [];

  orFault<T>(path: string, otherwise: T, work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      this.faults.push({ path, message: error.message });
      return otherwise;
    }
  }
}

function leavesOf({ expect }: Step): [path: string, leaf: ExpectLeaf][] {
  if (expect === undefined) return [];
  if (!("any" in expect)) return [["/expect", expect]];
  return expect.any.map((leaf, index) => [`/expect/any/${index}`, leaf]);
}
