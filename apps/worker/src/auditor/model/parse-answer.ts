import { AuditVerdictName } from "@deskfleet/contracts";
import { redactText } from "@deskfleet/gates";
import { z } from "zod";

const Answer = z.strictObject({ verdict: AuditVerdictName, reason: z.string() });
export type Answer = z.infer<typeof Answer>;

/** The form of an answer for endpoints that hold a model to a schema. */
export const ANSWER_SCHEMA = {
  type: "object",
  properties: { verdict: { type: "string", enum: ["pass", "warn", "block"] }, reason: { type: "string" } },
  required: ["verdict", "reason"],
  additionalProperties: false,
};

/** Characters; 150 tokens are far less. */
const ANSWER_MAX = 4_000;
const REASON_MAX = 300;
const FENCE = /^```(?:json)?\s*\n([\s\S]*?)\n?```$/;

/** The answer, or null when it is anything but the one object asked for, alone or in one code fence. */
export function parseAnswer(text: string): Answer | null {
  if (text.length > ANSWER_MAX) return null;
  const trimmed = text.trim();
  const body = FENCE.exec(trimmed)?.[1] ?? trimmed;
  // Of a key given twice a JSON parser keeps the last: an answer that says two things says nothing.
  if ((body.match(/"verdict"/g) ?? []).length !== 1) return null;
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return null;
  }
  const parsed = Answer.safeParse(value);
  return parsed.success ? { verdict: parsed.data.verdict, reason: readable(parsed.data.reason) } : null;
}

/** A model's words as people may see them: one line, short, without what gate 8 masks or characters that nobody sees. */
function readable(reason: string): string {
  const line = reason.replace(/[\p{C}\p{Z}]+/gu, " ").trim();
  return redactText(line).text.slice(0, REASON_MAX);
}
