import { z } from "zod";
import { Id } from "./common.ts";
import { Layer } from "./gate.ts";

/** Administrators write these; only they can loosen anything. */
export const MANAGED_LAYERS = ["tenant", "fleet"] as const satisfies Layer[];
/** Kept in Postgres with their versions; `flag` comes with a task. */
export const StoredLayer = z.enum(["user", "project", "local", "tenant", "fleet"]);
export type StoredLayer = z.infer<typeof StoredLayer>;

/** What a layer can set, by its place in the document. How the layers' values become one is in the merge table (packages/gates). */
export const SETTINGS = [
  "features",
  "rules",
  "grants",
  "grantable",
  "paths.allowed",
  "paths.readBytesMax",
  "processes.programs",
  "processes.confinement",
  "sensitiveApps",
  "appInstructions",
  "rate.actionsPerSecond",
  "rate.failuresInRow",
  "approvals.ttlSeconds",
  "approvals.fourEyes",
  "approvals.confirmationCode",
  "limits.concurrentTasks",
  "limits.weight",
  "recording.frames",
  "recording.bytesMax",
  "recording.retentionDays",
  "view.clipboard",
  "view.pictures",
  "content.mask",
  "content.keywords",
  "content.pictures",
  "auditor.mode",
  "auditor.canaryPercent",
  "auditor.screen",
  "auditor.model",
  "auditor.modelCallsPerHour",
  "isolation",
] as const;
export const Setting = z.enum(SETTINGS);
export type Setting = z.infer<typeof Setting>;

export const RecordedFrames = z.enum(["none", "hashes", "masked"]);
export type RecordedFrames = z.infer<typeof RecordedFrames>;

/** Ways that text may go between a person in control and the desktop, the strictest first. */
export const VIEW_CLIPBOARDS = ["none", "to_desktop", "both"] as const;
export type ViewClipboard = (typeof VIEW_CLIPBOARDS)[number];

/** What people who watch are served, the strictest first: frames as gate 8 let them through, or the desktop's own stream. */
export const VIEW_PICTURES = ["masked", "raw"] as const;
export type ViewPictures = (typeof VIEW_PICTURES)[number];

/** Kinds that gate 8 leaves in texts and pictures unless policy names them: forms are filled with them. */
export const OPTIONAL_KINDS = ["email", "phone"] as const;
export type OptionalKind = (typeof OPTIONAL_KINDS)[number];

/**
 * What gate 8 masks in frames, the strictest first. `fields`: password fields and sensitive applications. The others: all that can be
 * read on them too; what is not read yet is filled (`fill`), or the frame waits until it is read (`hold`).
 */
export const CONTENT_PICTURES = ["fill", "hold", "fields"] as const;
export type ContentPictures = (typeof CONTENT_PICTURES)[number];

/** What the auditor's verdicts do, the strictest first: decide, decide in some sessions, or only leave a record. */
export const AUDITOR_MODES = ["enforce", "canary", "shadow", "off"] as const;
export type AuditorMode = (typeof AUDITOR_MODES)[number];

/** `tool(computer_process_*)`, `read(/workspace/**)`, `write(/workspace/out/**)`, `app(keepassxc)`, `command(git push *)`, `domain(*.example.com)`. */
export const RuleMatch = z
  .string()
  .max(1_024)
  .regex(
    /^(tool|read|write|app|command|domain)\([^\n]+\)$/,
    "kind(pattern), kind one of tool, read, write, app, command, domain",
  );

export const PolicyRule = z.strictObject({
  effect: z.enum(["allow", "ask", "deny"]),
  match: RuleMatch,
  reason: z.string().max(500).optional(),
  /** Examples checked when the rule is saved. */
  matches: z.array(z.string().max(4_096)).max(50).optional(),
  notMatches: z.array(z.string().max(4_096)).max(50).optional(),
});
export type PolicyRule = z.infer<typeof PolicyRule>;

const Directory = z.string().regex(/^\/[^\0]*$/, "an absolute path");

