import type { Approval } from "@deskfleet/contracts";
import { describe, expect, it } from "vitest";
import { canAnswerTogether, equalAsks } from "./equal-asks.ts";

const verdict = { gate: "action_type", outcome: "ask", code: "grant.missing", reason: "it writes", layer: "tenant" };
const ask = (id: string, given: object = {}): Approval =>
  ({
    ...{
      id,
      state: "pending",
      digest: "d",
      tool: "click",
      params: { x: 1 },
      sessionId: "s",
      requestedBy: "principal:p",
    },
    ...{ isTaskStep: false, policyVersion: "tenant@1", offers: [], warnings: [], isCodeRequired: false, frame: null },
    evaluation: { outcome: "ask", decisive: verdict, verdicts: [verdict], risk: "R2_LOCAL_STATE" },
    ...given,
  }) as unknown as Approval;
const evaluation = (given: object) => ({ ...ask("x").evaluation, ...given });

describe("equal asks", () => {
  it.each([
    ["another action", { digest: "e" }],
    ["another session", { sessionId: "t" }],
    ["another caller", { requestedBy: "principal:q" }],
    ["another policy", { policyVersion: "tenant@2" }],
    ["another rule", { evaluation: evaluation({ verdicts: [{ ...verdict, rule: "tool(click)" }] }) }],
    ["a second reason", { evaluation: evaluation({ verdicts: [verdict, { ...verdict, gate: "command" }] }) }],
    ["another risk", { evaluation: evaluation({ risk: "R3_EXTERNAL" }) }],
    ["other consents to give", { offers: [{ grant: "write", isKeepable: true }] }],
    ["another warning", { warnings: [{ code: "external", text: "it leaves" }] }],
    ["a task that waits", { isTaskStep: true }],
    ["another place", { frame: { id: "f", width: 9, height: 9, target: { x: 1, y: 1, width: 2, height: 2 } } }],
    ["one that is answered already", { state: "denied" }],
  ])("are not those with %s", (_name, given) => {
    const first = ask("1");
    expect(equalAsks(first, [first, ask("2", given)]).map(({ id }) => id)).toEqual(["1"]);
  });

  it("are those that differ in nothing but when they were asked and what was on the screen beside", () => {
    const first = ask("1", { createdAt: "a", frame: { id: "f", width: 9, height: 9, target: null } });
    expect(equalAsks(first, [first, ask("2", { createdAt: "b" })]).map(({ id }) => id)).toEqual(["1", "2"]);
  });

  it("are answered together only where no code would have to serve twice", () => {
    const coded = [ask("1", { isCodeRequired: true }), ask("2", { isCodeRequired: true })];
    expect([
      canAnswerTogether(coded, "once"),
      canAnswerTogether(coded, "session"),
      canAnswerTogether(coded, "no"),
    ]).toEqual([...[false, false, true]]);
    const plain = [ask("1"), ask("2")];
    expect([
      canAnswerTogether(plain, "always"),
      canAnswerTogether(plain, null),
      canAnswerTogether([ask("1")], "no"),
    ]).toEqual([...[true, false, false]]);
  });
});
