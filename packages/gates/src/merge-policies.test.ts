import type { Layer, PolicyDocument } from "@deskfleet/contracts";
import { describe, expect, it } from "vitest";
import { mergePolicies } from "./merge-policies.ts";

const layer = (name: Layer) => (document: PolicyDocument) => ({ layer: name, version: `${name}@1`, document });
const user = layer("user");
const project = layer("project");
const local = layer("local");
const flag = layer("flag");
const tenant = layer("tenant");
const fleet = layer("fleet");
const from = (name: string) => ({ layer: name, version: name === "default" ? name : `${name}@1` });

describe("merging layers", () => {
  it("consents to nothing by default, and leaves commands to their analysis", () => {
    const { grants, grantable, programs, version } = mergePolicies([]);
    expect({ grants, grantable, programs, version }).toEqual({
      grants: [],
      grantable: { value: [], ...from("default") },
      programs: { value: null, ...from("default") },
      version: "default",
    });
  });
  it("names the versions it is made of, lowest layer first", () => {
    expect(mergePolicies([fleet({}), user({}), tenant({})]).version).toBe("user@1,tenant@1,fleet@1");
  });
});

describe("limits", () => {
  it("are the strictest that a layer sets, and say whose they are", () => {
    const layers = [fleet({ rate: { actionsPerSecond: 20 } }), tenant({ rate: { actionsPerSecond: 50 } })];
    expect(mergePolicies(layers).actionsPerSecond).toEqual({ value: 20, ...from("fleet") });
    const lower = local({ rate: { actionsPerSecond: 2 } });
    expect(mergePolicies([...layers, lower]).actionsPerSecond).toEqual({ value: 2, ...from("local") });
  });
  it.each([
    ["raised by a managed layer", [tenant({ paths: { readBytesMax: 5_000_000 } })], 5_000_000, "tenant"],
    ["never raised by a caller", [flag({ paths: { readBytesMax: 5_000_000 } })], 1_048_576, "default"],
    ["lowered by a caller", [flag({ paths: { readBytesMax: 5 } })], 5, "flag"],
    [
      "not raised by a caller beside a managed layer that is silent about them",
      [user({ paths: { readBytesMax: 5_000_000 } }), tenant({})],
      1_048_576,
      "default",
    ],
  ])("have a default that is %s", (_name, layers, value, source) => {
    expect(mergePolicies(layers).readBytesMax).toEqual({ value, ...from(source) });
  });
  it("of whole tenants are none of a caller's business", () => {
    const merged = mergePolicies([user({ limits: { concurrentTasks: 1, weight: 900 } })]);
    expect([merged.concurrentTasks.value, merged.weight.value]).toEqual([100, 1]);
  });
  it("that are preferences are the highest layer's", () => {
    const layers = [fleet({ limits: { weight: 2 } }), tenant({ limits: { weight: 9 } })];
    expect(mergePolicies(layers).weight).toEqual({ value: 2, ...from("fleet") });
  });
});

describe("lists", () => {
  it("of directories keep what lies inside one of every layer", () => {
    const layers = [
      fleet({ paths: { allowed: ["/workspace", "/data"] } }),
      tenant({ paths: { allowed: ["/workspace/out", "/tmp", "/data"] } }),
    ];
    expect(mergePolicies(layers).allowedDirectories.value).toEqual(["/data", "/workspace/out"]);
    const disjoint = flag({ paths: { allowed: ["/home"] } });
    expect(mergePolicies([...layers, disjoint]).allowedDirectories).toEqual({ value: [], ...from("flag") });
  });
  it("of programs narrow what the analysis would allow, from whichever layer", () => {
    expect(mergePolicies([user({ processes: { programs: ["ls"] } })]).programs).toEqual({
      ...{ value: ["ls"], ...from("user") },
    });
    const both = [tenant({ processes: { programs: ["ls", "cat"] } }), user({ processes: { programs: ["cat", "sh"] } })];
    expect(mergePolicies(both).programs).toEqual({ value: ["cat"], ...from("user") });
    const empty = [tenant({ processes: { programs: [] } }), user({ processes: { programs: ["sh"] } })];
    expect(mergePolicies(empty).programs.value).toEqual([]);
  });
});