/** One layer's document. Absent settings leave the layers below in force. */
export const PolicyDocument = z.strictObject({
  /** Gate 1: by tool id or `*` pattern; false switches it off. */
  features: z.record(z.string().max(128), z.boolean()).optional(),
  rules: z.array(PolicyRule).max(1_000).optional(),
  /** Consents that hold without asking. */
  grants: z.array(z.string().max(128)).max(100).optional(),
  /** Consents that a workflow or caller may give itself; absent: none. */
  grantable: z.array(z.string().max(128)).max(100).optional(),
  paths: z
    .strictObject({ allowed: z.array(Directory).max(50).optional(), readBytesMax: z.number().int().min(1).optional() })
    .optional(),
  processes: z
    .strictObject({
      programs: z.array(z.string().max(128)).max(500).optional(),
      /** Of commands that need no network: `required` runs them confined or not at all, `preferred` asks where a desktop cannot. */
      confinement: z.enum(["required", "preferred"]).optional(),
    })
    .optional(),
  /** Window titles or process names of applications that are neither activated, typed into nor read. */
  sensitiveApps: z.array(z.string().max(128)).max(200).optional(),
  /** What agents are told of an application with its first state, by the id or name of the state; instead of the image's own text. */
  appInstructions: z.record(z.string().min(1).max(128), z.string().max(20_000)).optional(),
  rate: z
    .strictObject({
      actionsPerSecond: z.number().int().min(1).max(1_000).optional(),
      failuresInRow: z.number().int().min(1).max(100).optional(),
    })
    .optional(),
  approvals: z
    .strictObject({
      ttlSeconds: z.number().int().min(10).max(86_400).optional(),
      /** The requester may not approve, nor may a key that it made or that made it. */
      fourEyes: z.boolean().optional(),
      /** `required`: a yes needs the code that the requester was shown. */
      confirmationCode: z.enum(["optional", "required"]).optional(),
    })
    .optional(),
  limits: z
    .strictObject({
      concurrentTasks: z.number().int().min(0).max(10_000).optional(),
      /** Weight in the fair share over tenants. */
      weight: z.number().int().min(1).max(1_000).optional(),
    })
    .optional(),
  /** Managed layers: what is kept of sessions for replay. */
  recording: z
    .strictObject({
      /** `hashes`: when the screen changed, its SHA-256 and what was masked; `masked`: the pictures too, as gate 8 let them through. */
      frames: RecordedFrames.optional(),
      /** Of one session's pictures; after that only hashes are kept. */
      bytesMax: z.number().int().min(0).max(10_737_418_240).optional(),
      /** Days until frames are removed, those that tasks kept too. */
      retentionDays: z.number().int().min(1).max(3_650).optional(),
    })
    .optional(),
  view: z
    .strictObject({
      /** `both`: who is in control may read what was copied on the desktop, secrets masked; `none`: no text is offered to be typed either. */
      clipboard: z.enum(VIEW_CLIPBOARDS).optional(),
      /** `masked`: people see frames as agents do, instead of the desktop's own stream. */
      pictures: z.enum(VIEW_PICTURES).optional(),
    })
    .optional(),
  /** Gate 8: what is masked in everything that leaves a desktop. */
  content: z
    .strictObject({
      /** Kinds beside those that always are. */
      mask: z.array(z.enum(OPTIONAL_KINDS)).max(OPTIONAL_KINDS.length).optional(),
      /** Words of the tenant's own, as whole words, in any case and width. */
      keywords: z.array(z.string().trim().min(3).max(200)).max(500).optional(),
      pictures: z.enum(CONTENT_PICTURES).optional(),
    })
    .optional(),
  /** Judgement of actions in context, before they run. */
  auditor: z
    .strictObject({
      mode: z.enum(AUDITOR_MODES).optional(),
      /** Of sessions that `canary` decides in; always the same ones. */
      canaryPercent: z.number().int().min(0).max(100).optional(),
      /** Whether what is shown where an action goes is read, and judged beside what accessibility says. */
      screen: z.enum(["off", "on"]).optional(),
      /** Managed layers: whether the fleet's vision-language model is asked, which gets page text and a masked frame. */
      model: z.enum(["off", "on"]).optional(),
      /** Of the tenant; an action beyond it is warned about instead. */
      modelCallsPerHour: z.number().int().min(0).max(1_000_000).optional(),
    })
    .optional(),
  /** Minimum isolation of a session. */
  isolation: z.enum(["container", "gvisor", "vm"]).optional(),
  /** Managed layers: what every lower layer says about these counts for nothing, whether this layer sets them or not. */
  locks: z.array(Setting).max(SETTINGS.length).optional(),
  /** Managed layers: of these, only what managed layers say counts. */
  managedOnly: z.array(Setting).max(SETTINGS.length).optional(),
  /** Managed layers: whose `allow` rules count beside those of managed layers; absent: nobody's. */
  allowRulesFrom: z
    .array(z.enum(["user", "project", "local", "flag"]))
    .max(4)
    .optional(),
});
export type PolicyDocument = z.infer<typeof PolicyDocument>;

/**
 * What a new tenant starts with, as a stored and visible version 1: its operators may give their own tasks the ordinary
 * consents, and windows and processes are answered by their titles. Without a document nothing is consented and every first
 * use is asked.
 */
export const STARTER_POLICY: PolicyDocument = {
  grants: ["titles"],
  grantable: ["computer_use", "screen", "write", "titles", "app(*)"],
};

/** Where a value comes from. */
export interface Source {
  readonly layer: Layer;
  /** Of the stored document, `tenant@3`; `default` where no layer sets it. */
  readonly version: string;
}

