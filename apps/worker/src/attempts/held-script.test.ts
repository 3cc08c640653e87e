import type { ScriptStepResult } from "@deskfleet/contracts";
import { describe, expect, it } from "vitest";
import { actionResult } from "../workflow/testing.ts";
import { heldRest, joinParts } from "./held-script.ts";
import type { Done } from "./patient-act.ts";

const STEPS = ["a", "b", "c"].map((text) => ({ tool: "computer_keyboard_type", params: { text } }));
const CALL = { tool: "computer_run_steps", params: { steps: STEPS } };
const step = (outcome: ScriptStepResult["outcome"], code?: string): ScriptStepResult => ({
  ...{ tool: "computer_keyboard_type", outcome },
  ...(code === undefined ? {} : { code }),
});
function done(steps: ScriptStepResult[], stoppedAt: number | null, masked: string[] = []): Done {
  const result = { steps, stoppedAt };
  const action = { ...actionResult("computer_run_steps", result), masked };
  return { outcome: "done", result: action, payload: null, unmapped: result, state: null };
}

describe("what is left of a script", () => {
  it.each(["session.paused", "session.human_control"])(
    "that met %s is the step that was refused and all after it",
    (code) => {
      const met = done([step("done"), step("refused", code)], 1);
      expect(heldRest(CALL, met)).toEqual({ ...CALL, params: { steps: STEPS.slice(1) } });
    },
  );

  it.each([
    ["that came to its end", done([step("done"), step("done"), step("done")], null)],
    ["that was denied", done([step("done"), step("refused", "policy.denied")], 1)],
    ["that failed", done([step("failed", "action.failed")], 0)],
    ["that was stopped after it began", done([step("failed", "session.stopped")], 0)],
    ["that a person has to approve", done([step("asked", "approval.required")], 0)],
    ["whose answer was cut", { ...done([], null), result: actionResult("computer_run_steps", '{"steps":[…') }],
  ])("%s is nothing", (_name, met) => {
    expect(heldRest(CALL, met)).toBeNull();
  });

  it("is nothing of a tool that is no script", () => {
    const met = done([step("refused", "session.paused")], 0);
    expect(heldRest({ tool: "computer_keyboard_type", params: { text: "a" } }, met)).toBeNull();
  });
});

it("both parts read as one script: what was done before, then the rest, counted from the beginning", () => {
  const first = done([step("done"), step("refused", "session.paused")], 1, ["token"]);
  const joined = joinParts(first, done([step("done"), step("done")], null, ["token", "email"]));
  expect(joined.result.result).toEqual({ steps: [step("done"), step("done"), step("done")], stoppedAt: null });
  expect(joined.unmapped).toEqual(joined.result.result);
  expect(joined.result.masked).toEqual(["token", "email"]);
  const failed = joinParts(first, done([step("done"), step("failed", "action.failed")], 1));
  expect(failed.result.result).toMatchObject({ stoppedAt: 2 });
  const cut = { ...done([], null), result: actionResult("computer_run_steps", "cut") };
  expect(joinParts(first, cut).result.result).toBe("cut");
});
