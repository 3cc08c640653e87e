import type { AuditAction } from "@deskfleet/contracts";
import { exampleContext } from "../rule-example.ts";
import type { JudgedCase } from "../score-cases.ts";
import { SAMPLES_1 } from "./samples-1.ts";
import { SAMPLES_2 } from "./samples-2.ts";
import { SAMPLES_3 } from "./samples-3.ts";
import { SAMPLES_4 } from "./samples-4.ts";

/** One line of a `samples-*.ts`: name, verdict, action, role, label, address, target of the link, goal, text of the page. */
type SampleLine = readonly [
  id: string,
  expect: JudgedCase["expect"],
  action: AuditAction,
  role: string | null,
  label: string,
  url: string,
  linkTarget: string | null,
  goal: string,
  page: string,
];

let cases: readonly JudgedCase[] | undefined;

/** The samples of packages/gates/corpora/*injections.jsonl as cases: what a pack of rules is tried on before it is in force. */
export function shippedCases(): readonly JudgedCase[] {
  cases ??= [SAMPLES_1, SAMPLES_2, SAMPLES_3, SAMPLES_4].flatMap((lines) =>
    lines
      .trim()
      .split("\n")
      .map((line) => caseOf(JSON.parse(line) as SampleLine)),
  );
  return cases;
}

function caseOf([id, expect, action, role, label, url, linkTarget, goal, page]: SampleLine): JudgedCase {
  const context = exampleContext({ action, page, goal });
  const target = role === null ? null : { role, text: label };
  return { id, expect, context: { ...context, target, place: { url, linkTarget, formAction: null } } };
}
