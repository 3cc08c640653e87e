import { z } from "zod";
import type { Layer } from "./gate.ts";

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
  processes: z.strictObject({ programs: z.array(z.string().max(128)).max(500).optional() }).optional(),
  /** Window titles or process names of applications that are neither activated, typed into nor read. */
  sensitiveApps: z.array(z.string().max(128)).max(200).optional(),
  rate: z
    .strictObject({
      actionsPerSecond: z.number().int().min(1).max(1_000).optional(),
      failuresInRow: z.number().int().min(1).max(100).optional(),
    })
    .optional(),
  approvals: z
    .strictObject({
      ttlSeconds: z.number().int().min(10).max(86_400).optional(),
      /** The requester may not approve. */
      fourEyes: z.boolean().optional(),
    })
    .optional(),
  limits: z
    .strictObject({
      concurrentTasks: z.number().int().min(0).max(10_000).optional(),
      /** Weight in the fair share over tenants. */
      weight: z.number().int().min(1).max(1_000).optional(),
    })
    .optional(),
  /** Minimum isolation of a session. */
  isolation: z.enum(["container", "gvisor", "vm"]).optional(),
});
export type PolicyDocument = z.infer<typeof PolicyDocument>;

/**
 * What a new tenant starts with, as a stored and visible version 1: its operators may give their own tasks the ordinary
 * consents. Without a document nothing is consented and every first use is asked.
 */
export const STARTER_POLICY: PolicyDocument = { grantable: ["computer_use", "screen", "write", "app(*)"] };

export interface Sourced<T> {
  readonly value: T;
  readonly layer: Layer;
}

/** What is in force after the merge; every value carries its layer. */
export interface EffectivePolicy {
  readonly features: readonly { readonly pattern: string; readonly isOn: boolean; readonly layer: Layer }[];
  readonly rules: readonly (PolicyRule & { readonly layer: Layer })[];
  readonly grants: readonly Sourced<string>[];
  readonly grantable: Sourced<readonly string[]>;
  readonly allowedDirectories: Sourced<readonly string[]>;
  readonly readBytesMax: Sourced<number>;
  readonly programs: Sourced<readonly string[]>;
  readonly sensitiveApps: readonly Sourced<string>[];
  readonly actionsPerSecond: Sourced<number>;
  readonly failuresInRow: Sourced<number>;
  readonly approvalTtlSeconds: Sourced<number>;
  readonly fourEyes: Sourced<boolean>;
  readonly concurrentTasks: Sourced<number>;
  readonly weight: Sourced<number>;
  readonly isolation: Sourced<"container" | "gvisor" | "vm">;
  /** Versions of the stored documents it was made of, for records: `tenant@3`. */
  readonly version: string;
}

export const PutPolicy = z.strictObject({ document: PolicyDocument, comment: z.string().max(500).default("") });
export const PolicyVersion = z.strictObject({
  layer: z.enum(["tenant", "fleet"]),
  version: z.number().int(),
  document: PolicyDocument,
  comment: z.string(),
  createdAt: z.string(),
  createdBy: z.string(),
});
export type PolicyVersion = z.infer<typeof PolicyVersion>;

/** `POST /v1/policies/explain`: what would be decided, without doing it. */
export const ExplainRequest = z.strictObject({
  tool: z.string().max(128),
  params: z.record(z.string(), z.unknown()).default({}),
});
