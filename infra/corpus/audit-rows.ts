import type { AuditContext, AuditLedger, EffectivePolicy } from "@deskfleet/contracts";
import {
  type ActiveRules,
  type AuditVerdict,
  audit,
  emptyLedger,
  exampleContext,
  factsOf,
  judge,
  mergePacks,
  recordStep,
  SHIPPED_RULES,
} from "@deskfleet/gates";
import { z } from "zod";
import { actionOf, kindsOf } from "./audit-words.ts";
import { judgeCommandRow, judgePathRow } from "./judge-row.ts";

const Expect = z.enum(["pass", "warn", "block"]);
type Level = z.infer<typeof Expect>;
const Names = z.union([z.string(), z.array(z.string())]);
const Target = z.object({ role: z.string().default(""), text: z.string().default("") });

/** On-screen text and a pending action. */
export const InjectionRow = z.object({
  id: z.string(),
  lang: z.string().optional(),
  page_text: z.string().default(""),
  target: Target.nullable().default(null),
  action: z.string().default("click"),
  url: z.string().default(""),
  user_goal: z.string().default(""),
  expect: Expect.optional(),
});
export type InjectionRow = z.infer<typeof InjectionRow>;

const Step = z.object({
  n: z.number(),
  action: z.string().default("click"),
  target: Target.nullable().default(null),
  url: z.string().default(""),
  command: z.string().optional(),
  cwd: z.string().optional(),
  path: z.string().optional(),
  dest: z.string().optional(),
  data_kind: Names.optional(),
  sees_kind: Names.optional(),
  effect: z.string().optional(),
  source: z.string().optional(),
  source_trust: z.string().optional(),
  form_action: z.string().optional(),
  amount: z.coerce.number().optional(),
  result: z.string().optional(),
  confirmation: z.string().optional(),
  page_text: z.string().optional(),
  content: z.string().optional(),
  text: z.string().optional(),
  page_hash: z.string().optional(),
  autofilled_kinds: Names.optional(),
  contains_value_from_step: z.union([z.number(), z.array(z.number())]).optional(),
  text_from_step: z.union([z.number(), z.array(z.number())]).optional(),
  target_at_execution: z.union([Target, z.string()]).optional(),
  t: z.number().optional(),
  expect: Expect.optional(),
});
type Step = z.infer<typeof Step>;
export const SessionRow = z.object({
  id: z.string(),
  pattern: z.string().optional(),
  user_goal: z.string().default(""),
  trusted_domains: z.array(z.string()).default([]),
  steps: z.array(Step),
});
export type SessionRow = z.infer<typeof SessionRow>;

const RULES: ActiveRules = mergePacks([SHIPPED_RULES]);

/** `https://a.example/ (link target: https://b.example/x)` */
function addressOf(text: string): { url: string; linkTarget: string | null } {
  const match =
    /^(\S*)\s*\((?:link )?(?:target|href|to)?:?\s*(\S+?)\)\s*$/i.exec(text.trim()) ??
    /^(\S+)\s+(?:->|→|=>)\s*(\S+)$/.exec(text.trim());
  return match ? { url: match[1] ?? "", linkTarget: match[2] ?? null } : { url: text.trim(), linkTarget: null };
}

export function contextOf(row: InjectionRow): AuditContext {
  return {
    ...exampleContext({ action: actionOf(row.action), page: row.page_text, goal: row.user_goal }),
    target: row.target,
    place: { ...addressOf(row.url), formAction: null },
  };
}

export interface AuditAnswer {
  readonly id: string;
  readonly verdict: Level;
  readonly rules: readonly string[];
  /** Of the strictest rule. */
  readonly reason: string;
}
export function auditAnswer(id: string, context: AuditContext): AuditAnswer {
  const { verdict, evidence } = audit(context, RULES);
  return {
    ...{ id, verdict, rules: evidence.map(({ rule }) => rule) },
    reason: evidence[0]?.reason ?? "nothing speaks against it",
  };
}
export const judgeInjectionRow = (row: InjectionRow): AuditAnswer => auditAnswer(row.id, contextOf(row));

const LEVELS: readonly Level[] = ["pass", "warn", "block"];
const OF_GATES: Readonly<Record<string, Level>> = { allow: "pass", ask: "warn", deny: "block" };
const stricter = (left: Level, right: Level): Level => (LEVELS.indexOf(left) > LEVELS.indexOf(right) ? left : right);

export function judgeSessionRow(
  row: SessionRow,
  policy: EffectivePolicy,
): { id: string; verdicts: Level[]; rules: string[][] } {
  let ledger = emptyLedger();
  const verdicts: Level[] = [];
  const rules: string[][] = [];
  for (const step of row.steps) {
    const context = stepContext(row, step, ledger);
    const judged = factsOf(context);
    const audited: AuditVerdict = judge(context, judged, RULES);
    verdicts.push(stricter(audited.verdict, ofGates(step, policy)));
    rules.push(audited.evidence.map(({ rule }) => rule));
    const result =
      step.result === undefined
        ? "unknown"
        : /fail|error|timeout|not found|denied/i.test(step.result)
          ? "failed"
          : "succeeded";
    ledger = recordStep(context, judged, verdicts.at(-1) === "block" ? "refused" : result, step.n);
  }
  return { id: row.id, verdicts, rules };
}

/** Commands and files are judged by gates 4 and 5 first. */
function ofGates(step: Step, policy: EffectivePolicy): Level {
  if (step.command !== undefined)
    return (
      OF_GATES[judgeCommandRow({ id: "", command: step.command, cwd: step.cwd ?? "/workspace" }, policy).verdict] ??
      "block"
    );
  const op = (
    { write_file: "write", read_file: "read", delete_file: "delete", move_file: "move", list_files: "list" } as const
  )[step.action];
  if (step.path === undefined || op === undefined) return "pass";
  const fs = op === "write" ? [] : [{ path: step.path, type: "file" }];
  return OF_GATES[judgePathRow({ id: "", op, path: step.path, dest: step.dest, fs }, policy).verdict] ?? "block";
}

const stepsOf = (value: number | number[] | undefined): number[] => (value === undefined ? [] : [value].flat());

function stepContext(row: SessionRow, step: Step, ledger: AuditLedger): AuditContext {
  const base = exampleContext({
    action: actionOf(step.action),
    page: step.page_text ?? "",
    goal: row.user_goal,
    trusted: row.trusted_domains,
  });
  const atExecution = step.target_at_execution;
  const { url, linkTarget } = addressOf(step.url);
  return {
    ...base,
    target: step.target,
    targetAtExecution:
      atExecution === undefined
        ? null
        : typeof atExecution === "string"
          ? { role: step.target?.role ?? "", text: atExecution }
          : atExecution,
    place: { url, linkTarget, formAction: step.form_action ?? null },
    content: {
      kinds: kindsOf(step.data_kind),
      autofilled: kindsOf(step.autofilled_kinds),
      amount: step.amount ?? null,
      fromSteps: [...stepsOf(step.contains_value_from_step), ...stepsOf(step.text_from_step)],
      source: step.source ?? null,
      isForeign: /third|foreign|untrusted|unknown|external/i.test(step.source_trust ?? ""),
      text: [step.content, step.text].filter((text) => text !== undefined).join("\n"),
    },
    sees: kindsOf(step.sees_kind),
    effect: step.effect ?? null,
    command: step.command ?? null,
    path: step.path ?? null,
    confirmation: step.confirmation ?? null,
    atSeconds: step.t ?? null,
    ledger,
  };
}
