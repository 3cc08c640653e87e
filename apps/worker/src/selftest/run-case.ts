import type { ToolCases } from "@deskfleet/contracts";
import { FleetError, type JsonObject, type Principal, type SelfTestFacts, toProblem } from "@deskfleet/contracts";
import type { PerformCall, Performed } from "../perform.ts";
import { leakIn } from "./hygiene.ts";

/** What came of a call as its caller would see it. */
interface Answer {
  /** `done`, `ask`, or the code of the error. */
  readonly outcome: string;
  readonly result: JsonObject;
  /** All that leaves: the action's answer, the approval, or the problem document. */
  readonly whole: unknown;
}

export interface CaseRun {
  readonly facts: SelfTestFacts;
  readonly principal: Principal;
  readonly perform: (call: PerformCall) => Promise<Performed>;
}

type Case = ToolCases[keyof ToolCases];

/** Why a case did not pass, in words that may be shown; null when it passed. Every answer has to be clean. */
export async function runCase(
  run: CaseRun,
  tool: string,
  kind: keyof ToolCases,
  cases: ToolCases,
): Promise<string | null> {
  const { facts } = run;
  const one: Case = cases[kind];
  const before: JsonObject[] = [];
  for (const call of one.before?.(facts) ?? []) {
    const { outcome, result } = await answerOf(run, call.tool, call.params);
    if (outcome !== "done") return `the call before it, ${call.tool}, ended as ${outcome}`;
    before.push(result);
  }
  const role = kind === "forbidden" ? cases.forbidden.role : undefined;
  const answer = await answerOf(run, tool, one.params(facts, before), role);
  const leak = leakIn(answer.whole, facts.secret);
  if (leak !== null) return `the answer shows ${leak}`;
  return verdictOn(answer, kind, cases, facts);
}

function verdictOn(
  { outcome, result }: Answer,
  kind: keyof ToolCases,
  cases: ToolCases,
  facts: SelfTestFacts,
): string | null {
  switch (kind) {
    case "normal": {
      const { isRight } = cases.normal;
      if (outcome !== (isRight === null ? "ask" : "done")) return `it ended as ${outcome}`;
      return isRight === null || holds(() => isRight(result, facts)) ? null : "the result is not the right one";
    }
    case "forbidden": {
      const { codes } = cases.forbidden;
      return codes.some((code) => code === outcome) ? null : `it ended as ${outcome}, not as ${codes.join(" or ")}`;
    }
    case "hygiene": {
      const { isClean } = cases.hygiene;
      if (isClean === undefined) return outcome === "internal" ? "it ended as internal" : null;
      if (outcome !== "done") return `it ended as ${outcome}`;
      return holds(() => isClean(result)) ? null : "the result shows more than it may";
    }
  }
}

/** A result that a case cannot read is not the right one. */
function holds(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}

async function answerOf(run: CaseRun, tool: string, params: JsonObject, role = run.principal.role): Promise<Answer> {
  try {
    const performed = await run.perform({ tool, params, principal: { ...run.principal, role } });
    if (performed.outcome === "ask") return { outcome: "ask", result: {}, whole: performed.approval };
    const { result } = performed;
    return { outcome: "done", result: result.result as JsonObject, whole: result };
  } catch (error) {
    const problem = toProblem(error, "self-test");
    return { outcome: error instanceof FleetError ? error.code : "internal", result: {}, whole: problem };
  }
}
