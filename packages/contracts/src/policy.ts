import { z } from "zod";
import { Id, JsonObject } from "./common.ts";
import { Evaluation, Layer, Outcome } from "./gate.ts";
import { ProjectRef } from "./project.ts";

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
  "isolation",
] as const;
export const Setting = z.enum(SETTINGS);
export type Setting = z.infer<typeof Setting>;

export const RecordedFrames = z.enum(["none", "hashes", "masked"]);
export type RecordedFrames = z.infer<typeof RecordedFrames>;

/** Ways that text may go between a person in control and the desktop, the strictest first. */
export const VIEW_CLIPBOARDS = ["none", "to_desktop", "both"] as const;
export type ViewClipboard = (typeof VIEW_CLIPBOARDS)[number];

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

/** `POST /v1/policies/explain`: what would be decided, without doing it. Exactly one of tool, command and path. */
export const ExplainRequest = z
  .strictObject({
    tool: z.string().max(128).optional(),
    params: JsonObject.optional(),
    /** Text for Bash, as `computer_process_start` takes it. */
    command: z.string().min(1).max(65_536).optional(),
    cwd: z.string().max(4_096).optional(),
    path: z.string().max(4_096).optional(),
    /** With `path`; default: read. */
    operation: z.enum(["read", "write", "delete", "list", "info"]).optional(),
    /** Under the policy and the consents of this running session; absent: the caller's own, now. */
    session: Id.optional(),
    project: ProjectRef.optional(),
  })
  .refine(({ tool, command, path }) => [tool, command, path].filter((each) => each !== undefined).length === 1, {
    message: "exactly one of tool, command and path is needed",
  })
  .superRefine((request, context) => {
    // Left out without a word, they would make the answer one to another question.
    for (const [field, of] of [
      ["params", "tool"],
      ["cwd", "command"],
      ["operation", "path"],
    ] as const)
      if (request[field] !== undefined && request[of] === undefined)
        context.addIssue({ code: "custom", path: [field], message: `goes with ${of} only` });
  });
export type ExplainRequest = z.infer<typeof ExplainRequest>;

export const CHANGE_KINDS = [
  "approval",
  "grant",
  "rule_removed",
  "rule_added",
  "feature_on",
  "directory_added",
  "programs_added",
  "confinement_preferred",
  "app_not_sensitive",
  "time_passed",
  "session_resumed",
] as const;
/** One thing that could be different. */
const PossibleChange = {
  kind: z.enum(CHANGE_KINDS),
  /** For people. */
  says: z.string(),
  /** The layer whose document would change; null: no document. */
  layer: Layer.nullable(),
  /** JSON Pointer into that document. */
  path: z.string().nullable(),
};
/** What was decided and what would make it milder; every change was tried by judging again. */
export const Explanation = Evaluation.extend({
  /** Versions that it was judged by. */
  policyVersion: z.string(),
  /** Of a script: the place of the step that this is about, the first of the strictest; null: the call itself. */
  step: z.number().int().nullable(),
  /** Each alone makes the outcome milder: to this. */
  changes: z.array(z.strictObject({ ...PossibleChange, outcome: Outcome })),
  /** Where no single one allows it: a smallest set of them that does, or comes nearest. */
  together: z.strictObject({ changes: z.array(z.strictObject(PossibleChange)), outcome: Outcome }).nullable(),
  /** Nothing of what was tried changes the outcome: a hard rule. */
  isFinal: z.boolean(),
});
export type Explanation = z.infer<typeof Explanation>;