describe("consents", () => {
  it("of a caller hold only as far as managed policy says", () => {
    const merged = mergePolicies([
      tenant({ grantable: ["computer_use", "app(*)"] }),
      flag({ grants: ["computer_use", "write", "app(x)"], grantable: ["*"] }),
    ]);
    expect(merged.grants.map(({ value }) => value)).toEqual(["computer_use", "app(x)"]);
  });
  it("are not made grantable by a caller", () => {
    for (const lower of [user, project, local, flag])
      expect(mergePolicies([lower({ grantable: ["*"], grants: ["write"] })]).grants).toEqual([]);
  });
  it("of a tenant hold as far as the fleet lets tenants give them", () => {
    const own = tenant({ grants: ["write", "screen"] });
    expect(mergePolicies([own]).grants.map(({ value }) => value)).toEqual(["write", "screen"]);
    expect(mergePolicies([own, fleet({ grantable: ["screen"] })]).grants.map(({ value }) => value)).toEqual(["screen"]);
    expect(mergePolicies([fleet({ grantable: [], grants: ["write"] })]).grants).toHaveLength(1);
  });
  it("that one pattern covers are not covered by a narrower one", () => {
    const merged = mergePolicies([
      tenant({ grantable: ["app(order-*)"] }),
      flag({ grants: ["app(*)", "app(order-desk)"] }),
    ]);
    expect(merged.grants.map(({ value }) => value)).toEqual(["app(order-desk)"]);
  });
});

describe("rules", () => {
  const deny = { effect: "deny", match: "tool(*)" } as const;
  const allow = { effect: "allow", match: "tool(*)" } as const;
  const layersOf = (...layers: Parameters<typeof mergePolicies>[0]) =>
    mergePolicies(layers).rules.map((rule) => rule.layer);

  it("of all layers are pooled, each with its layer and version", () => {
    expect(mergePolicies([fleet({ rules: [deny] }), flag({ rules: [deny] })]).rules).toEqual([
      { ...deny, ...from("flag") },
      { ...deny, ...from("fleet") },
    ]);
  });
  it("that allow count in managed layers only", () => {
    expect(layersOf(...[user, project, local, flag, tenant, fleet].map((each) => each({ rules: [allow] })))).toEqual([
      "tenant",
      "fleet",
    ]);
  });
  it("that allow count in the layers that every managed layer names", () => {
    const own = [user({ rules: [allow] }), project({ rules: [allow] })];
    expect(layersOf(...own, tenant({ allowRulesFrom: ["user", "project"] }))).toEqual(["user", "project"]);
    const stricter = fleet({ allowRulesFrom: ["project"] });
    expect(layersOf(...own, tenant({ allowRulesFrom: ["user", "project"] }), stricter)).toEqual(["project"]);
    expect(layersOf(...own, flag({ allowRulesFrom: ["user", "project"] }))).toEqual([]);
  });
});

describe("locks", () => {
  it("make a layer's word the last, and its silence the default", () => {
    const lower = [tenant({ rate: { actionsPerSecond: 2 } }), flag({ rate: { actionsPerSecond: 1 } })];
    const said = fleet({ rate: { actionsPerSecond: 20 }, locks: ["rate.actionsPerSecond"] });
    expect(mergePolicies([...lower, said]).actionsPerSecond).toEqual({ value: 20, ...from("fleet") });
    const silent = fleet({ locks: ["rate.actionsPerSecond"] });
    expect(mergePolicies([...lower, silent]).actionsPerSecond).toEqual({ value: 10, ...from("default") });
  });
  it("of a tenant bind those below it, not the fleet", () => {
    const layers = [
      user({ sensitiveApps: ["a"] }),
      tenant({ sensitiveApps: ["b"], locks: ["sensitiveApps"] }),
      fleet({ sensitiveApps: ["c"] }),
    ];
    expect(mergePolicies(layers).sensitiveApps.map(({ value }) => value)).toEqual(["b", "c"]);
  });
  it("of other layers are nothing", () => {
    const layers = [user({ sensitiveApps: ["a"] }), flag({ locks: ["sensitiveApps"], managedOnly: ["sensitiveApps"] })];
    expect(mergePolicies(layers).sensitiveApps).toHaveLength(1);
  });
  it("leave it at managed rules where a layer says so", () => {
    const rules = [{ effect: "deny", match: "tool(*)" }] as const;
    const layers = [user, flag, tenant, fleet].map((each) => each({ rules: [...rules] }));
    const merged = mergePolicies([...layers.slice(0, 3), fleet({ rules: [...rules], managedOnly: ["rules"] })]);
    expect(merged.rules.map((rule) => rule.layer)).toEqual(["tenant", "fleet"]);
  });
  it("of `grantable` take a tenant's list out of force, for its own callers too", () => {
    const layers = [tenant({ grantable: ["*"] }), fleet({ locks: ["grantable"] }), flag({ grants: ["write"] })];
    expect([mergePolicies(layers).grantable.value, mergePolicies(layers).grants]).toEqual([[], []]);
  });
});
