import { describe, expect, it } from "vitest";
import { mergePolicies } from "./merge-policies.ts";

const tenant = (document: object) => ({ layer: "tenant", version: "tenant@1", document }) as const;
const fleet = (document: object) => ({ layer: "fleet", version: "fleet@2", document }) as const;
const flag = (document: object) => ({ layer: "flag", version: "flag", document }) as const;

describe("merging layers", () => {
  it("consents to nothing by default", () => {
    const { grants, grantable, programs, version } = mergePolicies([]);
    expect({ grants, grantable, programs, version }).toEqual({
      grants: [],
      grantable: { value: [], layer: "default" },
      programs: { value: [], layer: "default" },
      version: "default",
    });
  });
  it("takes the strictest limit, and says whose it is", () => {
    const merged = mergePolicies([
      fleet({ rate: { actionsPerSecond: 20 } }),
      tenant({ rate: { actionsPerSecond: 50 } }),
    ]);
    expect(merged.actionsPerSecond).toEqual({ value: 20, layer: "fleet" });
  });
  it("lets a managed layer raise a default, and a caller only lower it", () => {
    expect(mergePolicies([tenant({ rate: { actionsPerSecond: 50 } })]).actionsPerSecond).toEqual({
      value: 50,
      layer: "tenant",
    });
    expect(mergePolicies([flag({ rate: { actionsPerSecond: 50 } })]).actionsPerSecond).toEqual({
      value: 10,
      layer: "default",
    });
    expect(mergePolicies([flag({ rate: { actionsPerSecond: 5 } })]).actionsPerSecond).toEqual({
      value: 5,
      layer: "flag",
    });
  });
  it("gives a caller's own consents only as far as managed policy says", () => {
    const merged = mergePolicies([
      tenant({ grantable: ["computer_use", "app(*)"] }),
      flag({ grants: ["computer_use", "write", "app(x)"], grantable: ["*"] }),
    ]);
    expect(merged.grants.map(({ value }) => value)).toEqual(["computer_use", "app(x)"]);
  });
  it("does not let a caller make anything grantable", () => {
    expect(mergePolicies([flag({ grantable: ["*"], grants: ["write"] })]).grants).toEqual([]);
  });
  it("intersects allowed directories by containment", () => {
    const merged = mergePolicies([
      fleet({ paths: { allowed: ["/workspace", "/data"] } }),
      tenant({ paths: { allowed: ["/workspace/out", "/tmp"] } }),
    ]);
    expect(merged.allowedDirectories.value).toEqual(["/workspace/out"]);
  });
  it("pools rules of all layers, each with its layer", () => {
    const rule = { effect: "deny", match: "tool(*)" };
    expect(mergePolicies([flag({ rules: [rule] }), fleet({ rules: [rule] })]).rules.map(({ layer }) => layer)).toEqual([
      "flag",
      "fleet",
    ]);
  });
});
