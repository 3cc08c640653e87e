import { FleetError, type RulePackDocument } from "@deskfleet/contracts";
import { mergePacks, SHIPPED_RULES } from "@deskfleet/gates";
import { beforeEach, describe, expect, it } from "vitest";
import { RulePacks } from "./rule-packs.ts";

const TENANT = "00000000-0000-7000-8000-000000000001";
const OTHER = "00000000-0000-7000-8000-000000000002";
const RELEASE: RulePackDocument["rules"][number] = {
  ...{ id: "acme.release", version: 1, severity: "block", actions: ["click"], meanings: "any", when: [] },
  ...{ words: { target: ["Roll out"] }, reason: "a roll-out" },
  ...{ matches: [{ target: "button: Roll out" }], notMatches: [{ target: "button: Roll" }] },
};
const pack = (name: string, version: number, ...rules: object[]) => ({
  ...{ name, version },
  document: { rules } as RulePackDocument,
});

let stored: { name: string; version: number; document: RulePackDocument }[];
let reads: number;
let failure: Error | null;
let logged: { pack: string; faults: string[] }[];
let packs: RulePacks;
beforeEach(() => {
  [stored, reads, failure, logged] = [[], 0, null, []];
  const error = (fields: object) => {
    logged.push(fields as (typeof logged)[number]);
  };
  packs = new RulePacks({
    records: {
      activePacks: async (tenantId) => {
        reads += 1;
        if (failure) throw failure;
        return tenantId === TENANT ? stored : [];
      },
    },
    log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error },
  });
});
const idsOf = async (tenantId = TENANT) => (await packs.rules(tenantId)).rules.map(({ id }) => id);

describe("the rules of a tenant", () => {
  it("are the shipped ones and those of its own active packs, in nobody else's", async () => {
    stored = [pack("acme", 3, RELEASE)];
    expect((await packs.rules(TENANT)).version).toBe(`${SHIPPED_RULES.name}@${SHIPPED_RULES.version}+acme@3`);
    expect(await idsOf()).toEqual([...SHIPPED_RULES.rules.map(({ id }) => id), "acme.release"]);
    expect(await packs.rules(OTHER)).toEqual(mergePacks([SHIPPED_RULES]));
  });

  it("are read once, until a signal says that others are in force", async () => {
    await Promise.all([packs.rules(TENANT), packs.rules(TENANT)]);
    expect(reads).toBe(1);
    stored = [pack("acme", 3, RELEASE)];
    packs.onSignal({ kind: "auditor.changed", tenantId: OTHER });
    packs.onSignal({ kind: "policy.changed", tenantId: TENANT });
    expect(await idsOf()).not.toContain("acme.release");
    packs.onSignal({ kind: "auditor.changed", tenantId: TENANT });
    expect(await idsOf()).toContain("acme.release");
    stored = [];
    packs.onReconnect();
    expect(await idsOf()).not.toContain("acme.release");
  });

  it("that are being read when the signal comes are read again", async () => {
    const early = packs.rules(TENANT);
    stored = [pack("acme", 3, RELEASE)];
    packs.onSignal({ kind: "auditor.changed", tenantId: TENANT });
    expect(await idsOf()).toContain("acme.release");
    await early;
    expect(await idsOf()).toContain("acme.release");
  });

  it("are not known while the store does not answer, and are then asked for again", async () => {
    failure = new FleetError("store.unavailable", "the database does not answer");
    await expect(packs.rules(TENANT)).rejects.toBe(failure);
    failure = null;
    expect(await idsOf()).toContain(SHIPPED_RULES.rules[0]!.id);
  });
});

describe("a stored pack that cannot be used", () => {
  it.each([
    ["with an example that does not match", { ...RELEASE, matches: [{ target: "button: Cancel" }] }, /matches\[0\]/],
    ["with a fact that is gone", { ...RELEASE, when: ["moon.full"] }, /moon\.full/],
    ["of another shape", { ...RELEASE, severity: "pass" }, /rules\/0\/severity/],
  ])("%s is left out and logged; the shipped rules and other packs stand", async (_name, rule, fault) => {
    stored = [pack("acme", 3, rule), pack("beta", 1, { ...RELEASE, id: "beta.release" })];
    expect(await idsOf()).toEqual([...SHIPPED_RULES.rules.map(({ id }) => id), "beta.release"]);
    expect(logged.map(({ pack, faults }) => [pack, faults.length])).toEqual([["acme@3", 1]]);
    expect(logged[0]!.faults[0]).toMatch(fault);
  });

  it("can make no shipped rule milder", async () => {
    const blocking = SHIPPED_RULES.rules.find(({ severity }) => severity === "block")!;
    stored = [pack("acme", 1, { ...RELEASE, id: blocking.id, severity: "warn" })];
    expect((await packs.rules(TENANT)).rules.find(({ id }) => id === blocking.id)).toEqual(blocking);
  });
});
