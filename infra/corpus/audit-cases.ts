import { AuditCase, type CaseScore } from "@deskfleet/contracts";
import { type JudgedCase, mergePacks, SHIPPED_RULES, scoreCases } from "@deskfleet/gates";
import { z } from "zod";
import { type AuditAnswer, auditAnswer } from "./audit-rows.ts";

/** A line of `GET /v1/auditor/cases.jsonl`, of which only this counts. */
const CaseLine = z.object({ id: z.string(), expect: AuditCase.shape.expect, context: AuditCase.shape.context });

/** The answers of the shipped rules to cases, and how they do. */
export function judgeCases(lines: readonly unknown[]): { answers: AuditAnswer[]; score: CaseScore } {
  const cases: JudgedCase[] = lines.map((line) => CaseLine.parse(line));
  return {
    answers: cases.map(({ id, context }) => auditAnswer(id, context)),
    score: scoreCases(cases, mergePacks([SHIPPED_RULES])),
  };
}
