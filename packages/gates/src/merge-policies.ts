import { type EffectivePolicy, LAYERS, type Layer, type PolicyDocument, type Sourced } from "@deskfleet/contracts";
import { isInside } from "./lexical-path.ts";
import { matchesWildcard } from "./wildcard.ts";

export interface PolicyLayer {
  readonly layer: Layer;
  readonly version: string;
  readonly document: PolicyDocument;
}

/** What holds where no layer says anything: nothing is consented, no program runs, two directories are open. */
const DEFAULTS = {
  grantable: [] as readonly string[],
  directories: ["/workspace", "/tmp"] as readonly string[],
  readBytesMax: 1_048_576,
  programs: [] as readonly string[],
  actionsPerSecond: 10,
  failuresInRow: 3,
  approvalTtlSeconds: 900,
  fourEyes: false,
  concurrentTasks: 100,
  weight: 1,
  isolation: "container",
} as const;
const ISOLATIONS = ["container", "gvisor", "vm"] as const;
const MANAGED: readonly Layer[] = ["tenant", "fleet"];

/**
 * One merge rule for each setting: rules, switched-off features and sensitive applications are pooled; limits take the
 * strictest of the layers that set them; the weight is a preference and takes the highest layer. Standing consents
 * come from managed layers, or from lower ones as far as managed policy lets callers give them.
 */
export function mergePolicies(given: readonly PolicyLayer[]): EffectivePolicy {
  const layers = given.toSorted(
    (a, b) => LAYERS.indexOf(a.layer as (typeof LAYERS)[number]) - LAYERS.indexOf(b.layer as (typeof LAYERS)[number]),
  );
  const grantable = narrowed(layers, ({ grantable }) => grantable, DEFAULTS.grantable, intersectPatterns, MANAGED);
  return {
    features: layers.flatMap(({ layer, document }) =>
      Object.entries(document.features ?? {}).map(([pattern, isOn]) => ({ pattern, isOn, layer })),
    ),
    rules: layers.flatMap(({ layer, document }) => (document.rules ?? []).map((rule) => ({ ...rule, layer }))),
    grants: layers.flatMap(({ layer, document }) =>
      (document.grants ?? [])
        .filter(
          (grant) => MANAGED.includes(layer) || grantable.value.some((pattern) => matchesWildcard(pattern, grant)),
        )
        .map((value) => ({ value, layer })),
    ),
    grantable,
    allowedDirectories: narrowed(layers, ({ paths }) => paths?.allowed, DEFAULTS.directories, intersectDirectories),
    readBytesMax: strictestOf(layers, ({ paths }) => paths?.readBytesMax, DEFAULTS.readBytesMax, Math.min),
    programs: narrowed(
      layers,
      ({ processes }) => processes?.programs,
      DEFAULTS.programs,
      (a, b) => a.filter((name) => b.includes(name)),
      MANAGED,
    ),
    sensitiveApps: layers.flatMap(({ layer, document }) =>
      (document.sensitiveApps ?? []).map((value) => ({ value, layer })),
    ),
    actionsPerSecond: strictestOf(
      layers,
      ({ rate }) => rate?.actionsPerSecond,
      DEFAULTS.actionsPerSecond,
      Math.min,
      MANAGED,
    ),
    failuresInRow: strictestOf(layers, ({ rate }) => rate?.failuresInRow, DEFAULTS.failuresInRow, Math.min, MANAGED),
    approvalTtlSeconds: strictestOf(
      layers,
      ({ approvals }) => approvals?.ttlSeconds,
      DEFAULTS.approvalTtlSeconds,
      Math.min,
      MANAGED,
    ),
    fourEyes: strictestOf<boolean>(
      layers,
      ({ approvals }) => approvals?.fourEyes,
      DEFAULTS.fourEyes,
      (a, b) => a || b,
    ),
    concurrentTasks: strictestOf(
      layers,
      ({ limits }) => limits?.concurrentTasks,
      DEFAULTS.concurrentTasks,
      Math.min,
      MANAGED,
    ),
    weight: strictestOf<number>(
      layers.filter(({ layer }) => MANAGED.includes(layer)),
      ({ limits }) => limits?.weight,
      DEFAULTS.weight,
      (_lower, higher) => higher,
    ),
    isolation: strictestOf<(typeof ISOLATIONS)[number]>(
      layers,
      ({ isolation }) => isolation,
      DEFAULTS.isolation,
      (a, b) => (ISOLATIONS.indexOf(a) >= ISOLATIONS.indexOf(b) ? a : b),
    ),
    version: layers.map(({ version }) => version).join(",") || "default",
  };
}

/**
 * A limit over the layers that set it. Where `replacesDefault` lists layers, only those replace the default; the others
 * can merely narrow what is in force without them, so that a caller cannot raise a limit nobody else set.
 */
function strictestOf<T>(
  layers: readonly PolicyLayer[],
  read: (document: PolicyDocument) => T | undefined,
  fallback: T,
  pick: (a: T, b: T) => T,
  replacesDefault: readonly Layer[] = LAYERS,
): Sourced<T> {
  const set = layers.flatMap(({ layer, document }) => {
    const value = read(document);
    return value === undefined ? [] : [{ value, layer }];
  });
  const isReplaced = set.some(({ layer }) => replacesDefault.includes(layer));
  const all: Sourced<T>[] = isReplaced ? set : [{ value: fallback, layer: "default" }, ...set];
  return all.reduce((a, b) => {
    const value = pick(a.value, b.value);
    return value === a.value && value !== b.value ? a : { value, layer: value === b.value ? b.layer : a.layer };
  });
}

function narrowed(
  layers: readonly PolicyLayer[],
  read: (document: PolicyDocument) => readonly string[] | undefined,
  fallback: readonly string[],
  intersect: (a: readonly string[], b: readonly string[]) => readonly string[],
  replacesDefault: readonly Layer[] = MANAGED,
): Sourced<readonly string[]> {
  return strictestOf(layers, read, fallback, intersect, replacesDefault);
}

function intersectDirectories(a: readonly string[], b: readonly string[]): string[] {
  const inner = [
    ...a.filter((path) => b.some((outer) => isInside(path, outer))),
    ...b.filter((path) => a.some((outer) => isInside(path, outer))),
  ];
  return [...new Set(inner)];
}

/** Patterns of one list that the other covers. */
function intersectPatterns(a: readonly string[], b: readonly string[]): string[] {
  const covered = (pattern: string, by: readonly string[]) => by.some((other) => matchesWildcard(other, pattern));
  return [...new Set([...a.filter((pattern) => covered(pattern, b)), ...b.filter((pattern) => covered(pattern, a))])];
}
