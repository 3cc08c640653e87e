import {
  AUDITOR_MODES,
  CONTENT_PICTURES,
  type EffectivePolicy,
  LAYERS,
  MANAGED_LAYERS,
  OUTCOMES,
  type PolicyDocument,
  type PolicyRule,
  SETTINGS,
  type Setting,
  VIEW_CLIPBOARDS,
  VIEW_PICTURES,
} from "@deskfleet/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type PolicyLayer, sortedLayers } from "./counting-layers.ts";
import { evaluate } from "./evaluate.ts";
import { isInside } from "./lexical-path.ts";
import { mergePolicies } from "./merge-policies.ts";
import { isManaged } from "./merge-table.ts";
import { reportSettings } from "./report-settings.ts";
import { strictestRule } from "./rule.ts";
import { actionOf, contextFor } from "./testing.ts";
import { matchesWildcard } from "./wildcard.ts";

const some = <T>(...values: T[]) => fc.subarray(values);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const CONSENTS = ["computer_use", "screen", "write", "app(order-desk)", "app(*)", "app(order-*)", "*"];
const MATCHES = [
  ...["tool(*)", "tool(computer_file_*)", "tool(computer_process_start)", "tool(computer_mouse_click)"],
  ...["read(/**)", "read(/workspace/*.txt)", "write(/workspace/**)", "write(/tmp/a)", "app(order-desk)", "app(*)"],
];
const DIRECTORIES = ["/workspace", "/workspace/out", "/workspace/out/a", "/tmp", "/data"];

const rule = fc.record({ effect: fc.constantFrom("allow", "ask", "deny"), match: fc.constantFrom(...MATCHES) });
/** Absent fields are absent: `{ rate: undefined }` never comes out of a schema. */
const document = fc
  .record({
    features: maybe(fc.dictionary(fc.constantFrom("computer_*", "computer_file_read", "*"), fc.boolean())),
    rules: maybe(fc.array(rule, { maxLength: 4 })),
    grants: maybe(some(...CONSENTS)),
    grantable: maybe(some(...CONSENTS)),
    paths: maybe(
      fc.record({ allowed: maybe(some(...DIRECTORIES)), readBytesMax: maybe(fc.integer({ min: 1, max: 9 })) }),
    ),
    processes: maybe(
      fc.record({
        programs: maybe(some("ls", "cat", "sh")),
        confinement: maybe(fc.constantFrom("required", "preferred")),
      }),
    ),
    sensitiveApps: maybe(some("order-desk", "Bank*")),
    appInstructions: maybe(fc.dictionary(fc.constantFrom("mousepad", "browser"), fc.constantFrom("a", "b"))),
    rate: maybe(
      fc.record({
        actionsPerSecond: maybe(fc.integer({ min: 1, max: 99 })),
        failuresInRow: maybe(fc.integer({ min: 1, max: 9 })),
      }),
    ),
    approvals: maybe(
      fc.record({
        ttlSeconds: maybe(fc.integer({ min: 10, max: 9_999 })),
        fourEyes: maybe(fc.boolean()),
        confirmationCode: maybe(fc.constantFrom("optional", "required")),
      }),
    ),
    limits: maybe(
      fc.record({
        concurrentTasks: maybe(fc.integer({ min: 0, max: 999 })),
        weight: maybe(fc.integer({ min: 1, max: 99 })),
      }),
    ),
    recording: maybe(
      fc.record({
        frames: maybe(fc.constantFrom("none", "hashes", "masked")),
        bytesMax: maybe(fc.integer({ min: 0, max: 999 })),
        retentionDays: maybe(fc.integer({ min: 1, max: 99 })),
      }),
    ),
    view: maybe(
      fc.record({
        clipboard: maybe(fc.constantFrom(...VIEW_CLIPBOARDS)),
        pictures: maybe(fc.constantFrom(...VIEW_PICTURES)),
      }),
    ),
    content: maybe(
      fc.record({
        mask: maybe(some("email", "phone")),
        keywords: maybe(some("Project Heron", "Falcon")),
        pictures: maybe(fc.constantFrom(...CONTENT_PICTURES)),
      }),
    ),
    auditor: maybe(
      fc.record({
        mode: maybe(fc.constantFrom(...AUDITOR_MODES)),
        canaryPercent: maybe(fc.integer({ min: 0, max: 100 })),
        screen: maybe(fc.constantFrom("off", "on")),
        model: maybe(fc.constantFrom("off", "on")),
        modelCallsPerHour: maybe(fc.integer({ min: 0, max: 99 })),
      }),
    ),
    isolation: maybe(fc.constantFrom("container", "gvisor", "vm")),
    locks: maybe(some(...SETTINGS)),
    managedOnly: maybe(some(...SETTINGS)),
    allowRulesFrom: maybe(some("user", "project", "local", "flag")),
  })
  .map((value) => JSON.parse(JSON.stringify(value)) as PolicyDocument);
