import { z } from "zod";
import { AuditAction, AuditContext } from "./audit-context.ts";
import { Id, Timestamp } from "./common.ts";
import { AUDITOR_MODES } from "./policy.ts";

/** Mildest first. `warn`: a person is asked; `block`: denied. */
export const AUDIT_VERDICTS = ["pass", "warn", "block"] as const;
export const AuditVerdictName = z.enum(AUDIT_VERDICTS);
export type AuditVerdictName = z.infer<typeof AuditVerdictName>;

export const AuditSeverity = z.enum(["warn", "block"]);

/** A rule that fired, or what became of the model's answer (`model`, `model.late`, …). */
export const AuditEvidence = z.strictObject({
  rule: z.string(),
  version: z.int(),
  severity: AuditSeverity,
  /** For people; holds nothing of the page. */
  reason: z.string(),
});
export type AuditEvidence = z.infer<typeof AuditEvidence>;

/** What a model said of an action, or why it said nothing: anything but `answered` counts as a warning. */
export const ModelOpinion = z.strictObject({
  outcome: z.enum(["answered", "late", "unparsable", "failed", "over_budget"]),
  verdict: AuditVerdictName,
  /** In the model's words, cut and masked; ours where it did not answer. */
  reason: z.string().max(500),
  model: z.string(),
  durationMs: z.number(),
  tokensIn: z.int(),
  tokensOut: z.int(),
});
export type ModelOpinion = z.infer<typeof ModelOpinion>;

/** What later turned out: by a person, about an action that ran or was kept from running. */
export const AUDIT_REPORT_KINDS = ["harmful", "fine"] as const;
export const AuditReportKind = z.enum(AUDIT_REPORT_KINDS);
export type AuditReportKind = z.infer<typeof AuditReportKind>;

/** One judgement as it is kept. The context is masked by gate 8. */
export const AuditJudgement = z.strictObject({
  id: Id,
  at: Timestamp,
  sessionId: Id,
  taskId: Id.nullable(),
  /** Of the intent in the audit store; null: the action never began. */
  actionId: Id.nullable(),
  tool: z.string(),
  mode: z.enum(AUDITOR_MODES),
  /** Whether the verdict decided. */
  isEnforced: z.boolean(),
  verdict: AuditVerdictName,
  evidence: z.array(AuditEvidence),
  rulesVersion: z.string(),
  model: ModelOpinion.nullable(),
  isFromCache: z.boolean(),
  /** Of the ask that it led to. */
  approvalId: Id.nullable(),
  /** A person ran it anyway: the answer to that ask. */
  overriddenBy: z.string().nullable(),
  report: z.strictObject({ kind: AuditReportKind, by: z.string(), at: Timestamp, comment: z.string() }).nullable(),
  /** Null in lists. */
  context: AuditContext.nullable(),
});
export type AuditJudgement = z.infer<typeof AuditJudgement>;

export const ReportJudgement = z.strictObject({ kind: AuditReportKind, comment: z.string().max(500).default("") });

/** A context with the verdict that it should get. */
export const AuditCase = z.strictObject({
  id: Id,
  judgementId: Id.nullable(),
  expect: AuditVerdictName,
  comment: z.string(),
  context: AuditContext,
  createdAt: Timestamp,
  createdBy: z.string(),
});
export type AuditCase = z.infer<typeof AuditCase>;
export const CreateAuditCase = z.strictObject({
  judgementId: Id,
  expect: AuditVerdictName,
  comment: z.string().max(500).default(""),
});

/** How a set of rules does on cases: counts, and the cases that it gets wrong. */
export const CaseScore = z.strictObject({
  cases: z.int(),
  right: z.int(),
  /** Cases that expect `block`, and those of them that got `block` or `warn`. */
  highRisk: z.int(),
  stopped: z.int(),
  /** Cases that expect `pass`, and those of them that got anything else. */
  harmless: z.int(),
  falseAlarms: z.int(),
  wrong: z.array(z.strictObject({ id: z.string(), expect: AuditVerdictName, got: AuditVerdictName })),
});
export type CaseScore = z.infer<typeof CaseScore>;

const ExampleTexts = {
  action: AuditAction.optional(),
  /** `button: Delete` */
  target: z.string().max(500).optional(),
  url: z.string().max(2_000).optional(),
  linkTarget: z.string().max(2_000).optional(),
  formAction: z.string().max(2_000).optional(),
  page: z.string().max(20_000).optional(),
  hidden: z.string().max(20_000).optional(),
  goal: z.string().max(2_000).optional(),
  trusted: z.array(z.string().max(253)).max(50).optional(),
  command: z.string().max(20_000).optional(),
  effect: z.string().max(500).optional(),
  targetAtExecution: z.string().max(500).optional(),
  confirmation: z.string().max(500).optional(),
};
/** A short form of a context, for examples of rules: what is not said is as on a quiet page. */
export const RuleExample = z.strictObject({
  ...ExampleTexts,
  content: AuditContext.shape.content.partial().optional(),
  ledger: AuditContext.shape.ledger.partial().optional(),
});

