import {
  AUDITOR_MODES,
  type AuditorMode,
  CONTENT_PICTURES,
  type ContentPictures,
  type Layer,
  MANAGED_LAYERS,
  type OptionalKind,
  type PolicyDocument,
  type PolicyRule,
  type RecordedFrames,
  type Setting,
  VIEW_CLIPBOARDS,
  VIEW_PICTURES,
  type ViewClipboard,
  type ViewPictures,
} from "@deskfleet/contracts";
import { isInside } from "./lexical-path.ts";
import { matchesWildcard } from "./wildcard.ts";

/**
 * How what the layers say of one setting becomes what is in force. The merge runs from this table, docs/policies.md shows it,
 * and a property test holds for every row: no layer loosens what a managed layer above it has set.
 *
 * `from: managed`: other layers cannot say anything. Where a rule is `strictest` and no managed layer says anything, the
 * default is like a layer above all others: callers can tighten it, never raise it.
 */
interface Row<T> {
  read(document: PolicyDocument): T | undefined;
  readonly from: "any" | "managed";
  /** For people. */
  readonly how: string;
}
export interface Pooled<T> extends Row<readonly T[]> {
  readonly rule: "pooled";
  /** Absent: everything that is said counts. */
  counts?(entry: T, layer: Layer, permissions: Permissions): boolean;
}
export interface Strictest<T> extends Row<T> {
  readonly rule: "strictest";
  readonly fallback: T;
  /** What is left of the first when the second holds too. */
  narrow(inForce: T, said: T): T;
}
export interface Preference<T> extends Row<T> {
  readonly rule: "preference";
  readonly fallback: T;
}

/** What managed layers let the layers below them loosen. */
export interface Permissions {
  /** Merged, for the layers that nobody manages. */
  readonly grantable: readonly string[];
  /** What the fleet lets its tenants give; undefined: anything. */
  readonly grantableByTenant: readonly string[] | undefined;
  /** Whose `allow` rules count beside those of managed layers. */
  readonly allowRulesFrom: readonly Layer[];
}

export const isManaged = (layer: Layer): boolean => (MANAGED_LAYERS as readonly Layer[]).includes(layer);

const ISOLATIONS = ["container", "gvisor", "vm"] as const;
type Isolation = (typeof ISOLATIONS)[number];

const pooled = <T>(row: Omit<Pooled<T>, "rule" | "from">): Pooled<T> => ({ rule: "pooled", from: "any", ...row });
const strictest = <T>(row: Omit<Strictest<T>, "rule" | "from">): Strictest<T> => ({
  rule: "strictest",
  from: "any",
  ...row,
});
const smallest = (fallback: number, read: Strictest<number>["read"]): Strictest<number> =>
  strictest({ how: "the smallest number", fallback, read, narrow: Math.min });

