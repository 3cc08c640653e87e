import type { ActionResult, Approval } from "@deskfleet/contracts";
import { call } from "./http.ts";
import { Problem } from "./problem.ts";

/** One action of one tool, judged and recorded like an agent's. @throws Problem, also where a person has to approve it first */
export async function perform<T>(
  sessionId: string,
  tool: string,
  params: Readonly<Record<string, unknown>>,
): Promise<T> {
  const path = `/v1/sessions/${sessionId}/actions`;
  const answer = await call<ActionResult | { approval: Approval }>("POST", path, { body: { tool, params } });
  if (!("approval" in answer)) return answer.result as T;
  throw new Problem({
    ...{ status: 202, code: "approval.required", title: "A person has to approve it" },
    detail: `${tool} waits in the inbox: ${answer.approval.evaluation.decisive.reason}`,
  });
}
