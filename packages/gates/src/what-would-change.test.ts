import type { PolicyDocument } from "@deskfleet/contracts";
import { describe, expect, it } from "vitest";
import type { PolicyLayer } from "./counting-layers.ts";
import { actionOf, contextFor } from "./testing.ts";
import { whatWouldChange } from "./what-would-change.ts";

const tenant = (document: PolicyDocument): PolicyLayer => ({ layer: "tenant", version: "tenant@4", document });
const user = (document: PolicyDocument): PolicyLayer => ({ layer: "user", version: "user@2", document });

type Context = Parameters<typeof contextFor>[1];
function explain(action: ReturnType<typeof actionOf>, layers: PolicyLayer[], context: Context = {}) {
  const { outcome, changes, together, isFinal } = whatWouldChange(action, {
    context: contextFor(action, context),
    layers,
  });
  const alone = changes.map(
    (change) => `${change.kind} ${change.layer ?? "-"} ${change.path ?? "-"}: ${change.outcome}`,
  );
  const joint = together && [together.outcome, ...together.changes.map(({ kind }) => kind).toSorted()].join(" ");
  return { outcome, alone, joint, isFinal };
}

describe("what would change a verdict", () => {
  it("is nothing where the action is allowed anyway", () => {
    expect(explain(actionOf("computer_file_read", { path: "/workspace/a" }), [])).toEqual({
      ...{ outcome: "allow", alone: [], joint: null, isFinal: false },
    });
  });

  it("is nothing where a hard rule denies: no directory, no rule and no person opens it", () => {
    const action = actionOf("computer_file_write", { path: "/workspace/.git/config", content: "x" });
    expect(explain(action, [])).toEqual({ outcome: "deny", alone: [], joint: null, isFinal: true });
  });

  it("is the one rule that denies, by its place in its layer", () => {
    const rules = [
      { effect: "ask", match: "tool(computer_key_press)" },
      { effect: "deny", match: "tool(computer_mouse_*)" },
    ] as const;
    const { alone } = explain(actionOf("computer_mouse_click", { x: 1, y: 1 }), [tenant({ rules: [...rules] })]);
    expect(alone).toEqual(["rule_removed tenant /rules/1: allow"]);
  });

  it("is both rules together where two layers deny", () => {
    const rules = [{ effect: "deny" as const, match: "tool(computer_mouse_click)" }];
    const answer = explain(actionOf("computer_mouse_click", { x: 1, y: 1 }), [tenant({ rules }), user({ rules })]);
    expect(answer).toEqual({
      ...{ outcome: "deny", alone: [], joint: "allow rule_removed rule_removed", isFinal: false },
    });
  });

  it("is the consent, the person or a rule where an action is asked", () => {
    const action = actionOf("computer_mouse_click", { x: 1, y: 1 });
    const grants = [{ grant: "computer_use", scope: "session", expiresAtMs: null, layer: "flag" }] as const;
    expect(explain(action, [], { grants: [...grants] }).alone).toEqual([
      ...["grant - -: allow", "approval - -: allow", "rule_added tenant /rules/-: allow"],
    ]);
  });

  it("is a person for once, or both consents, where neither is held", () => {
    const { alone, joint } = explain(actionOf("computer_mouse_click", { x: 1, y: 1 }), [], { grants: [] });
    expect([alone, joint]).toEqual([["approval - -: allow"], "allow grant grant"]);
  });

  it("is a directory more where a path is outside of all", () => {
    const action = actionOf("computer_file_read", { path: "/data/report.csv" });
    expect(explain(action, []).alone).toEqual(["directory_added tenant /paths/allowed: allow"]);
    const narrowed = [tenant({ paths: { allowed: ["/workspace"] } }), user({ paths: { allowed: ["/workspace/out"] } })];
    expect(explain(action, narrowed).alone).toEqual(["directory_added tenant /paths/allowed: allow"]);
  });

  it("is the directory itself where that is listed, and the programs that a list lacks", () => {
    const listing = actionOf("computer_process_start", { command: "ls /data" });
    expect(explain(listing, []).alone).toEqual(["directory_added tenant /paths/allowed: allow"]);
    const layers = [tenant({ processes: { programs: ["ls"] } })];
    const { joint } = explain(actionOf("computer_process_start", { command: "ls /data | wc -l" }), layers);
    expect(joint).toBe("allow directory_added programs_added");
  });

  it("is that policy prefers to confine, where a desktop cannot: then a person is asked", () => {
    const action = actionOf("computer_process_start", { command: "ls" });
    const kinds = (layers: PolicyLayer[]) => {
      const { outcome, alone, joint } = explain(action, layers, { canConfine: false });
      return { outcome, alone: alone.filter((change) => change.startsWith("confinement")), joint };
    };
    const required = { processes: { confinement: "required" } } as const;
    const change = (layer: string) => `confinement_preferred ${layer} /processes/confinement: ask`;
    expect(kinds([])).toMatchObject({ outcome: "deny", alone: [change("tenant")] });
    expect(kinds([tenant(required)])).toMatchObject({ alone: [change("tenant")] });
    const fleet: PolicyLayer = {
      layer: "fleet",
      version: "fleet@1",
      document: { ...required, locks: ["processes.confinement"] },
    };
    expect(kinds([fleet, tenant(required)])).toMatchObject({ alone: [change("fleet")] });
    expect(kinds([{ ...fleet, document: required }, tenant(required)])).toMatchObject({
      ...{ alone: [], joint: "allow approval confinement_preferred confinement_preferred" },
    });
    expect(explain(action, [tenant(required)], { canConfine: true }).alone.join(" ")).not.toMatch(/confinement/);
  });

  it("is not looked for in a text that takes long to judge, and that is not called final", () => {
    const command = "cat /data/a.txt; ".repeat(600);
    expect(explain(actionOf("computer_process_start", { command }), [])).toEqual({
      ...{ outcome: "deny", alone: [], joint: null, isFinal: false },
    });
  });

  it("is the feature that a layer switched off", () => {
    const layers = [tenant({ features: { "computer_mouse_*": false } })];
    expect(explain(actionOf("computer_mouse_click", { x: 1, y: 1 }), layers).alone).toEqual([
      ...["feature_on tenant /features/computer_mouse_*: allow"],
    ]);
  });

  it("is a second of patience, or a person, where the session's state is in the way", () => {
    const action = actionOf("computer_mouse_click", { x: 1, y: 1 });
    const recentActionsMs = Array.from({ length: 10 }, () => 999_999);
    expect(explain(action, [], { recentActionsMs }).alone).toEqual(["time_passed - -: allow"]);
    expect(explain(action, [], { session: { state: "paused", controller: "agent" } }).alone).toEqual([
      ...["session_resumed - -: allow"],
    ]);
  });

  it("comes as near as it can where something stays in the way", () => {
    const action = actionOf("computer_file_delete", { path: "/data/a" });
    const { outcome, alone, joint } = explain(action, [], { grants: [] });
    expect([outcome, alone, joint]).toEqual([
      "deny",
      ["directory_added tenant /paths/allowed: ask"],
      "allow approval directory_added",
    ]);
  });

  it("says that a setting is locked by naming the layer that may change it", () => {
    const action = actionOf("computer_file_read", { path: "/data/a" });
    const fleet: PolicyLayer = { layer: "fleet", version: "fleet@1", document: { locks: ["paths.allowed"] } };
    expect(explain(action, [fleet, tenant({ paths: { allowed: ["/data"] } })]).alone).toEqual([
      ...["directory_added fleet /paths/allowed: allow"],
    ]);
  });
});
