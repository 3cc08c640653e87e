import type { Approval } from "@deskfleet/contracts";

/** What an answer to one ask would mean for another one, in every respect that whoever answers has seen or decides. */
const meaningOf = (approval: Approval) => {
  const { digest, tool, params, sessionId, requestedBy, isTaskStep, policyVersion, evaluation, offers, warnings } =
    approval;
  const verdicts = evaluation.verdicts.filter(({ outcome }) => outcome !== "allow");
  return JSON.stringify([
    ...[digest, tool, params, sessionId, requestedBy, isTaskStep, policyVersion, approval.isCodeRequired],
    ...[evaluation.outcome, evaluation.risk, evaluation.confinement ?? null, verdicts],
    ...[offers, warnings, approval.frame?.target ?? null],
  ]);
};

/**
 * The asks that one look serves for, the one that is looked at among them: the same action of the same caller in the same session, at
 * the same place, asked for the same reasons by the same policy, and with the same consents to give.
 */
export function equalAsks(approval: Approval, pending: readonly Approval[]): Approval[] {
  const meaning = meaningOf(approval);
  return pending.filter((each) => each.state === "pending" && meaningOf(each) === meaning);
}

/** Whether an answer may be given to all of them: each code is for one ask, and nobody answers for another with it. */
export const canAnswerTogether = (equal: readonly Approval[], answer: Approval["answer"]): boolean =>
  equal.length > 1 && answer !== null && (answer === "no" || equal.every(({ isCodeRequired }) => !isCodeRequired));
