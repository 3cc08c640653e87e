import type { EffectivePolicy, Layer, PolicyDocument, Setting, Source, Sourced } from "@deskfleet/contracts";
import { countingLayers, type PolicyLayer, sortedLayers } from "./counting-layers.ts";
import {
  isManaged,
  MERGE_TABLE,
  type Permissions,
  type Pooled,
  type Preference,
  type Strictest,
} from "./merge-table.ts";

/** All layers as one policy, by the merge table; every value with its layer and version. In whichever order they are given. */
export function mergePolicies(layers: readonly PolicyLayer[]): EffectivePolicy {
  const permissions = permissionsOf(layers);
  const pool = <T>(setting: Setting, row: Pooled<T>) => pooledEntries(setting, row, layers, permissions);
  const narrow = <T>(setting: Setting, row: Strictest<T>) => strictestValue(setting, row, layers);
  const tagged = <T extends object>({ value, ...source }: Sourced<T>): T & Source => ({ ...value, ...source });
  return {
    features: pool("features", MERGE_TABLE.features).map(tagged),
    rules: pool("rules", MERGE_TABLE.rules).map(tagged),
    grants: pool("grants", MERGE_TABLE.grants),
    grantable: narrow("grantable", MERGE_TABLE.grantable),
    allowedDirectories: narrow("paths.allowed", MERGE_TABLE["paths.allowed"]),
    readBytesMax: narrow("paths.readBytesMax", MERGE_TABLE["paths.readBytesMax"]),
    programs: narrow("processes.programs", MERGE_TABLE["processes.programs"]),
    confinement: narrow("processes.confinement", MERGE_TABLE["processes.confinement"]),
    sensitiveApps: pool("sensitiveApps", MERGE_TABLE.sensitiveApps),
    appInstructions: pool("appInstructions", MERGE_TABLE.appInstructions).map(tagged),
    actionsPerSecond: narrow("rate.actionsPerSecond", MERGE_TABLE["rate.actionsPerSecond"]),
    failuresInRow: narrow("rate.failuresInRow", MERGE_TABLE["rate.failuresInRow"]),
    approvalTtlSeconds: narrow("approvals.ttlSeconds", MERGE_TABLE["approvals.ttlSeconds"]),
    fourEyes: narrow("approvals.fourEyes", MERGE_TABLE["approvals.fourEyes"]),
    confirmationCode: narrow("approvals.confirmationCode", MERGE_TABLE["approvals.confirmationCode"]),
    concurrentTasks: narrow("limits.concurrentTasks", MERGE_TABLE["limits.concurrentTasks"]),
    weight: preferredValue("limits.weight", MERGE_TABLE["limits.weight"], layers),
    recordedFrames: preferredValue("recording.frames", MERGE_TABLE["recording.frames"], layers),
    recordingBytesMax: narrow("recording.bytesMax", MERGE_TABLE["recording.bytesMax"]),
    retentionDays: narrow("recording.retentionDays", MERGE_TABLE["recording.retentionDays"]),
    viewClipboard: narrow("view.clipboard", MERGE_TABLE["view.clipboard"]),
    viewPictures: narrow("view.pictures", MERGE_TABLE["view.pictures"]),
    maskedKinds: pool("content.mask", MERGE_TABLE["content.mask"]),
    keywords: pool("content.keywords", MERGE_TABLE["content.keywords"]),
    contentPictures: narrow("content.pictures", MERGE_TABLE["content.pictures"]),
    auditorMode: narrow("auditor.mode", MERGE_TABLE["auditor.mode"]),
    canaryPercent: narrow("auditor.canaryPercent", MERGE_TABLE["auditor.canaryPercent"]),
    auditorScreen: narrow("auditor.screen", MERGE_TABLE["auditor.screen"]),
    auditorModel: preferredValue("auditor.model", MERGE_TABLE["auditor.model"], layers),
    modelCallsPerHour: narrow("auditor.modelCallsPerHour", MERGE_TABLE["auditor.modelCallsPerHour"]),
    isolation: narrow("isolation", MERGE_TABLE.isolation),
    version:
      sortedLayers(layers)
        .map(({ version }) => version)
        .reverse()
        .join(",") || "default",
  };
}

/** What managed layers let the others loosen; read before the merge of anything else. */
export function permissionsOf(layers: readonly PolicyLayer[]): Permissions {
  const managed = layers.filter(({ layer }) => isManaged(layer));
  const [first = [], ...others] = managed.flatMap(({ document }) => said(document.allowRulesFrom));
  const fleet = layers.find(({ layer }) => layer === "fleet");
  return {
    grantable: strictestValue("grantable", MERGE_TABLE.grantable, layers).value,
    grantableByTenant: fleet?.document.grantable,
    allowRulesFrom: first.filter((layer) => others.every((list) => list.includes(layer))),
  };
}

export function pooledEntries<T>(
  setting: Setting,
  row: Pooled<T>,
  layers: readonly PolicyLayer[],
  permissions: Permissions,
): Sourced<T>[] {
  // Lowest first, as records have always had it; no gate cares.
  return countingLayers(setting, layers)
    .reverse()
    .flatMap(({ layer, version, document }) =>
      (row.read(document) ?? [])
        .filter((entry) => row.counts?.(entry, layer, permissions) ?? true)
        .map((value) => ({ value, layer, version })),
    );
}

/**
 * From the highest layer down, so that no layer changes what is in force by more than it narrows what the ones above have
 * left of it. The value is the layer's that narrowed it last.
 */
export function strictestValue<T>(setting: Setting, row: Strictest<T>, layers: readonly PolicyLayer[]): Sourced<T> {
  const speaking = valuesOf(setting, row.read, layers);
  const first = speaking.find(({ layer }) => isManaged(layer)) ?? { ...DEFAULT, value: row.fallback };
  return speaking.reduce((inForce, each) => {
    const value = row.narrow(inForce.value, each.value);
    return isSame(value, inForce.value) ? inForce : { ...each, value };
  }, first);
}

export function preferredValue<T>(setting: Setting, row: Preference<T>, layers: readonly PolicyLayer[]): Sourced<T> {
  return valuesOf(setting, row.read, layers)[0] ?? { ...DEFAULT, value: row.fallback };
}

/** Highest first. */
function valuesOf<T>(
  setting: Setting,
  read: (document: PolicyDocument) => T | undefined,
  layers: readonly PolicyLayer[],
): Sourced<T>[] {
  return countingLayers(setting, layers).flatMap(({ layer, version, document }) =>
    said(read(document)).map((value) => ({ value, layer, version })),
  );
}

const DEFAULT: Source = { layer: "default" satisfies Layer, version: "default" };
const said = <T>(value: T | undefined): T[] => (value === undefined ? [] : [value]);
const isSame = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b) ? a.length === b.length && a.every((each, n) => each === b[n]) : a === b;