const Words = z.array(z.string().trim().min(1).max(200)).min(1).max(200).optional();
/** One rule of a tenant's pack; docs/auditor.md lists actions, meanings and facts. */
export const RulePackRule = z.strictObject({
  id: z.string().max(100),
  version: z.int().min(1),
  severity: AuditSeverity,
  actions: z.union([z.literal("any"), z.array(AuditAction).min(1)]),
  meanings: z.union([z.literal("any"), z.array(z.string().max(50)).min(1)]),
  when: z.array(z.string().max(50)).max(20),
  words: z.strictObject({ target: Words, page: Words, goal: Words }).optional(),
  reason: z.string().trim().min(1).max(200),
  isAnswerable: z.boolean().optional(),
  matches: z.array(RuleExample).min(1).max(50),
  notMatches: z.array(RuleExample).min(1).max(50),
});
/** Every example is judged when a pack is stored and wherever it is loaded, every word is looked for in every action. */
export const RULE_PACK_EXAMPLES_MAX = 1_000;
export const RULE_PACK_WORDS_MAX = 2_000;
/** `PUT /v1/auditor/packs/{name}`: the next version of a pack, not in force yet. */
export const RulePackDocument = z
  .strictObject({ rules: z.array(RulePackRule).min(1).max(200) })
  .superRefine(({ rules }, context) => {
    const ids = new Set<string>();
    let [examples, words] = [0, 0];
    for (const [
      index,
      { id, matches, notMatches, words: { target = [], page = [], goal = [] } = {} },
    ] of rules.entries()) {
      const issue = (key: string, message: string) =>
        context.addIssue({ code: "custom", path: ["rules", index, key], message });
      if (ids.has(id)) issue("id", "another rule of the pack has this id");
      ids.add(id);
      examples += matches.length + notMatches.length;
      words += target.length + page.length + goal.length;
      if (examples > RULE_PACK_EXAMPLES_MAX)
        return issue("matches", `more than ${RULE_PACK_EXAMPLES_MAX} examples in the pack`);
      if (words > RULE_PACK_WORDS_MAX) return issue("words", `more than ${RULE_PACK_WORDS_MAX} words in the pack`);
    }
  });
export type RulePackDocument = z.infer<typeof RulePackDocument>;
export const PackName = z
  .string()
  .max(50)
  .regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+){0,6}$/, "words of small letters and digits with - between them")
  .refine((name) => name !== "deskfleet", "the name of the rules that ship");

export const AuditPack = z.strictObject({
  name: z.string(),
  version: z.int(),
  /** Null in lists. */
  document: RulePackDocument.nullable(),
  /** At most one version of a name is. */
  isActive: z.boolean(),
  createdAt: Timestamp,
  createdBy: z.string(),
});
export type AuditPack = z.infer<typeof AuditPack>;

/** `POST /v1/auditor/packs/{name}/activate`. */
export const ActivatePack = z.strictObject({
  version: z.int().min(1),
  /** Only shows what would change. */
  isTrial: z.boolean().default(false),
  /** Activates it although it stops less or alarms more than the rules in force. */
  isForced: z.boolean().default(false),
});
/** Rules in force and those with the pack, on the same cases. */
export const PackTrial = z.strictObject({ before: CaseScore, after: CaseScore, isActivated: z.boolean() });
export type PackTrial = z.infer<typeof PackTrial>;

/** Of one rule in one mode: what came of it. */
export const RuleReport = z.strictObject({
  rule: z.string(),
  mode: z.enum(AUDITOR_MODES),
  fired: z.int(),
  /** Times that its verdict decided. */
  enforced: z.int(),
  overridden: z.int(),
  harmful: z.int(),
  fine: z.int(),
});
export const AuditorReport = z.strictObject({
  since: Timestamp,
  /** By mode: how many actions were judged, and how. */
  modes: z.array(
    z.strictObject({
      mode: z.enum(AUDITOR_MODES),
      judged: z.int(),
      warned: z.int(),
      blocked: z.int(),
      overridden: z.int(),
      /** Reported as harmful although they passed. */
      missed: z.int(),
    }),
  ),
  rules: z.array(RuleReport),
  model: z.strictObject({
    calls: z.int(),
    raised: z.int(),
    unanswered: z.int(),
    tokensIn: z.int(),
    tokensOut: z.int(),
  }),
});
export type AuditorReport = z.infer<typeof AuditorReport>;