export interface Sourced<T> extends Source {
  readonly value: T;
}

/** What is in force after the merge; every value carries its layer. */
export interface EffectivePolicy {
  readonly features: readonly ({ readonly pattern: string; readonly isOn: boolean } & Source)[];
  /** Those that count: an `allow` of an unmanaged layer is here only where managed policy lets it. */
  readonly rules: readonly (PolicyRule & Source)[];
  readonly grants: readonly Sourced<string>[];
  readonly grantable: Sourced<readonly string[]>;
  readonly allowedDirectories: Sourced<readonly string[]>;
  readonly readBytesMax: Sourced<number>;
  /** Null: no layer has a list, the analysis of a command decides alone. */
  readonly programs: Sourced<readonly string[] | null>;
  readonly confinement: Sourced<"required" | "preferred">;
  readonly sensitiveApps: readonly Sourced<string>[];
  /** Lowest layer first: the last one that says something of an application counts. */
  readonly appInstructions: readonly ({ readonly app: string; readonly text: string } & Source)[];
  readonly actionsPerSecond: Sourced<number>;
  readonly failuresInRow: Sourced<number>;
  readonly approvalTtlSeconds: Sourced<number>;
  readonly fourEyes: Sourced<boolean>;
  readonly confirmationCode: Sourced<"optional" | "required">;
  readonly concurrentTasks: Sourced<number>;
  readonly weight: Sourced<number>;
  readonly recordedFrames: Sourced<RecordedFrames>;
  readonly recordingBytesMax: Sourced<number>;
  readonly retentionDays: Sourced<number>;
  readonly viewClipboard: Sourced<ViewClipboard>;
  readonly viewPictures: Sourced<ViewPictures>;
  readonly maskedKinds: readonly Sourced<OptionalKind>[];
  readonly keywords: readonly Sourced<string>[];
  readonly contentPictures: Sourced<ContentPictures>;
  readonly auditorMode: Sourced<AuditorMode>;
  readonly canaryPercent: Sourced<number>;
  readonly auditorScreen: Sourced<"off" | "on">;
  readonly auditorModel: Sourced<"off" | "on">;
  readonly modelCallsPerHour: Sourced<number>;
  readonly isolation: Sourced<"container" | "gvisor" | "vm">;
  /** Versions of the stored documents it was made of, for records: `tenant@3`. */
  readonly version: string;
}

const Said = { layer: Layer, version: z.string(), value: z.unknown() };
/** One setting as it is in force, and all that the layers say about it. */
export const SettingReport = z.strictObject({
  setting: Setting,
  /** How the layers' values become one. */
  rule: z.enum(["pooled", "strictest", "preference"]),
  how: z.string(),
  /** Several where the rule is `pooled`; each with the layer and version it comes from. */
  inForce: z.array(z.strictObject(Said)),
  /** The managed layer above which nothing lower counts. */
  lockedBy: Layer.nullable(),
  managedOnlyBy: Layer.nullable(),
  /** Highest layer first. */
  said: z.array(
    z.strictObject({
      ...Said,
      /** `shadowed`: another layer's value is stricter or higher. */
      status: z.enum(["in_force", "shadowed", "ignored"]),
      because: z.enum(["locked", "managed_only", "managed_setting", "not_permitted"]).nullable(),
      /** Of a pooled setting: places of the entries that managed policy does not let this layer say. */
      notPermitted: z.array(z.number().int()),
    }),
  ),
});
export type SettingReport = z.infer<typeof SettingReport>;

export const PutPolicy = z.strictObject({
  document: PolicyDocument,
  comment: z.string().max(500).default(""),
  /** Fails with `resource.conflict` unless this is the version in force; 0: none yet. `If-Match` says the same. */
  expectedVersion: z.number().int().min(0).optional(),
});
export const RollbackPolicy = z.strictObject({
  /** The version whose document becomes the next version. */
  version: z.number().int().min(1),
  comment: z.string().max(500).default(""),
  expectedVersion: z.number().int().min(0).optional(),
});

export const PolicyVersion = z.strictObject({
  layer: StoredLayer,
  /** Of the layers project and local. */
  projectId: Id.nullable(),
  /** Of the layers user and local. */
  principalId: Id.nullable(),
  version: z.number().int(),
  document: PolicyDocument,
  comment: z.string(),
  createdAt: z.string(),
  createdBy: z.string(),
});
export type PolicyVersion = z.infer<typeof PolicyVersion>;

/** One place where two versions differ. */
export const PolicyChange = z.strictObject({
  /** JSON Pointer: in the newer document, of what was removed in the older one. */
  path: z.string(),
  op: z.enum(["add", "remove", "replace"]),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
});
export type PolicyChange = z.infer<typeof PolicyChange>;
