import { type Approval, FleetError, type Principal } from "@deskfleet/contracts";
import { mergePolicies } from "@deskfleet/gates";
import { findApproval } from "@deskfleet/store";
import type { ElicitRequestFormParams, ElicitResult } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { hasRole } from "../http/require-role.ts";
import { layersOfApproval } from "../policy-layers.ts";
import { type Answered, answerAndExecute } from "../routes/approvals/answer-and-execute.ts";
import type { Services } from "../services.ts";
import { awaitAnswer } from "./await-answer.ts";

export interface Asking {
  readonly services: Services;
  readonly principal: Principal;
  readonly approval: Approval;
  /** Shown to the requester once. */
  readonly code: string;
  /** Asks the person at the client; null: the client cannot. */
  readonly elicit: ((params: ElicitRequestFormParams, signal: AbortSignal) => Promise<ElicitResult>) | null;
  readonly signal: AbortSignal;
}
/** `pending`: nobody answered here; somebody else may have, or may still. */
export type Asked = { readonly kind: "answered"; readonly answered: Answered } | { readonly kind: "pending" };

const Content = z.object({
  answer: z.enum(["once", "session", "always", "no"]),
  note: z.string().max(1_000).optional(),
});

/**
 * Asks the person in front of the client, when the caller's key may answer its own questions. Whatever comes in between (no
 * form, no answer, an answer given elsewhere, the end of the approval) leaves the question where it was: with the approvers.
 * @throws FleetError of `answerAndExecute` but `approval.used` and `approval.expired`
 */
export async function askPerson(asking: Asking): Promise<Asked> {
  const { services, principal, approval, code, elicit } = asking;
  if (elicit === null || !(await mayAnswer(services, principal, approval))) return { kind: "pending" };
  const said = await firstOf(asking, elicit);
  if (said === null) return { kind: "pending" };
  try {
    const answered = await answerAndExecute(services, principal, { id: approval.id, code, ...said });
    return { kind: "answered", answered };
  } catch (error) {
    const isDecided =
      error instanceof FleetError && (error.code === "approval.used" || error.code === "approval.expired");
    if (!isDecided) throw error;
    return { kind: "pending" };
  }
}

/** Four eyes mean another person than the one who asked, and here it is the same key. */
async function mayAnswer(services: Services, principal: Principal, { id, isTaskStep }: Approval): Promise<boolean> {
  if (isTaskStep || !hasRole(principal, "approver")) return false;
  const policy = mergePolicies(await layersOfApproval(services, principal.tenantId, id));
  const record = await services.database.tenant(principal.tenantId, (tx) => findApproval(tx, id));
  return !policy.fourEyes.value && record !== null && record.frozen.isFourEyes !== true;
}

/** What the person said; null when there was no answer, or somebody else was faster. */
async function firstOf(
  { services, principal, approval, signal }: Asking,
  elicit: NonNullable<Asking["elicit"]>,
): Promise<{ answer: NonNullable<Approval["answer"]>; note: string } | null> {
  const done = new AbortController();
  const either = AbortSignal.any([done.signal, signal]);
  const elsewhere = awaitAnswer(services, { tenantId: principal.tenantId, id: approval.id, signal: either });
  const here = elicit(formOf(approval), either).then(
    (result) => result,
    // The client refused the form, timed out or went away: the question stands.
    () => null,
  );
  try {
    const first = await Promise.race([here, elsewhere.then(() => null)]);
    if (first === null || signal.aborted || first.action === "cancel") return null;
    if (first.action === "decline") return { answer: "no", note: "declined at the client" };
    const content = Content.safeParse(first.content);
    return content.success ? { answer: content.data.answer, note: content.data.note ?? "" } : null;
  } finally {
    done.abort();
    await elsewhere;
  }
}

/** A form as every client with elicitation shows it: one choice, one line of text. */
function formOf(approval: Approval): ElicitRequestFormParams {
  const { offers } = approval;
  const lasting = offers.map(({ grant }) => grant).join(", ");
  const choices: [string, string][] = [
    ["once", "Yes, this once"],
    ...(offers.length > 0 ? [["session", `Yes, and ${lasting} for this session`] as [string, string]] : []),
    ...(offers.some(({ isKeepable }) => isKeepable)
      ? [["always", `Yes, and ${lasting} from now on`] as [string, string]]
      : []),
    ["no", "No"],
  ];
  return {
    mode: "form",
    message: questionOf(approval),
    requestedSchema: {
      type: "object",
      properties: {
        answer: {
          type: "string",
          title: "Answer",
          enum: choices.map(([value]) => value),
          enumNames: choices.map(([, name]) => name),
        },
        note: { type: "string", title: "Note for the record", maxLength: 1_000 },
      },
      required: ["answer"],
    },
  };
}

/** The frozen action as it is recorded, secrets left out, and what to bear in mind. */
export function questionOf({ tool, params, evaluation, warnings }: Approval): string {
  const lines = [
    `${tool} ${JSON.stringify(params)}`,
    `Asked because: ${evaluation.decisive.reason}.`,
    ...warnings.map(({ text }) => text),
  ];
  return lines.join("\n");
}