export const MERGE_TABLE = {
  features: pooled<{ readonly pattern: string; readonly isOn: boolean }>({
    how: "a tool that any layer switches off is off",
    read: ({ features }) => features && Object.entries(features).map(([pattern, isOn]) => ({ pattern, isOn })),
  }),
  rules: pooled<PolicyRule>({
    how: "`deny` beats `ask` beats `allow`, from whichever layer; an `allow` of another than a managed layer counts where `allowRulesFrom` names the layer",
    read: ({ rules }) => rules,
    counts: ({ effect }, layer, { allowRulesFrom }) =>
      effect !== "allow" || isManaged(layer) || allowRulesFrom.includes(layer),
  }),
  grants: pooled<string>({
    how: "the fleet's count; a tenant's as far as the fleet's `grantable` goes, if it has one; those of other layers as far as the merged `grantable` goes",
    read: ({ grants }) => grants,
    counts: (grant, layer, permissions) => {
      if (layer === "fleet") return true;
      const patterns = layer === "tenant" ? permissions.grantableByTenant : permissions.grantable;
      return patterns?.some((pattern) => matchesWildcard(pattern, grant)) ?? true;
    },
  }),
  grantable: strictest<readonly string[]>({
    how: "patterns that every layer that sets it covers",
    fallback: [],
    read: ({ grantable }) => grantable,
    narrow: (inForce, said) => common(inForce, said, (inner, outer) => matchesWildcard(outer, inner)),
  }),
  "paths.allowed": strictest<readonly string[]>({
    how: "directories that lie inside one of every layer that sets it",
    fallback: ["/workspace", "/tmp"],
    read: ({ paths }) => paths?.allowed,
    narrow: (inForce, said) => common(inForce, said, isInside),
  }),
  "paths.readBytesMax": smallest(1_048_576, ({ paths }) => paths?.readBytesMax),
  "processes.programs": strictest<readonly string[] | null>({
    how: "programs on the list of every layer that sets one; without any, the analysis of the command decides",
    fallback: null,
    read: ({ processes }) => processes?.programs,
    narrow: (inForce, said) => inForce?.filter((name) => said?.includes(name) ?? true) ?? said,
  }),
  "processes.confinement": strictest<"required" | "preferred">({
    how: "`required` where any layer says so",
    fallback: "required",
    read: ({ processes }) => processes?.confinement,
    narrow: (inForce, said) => (said === "required" ? said : inForce),
  }),
  sensitiveApps: pooled<string>({
    how: "an application that any layer calls sensitive is sensitive",
    read: ({ sensitiveApps }) => sensitiveApps,
  }),
  appInstructions: pooled<{ readonly app: string; readonly text: string }>({
    how: "of each application what the highest layer says that says something of it",
    read: ({ appInstructions }) =>
      appInstructions && Object.entries(appInstructions).map(([app, text]) => ({ app, text })),
  }),
  "rate.actionsPerSecond": smallest(10, ({ rate }) => rate?.actionsPerSecond),
  "rate.failuresInRow": smallest(3, ({ rate }) => rate?.failuresInRow),
  "approvals.ttlSeconds": smallest(900, ({ approvals }) => approvals?.ttlSeconds),
  "approvals.fourEyes": strictest<boolean>({
    how: "true where any layer says so",
    fallback: false,
    read: ({ approvals }) => approvals?.fourEyes,
    narrow: (inForce, said) => inForce || said,
  }),
  "approvals.confirmationCode": strictest<"optional" | "required">({
    how: "`required` where any layer says so",
    fallback: "optional",
    read: ({ approvals }) => approvals?.confirmationCode,
    narrow: (inForce, said) => (said === "required" ? said : inForce),
  }),
  "limits.concurrentTasks": { ...smallest(100, ({ limits }) => limits?.concurrentTasks), from: "managed" },
  "limits.weight": {
    rule: "preference",
    from: "managed",
    how: "what the highest layer that sets it says",
    fallback: 1,
    read: ({ limits }) => limits?.weight,
  } as Preference<number>,
  "recording.frames": {
    rule: "preference",
    from: "managed",
    how: "what the highest layer that sets it says",
    fallback: "masked",
    read: ({ recording }) => recording?.frames,
  } as Preference<RecordedFrames>,
  "recording.bytesMax": { ...smallest(67_108_864, ({ recording }) => recording?.bytesMax), from: "managed" },
  "recording.retentionDays": { ...smallest(30, ({ recording }) => recording?.retentionDays), from: "managed" },
  "view.clipboard": strictest<ViewClipboard>({
    how: "the strictest: `none`, `to_desktop`, `both`",
    fallback: "to_desktop",
    read: ({ view }) => view?.clipboard,
    narrow: (inForce, said) => (VIEW_CLIPBOARDS.indexOf(said) < VIEW_CLIPBOARDS.indexOf(inForce) ? said : inForce),
  }),
  "view.pictures": strictest<ViewPictures>({
    how: "`masked` where any layer says so",
    fallback: "raw",
    read: ({ view }) => view?.pictures,
    narrow: (inForce, said) => (VIEW_PICTURES.indexOf(said) < VIEW_PICTURES.indexOf(inForce) ? said : inForce),
  }),
  "content.mask": pooled<OptionalKind>({
    how: "a kind that any layer names is masked",
    read: ({ content }) => content?.mask,
  }),
  "content.keywords": pooled<string>({
    how: "a word that any layer names is masked",
    read: ({ content }) => content?.keywords,
  }),
  "content.pictures": strictest<ContentPictures>({
    how: "the strictest: `fill`, `hold`, `fields`",
    fallback: "fields",
    read: ({ content }) => content?.pictures,
    narrow: (inForce, said) => (CONTENT_PICTURES.indexOf(said) < CONTENT_PICTURES.indexOf(inForce) ? said : inForce),
  }),
  "auditor.mode": strictest<AuditorMode>({
    how: "the strictest: `enforce`, `canary`, `shadow`, `off`",
    fallback: "off",
    read: ({ auditor }) => auditor?.mode,
    narrow: (inForce, said) => (AUDITOR_MODES.indexOf(said) < AUDITOR_MODES.indexOf(inForce) ? said : inForce),
  }),
  "auditor.canaryPercent": strictest<number>({
    how: "the largest number",
    fallback: 10,
    read: ({ auditor }) => auditor?.canaryPercent,
    narrow: Math.max,
  }),
  "auditor.screen": strictest<"off" | "on">({
    how: "`on` where any layer says so",
    fallback: "on",
    read: ({ auditor }) => auditor?.screen,
    narrow: (inForce, said) => (said === "on" ? said : inForce),
  }),
  "auditor.model": {
    rule: "preference",
    from: "managed",
    how: "what the highest layer that sets it says",
    fallback: "off",
    read: ({ auditor }) => auditor?.model,
  } as Preference<"off" | "on">,
  "auditor.modelCallsPerHour": { ...smallest(600, ({ auditor }) => auditor?.modelCallsPerHour), from: "managed" },
  isolation: strictest<Isolation>({
    how: "the strongest: `vm`, `gvisor`, `container`",
    fallback: "container",
    read: ({ isolation }) => isolation,
    narrow: (inForce, said) => (ISOLATIONS.indexOf(said) > ISOLATIONS.indexOf(inForce) ? said : inForce),
  }),
} as const satisfies Record<Setting, Pooled<unknown> | Strictest<unknown> | Preference<unknown>>;

/** What lies within both lists, without what lies within another of the answer. */
function common(
  a: readonly string[],
  b: readonly string[],
  isWithin: (inner: string, outer: string) => boolean,
): readonly string[] {
  const both = [
    ...a.filter((each) => b.some((outer) => isWithin(each, outer))),
    ...b.filter((each) => a.some((outer) => isWithin(each, outer))),
  ];
  const all = [...new Set(both)];
  return all.filter((each) => !all.some((other) => isWithin(each, other) && !isWithin(other, each)));
}