const layers = fc
  .tuple(some(...LAYERS), fc.array(document, { minLength: 6, maxLength: 6 }))
  .map(([names, documents]) =>
    names.map((layer, n): PolicyLayer => ({ layer, version: `${layer}@1`, document: documents[n] ?? {} })),
  );

const SUBJECTS = [
  ...["computer_file_read", "computer_process_start", "computer_mouse_click"].map((id) => ["tool", id] as const),
  ...["/workspace/a.txt", "/tmp/a", "/workspace/out/b"].flatMap(
    (path) =>
      [
        ["read", path],
        ["write", path],
      ] as const,
  ),
  ...[["app", "order-desk"] as const],
];
/** `allow` is looser than no rule at all: the gates ask without one. */
const strength = (effect: string | undefined) => ["allow", undefined, "ask", "deny"].indexOf(effect);
const within = (inner: readonly string[], outer: readonly string[], isIn: (a: string, b: string) => boolean) =>
  inner.every((each) => outer.some((other) => isIn(each, other)));
const covers = (a: string, b: string) => matchesWildcard(b, a);

const textFor = (policy: EffectivePolicy, name: string) =>
  policy.appInstructions.findLast(({ app }) => app === name)?.text;

/** For every setting: whether the first policy is at least as strict as the second. A new setting needs its line here. */
const IS_AS_STRICT: Record<Setting, (a: EffectivePolicy, b: EffectivePolicy) => boolean> = {
  features: (a, b) =>
    b.features.every(({ isOn, pattern }) => isOn || a.features.some((x) => !x.isOn && x.pattern === pattern)),
  rules: (a, b) =>
    SUBJECTS.every(
      ([kind, subject]) =>
        strength(strictestRule(a, kind, subject)?.effect) >= strength(strictestRule(b, kind, subject)?.effect),
    ),
  grants: (a, b) =>
    a.grants.every(
      ({ value }) => b.grants.some((x) => x.value === value) || within([value], b.grantable.value, covers),
    ),
  grantable: (a, b) => within(a.grantable.value, b.grantable.value, covers),
  "paths.allowed": (a, b) => within(a.allowedDirectories.value, b.allowedDirectories.value, isInside),
  "paths.readBytesMax": (a, b) => a.readBytesMax.value <= b.readBytesMax.value,
  "processes.programs": ({ programs: { value: a } }, { programs: { value: b } }) =>
    b === null || (a ?? ["anything"]).every((name) => b.includes(name)),
  "processes.confinement": (a, b) => a.confinement.value === "required" || b.confinement.value === "preferred",
  sensitiveApps: (a, b) => b.sensitiveApps.every(({ value }) => a.sensitiveApps.some((x) => x.value === value)),
  // No lower layer takes its words from a higher one.
  appInstructions: (a, b) => b.appInstructions.every(({ app }) => textFor(a, app) === textFor(b, app)),
  "rate.actionsPerSecond": (a, b) => a.actionsPerSecond.value <= b.actionsPerSecond.value,
  "rate.failuresInRow": (a, b) => a.failuresInRow.value <= b.failuresInRow.value,
  "approvals.ttlSeconds": (a, b) => a.approvalTtlSeconds.value <= b.approvalTtlSeconds.value,
  "approvals.fourEyes": (a, b) => a.fourEyes.value || !b.fourEyes.value,
  "approvals.confirmationCode": (a, b) =>
    a.confirmationCode.value === "required" || b.confirmationCode.value === "optional",
  "limits.concurrentTasks": (a, b) => a.concurrentTasks.value <= b.concurrentTasks.value,
  "limits.weight": (a, b) => a.weight.value === b.weight.value,
  "recording.frames": (a, b) => a.recordedFrames.value === b.recordedFrames.value,
  "recording.bytesMax": (a, b) => a.recordingBytesMax.value <= b.recordingBytesMax.value,
  "recording.retentionDays": (a, b) => a.retentionDays.value <= b.retentionDays.value,
  "view.clipboard": (a, b) =>
    VIEW_CLIPBOARDS.indexOf(a.viewClipboard.value) <= VIEW_CLIPBOARDS.indexOf(b.viewClipboard.value),
  "view.pictures": (a, b) => VIEW_PICTURES.indexOf(a.viewPictures.value) <= VIEW_PICTURES.indexOf(b.viewPictures.value),
  "content.mask": (a, b) => b.maskedKinds.every(({ value }) => a.maskedKinds.some((x) => x.value === value)),
  "content.keywords": (a, b) => b.keywords.every(({ value }) => a.keywords.some((x) => x.value === value)),
  "content.pictures": (a, b) =>
    CONTENT_PICTURES.indexOf(a.contentPictures.value) <= CONTENT_PICTURES.indexOf(b.contentPictures.value),
  "auditor.mode": (a, b) => AUDITOR_MODES.indexOf(a.auditorMode.value) <= AUDITOR_MODES.indexOf(b.auditorMode.value),
  "auditor.canaryPercent": (a, b) => a.canaryPercent.value >= b.canaryPercent.value,
  "auditor.screen": (a, b) => a.auditorScreen.value === "on" || b.auditorScreen.value === "off",
  "auditor.model": (a, b) => a.auditorModel.value === b.auditorModel.value,
  "auditor.modelCallsPerHour": (a, b) => a.modelCallsPerHour.value <= b.modelCallsPerHour.value,
  isolation: (a, b) => {
    const order = ["container", "gvisor", "vm"];
    return order.indexOf(a.isolation.value) >= order.indexOf(b.isolation.value);
  },
};
const looser = (a: EffectivePolicy, b: EffectivePolicy) => SETTINGS.filter((setting) => !IS_AS_STRICT[setting](a, b));
const RUNS = { numRuns: 300, seed: 7 };

