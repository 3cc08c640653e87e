import type { DryRunStep } from "@deskfleet/contracts";
import { expect, it } from "vitest";
import { stepState, summaryOf } from "./dry-run-summary.ts";

const step = (outcome: string | null, params: DryRunStep["params"] = {}, unknown: string[] = []) =>
  ({ verdict: outcome && { outcome }, params, unknown }) as unknown as DryRunStep;

it("tells how many steps would pass, ask, be denied, be skipped, or be judged only later", () => {
  const steps = [
    step("allow"),
    step("allow"),
    step("ask"),
    step("deny"),
    step(null, null),
    step(null, {}, ["steps.a"]),
  ];
  expect(summaryOf({ workflow: "a@1", faults: [], steps })).toBe(
    "6 steps: 2 allowed, 1 ask a person first, 1 denied, 1 skipped, 1 judged only when it runs",
  );
});

it("says what has to be right first", () => {
  const faults = [{ path: "/row/customer", message: "is missing" }];
  expect(summaryOf({ workflow: "a@1", faults, steps: [step("allow")] })).toMatch(/^1 step: .*values have faults$/);
  expect(summaryOf({ workflow: null, faults, steps: [] })).toMatch(/^The document has faults/);
});

it.each([
  ["skipped", null, []],
  ["judged when it runs", {}, ["steps.read.record"]],
  ["not judged", {}, []],
])("a step without a verdict is %s", (says, params, unknown) => {
  expect(stepState({ params, unknown })).toBe(says);
});