describe("whatever the layers say", { timeout: 60_000 }, () => {
  it("the order in which they are given does not matter", () => {
    const shuffled = layers.chain((given) =>
      fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length })),
    );
    fc.assert(
      fc.property(shuffled, ([given, other]) => {
        const text = (all: readonly PolicyLayer[]) => JSON.stringify([mergePolicies(all), reportSettings(all)]);
        expect(text(other)).toBe(text(given));
      }),
      RUNS,
    );
  });

  it("layers that nobody manages loosen nothing, in any setting", () => {
    fc.assert(
      fc.property(layers, (given) => {
        // The one way in which managed policy hands out the right to loosen; it has its own tests.
        const without = given.map((each) => ({ ...each, document: { ...each.document, allowRulesFrom: [] } }));
        const managed = without.filter(({ layer }) => isManaged(layer));
        // Ignoring a lower layer's stricter word is what a lock is for; the managed layers' own is what is compared with.
        expect(looser(mergePolicies(without), mergePolicies(managed))).toEqual([]);
      }),
      RUNS,
    );
  });

  it("a tenant loosens nothing that the fleet sets", () => {
    fc.assert(
      fc.property(layers, (given) => {
        const fleet = given.filter(({ layer }) => layer === "fleet");
        const both = given.filter(({ layer }) => isManaged(layer));
        const said = reportSettings(fleet)
          .filter(({ said: all }) => all.length > 0)
          .map(({ setting }) => setting);
        const pooled = ["rules", "grants"];
        const loosened = looser(mergePolicies(both), mergePolicies(fleet)).filter((setting) => said.includes(setting));
        expect(loosened.filter((setting) => !pooled.includes(setting))).toEqual([]);
        const effects = (["deny", "ask"] as const).flatMap((effect) =>
          SUBJECTS.filter(
            ([kind, subject]) => strictestRule(mergePolicies(fleet), kind, subject)?.effect === effect,
          ).map(
            ([kind, subject]) =>
              strength(strictestRule(mergePolicies(both), kind, subject)?.effect) >= strength(effect),
          ),
        );
        expect(effects).not.toContain(false);
        const list = fleet[0]?.document.grantable;
        const consents = mergePolicies(both).grants.filter(({ layer }) => layer === "tenant");
        if (list)
          expect(
            within(
              consents.map(({ value }) => value),
              list,
              covers,
            ),
          ).toBe(true);
      }),
      RUNS,
    );
  });

  it("nothing that a lower layer says changes a locked setting", () => {
    fc.assert(
      fc.property(layers, fc.constantFrom(...SETTINGS), fc.constantFrom(...MANAGED_LAYERS), (given, setting, by) => {
        const upper = sortedLayers(given).filter(
          ({ layer }) => layer === "fleet" || (layer === "tenant" && by === "tenant"),
        );
        const lower = given.filter((each) => !upper.includes(each));
        const holder = upper.find(({ layer }) => layer === by) ?? { layer: by, version: `${by}@1`, document: {} };
        const locking = [
          ...upper.filter((each) => each !== holder),
          { ...holder, document: { ...holder.document, locks: [setting], grantable: [], allowRulesFrom: [] } },
        ];
        const value = (all: readonly PolicyLayer[]) => reportSettings(all).find((each) => each.setting === setting);
        const [alone, all] = [value(locking), value([...locking, ...lower])];
        expect([all?.inForce, all?.lockedBy]).toEqual([alone?.inForce, alone?.lockedBy]);
        expect(all?.lockedBy).not.toBeNull();
      }),
      RUNS,
    );
  });

  it("one more deny rule, in any layer, loosens no verdict of any gate", () => {
    const actions = [
      actionOf("computer_file_read", { path: "/workspace/a.txt" }),
      actionOf("computer_file_write", { path: "/tmp/a", content: "x" }),
      actionOf("computer_mouse_click", { x: 5, y: 5 }),
      actionOf("computer_process_start", { app: "order-desk" }),
      actionOf("computer_process_start", { argv: ["ls", "/workspace"] }),
      actionOf("computer_screen_capture"),
    ];
    fc.assert(
      fc.property(
        layers,
        fc.nat(5),
        fc.constantFrom(...MATCHES),
        fc.nat(),
        fc.constantFrom(...actions),
        (given, n, match, at, action) => {
          const name = LAYERS[n]!;
          const own = given.find(({ layer }) => layer === name) ?? { layer: name, version: `${name}@1`, document: {} };
          const rules: PolicyRule[] = [...(own.document.rules ?? [])];
          rules.splice(at % (rules.length + 1), 0, { effect: "deny", match });
          const more = [...given.filter((each) => each !== own), { ...own, document: { ...own.document, rules } }];
          const context = contextFor(action, { grants: [] });
          const [before, after] = [given, more].map((all) => evaluate(action, context, mergePolicies(all)));
          const order = (outcome: (typeof OUTCOMES)[number]) => OUTCOMES.indexOf(outcome);
          expect(order(after!.outcome)).toBeLessThanOrEqual(order(before!.outcome));
          for (const { gate, outcome } of before!.verdicts) {
            const same = after!.verdicts.find((verdict) => verdict.gate === gate);
            expect(order(same!.outcome)).toBeLessThanOrEqual(order(outcome));
          }
        },
      ),
      RUNS,
    );
  });
});
