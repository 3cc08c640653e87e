import { type CreateTask, durationMs, type Fault, FleetError, type Principal, type Task } from "@deskfleet/contracts";
import { validatePolicy } from "@deskfleet/gates";
import { findWorkflow, insertTask, type NewTask, type Tx } from "@deskfleet/store";
import { inlineWorkflow, validateInputs, validateWorkflow } from "@deskfleet/workflow";
import { projectIdOf } from "../../sessions/project-id.ts";

/**
 * Checks everything that can be checked before a desktop starts, then writes the task.
 * @throws FleetError `request.invalid` with the faults of inputs, policy and reference; `workflow.invalid` for inline steps
 */
export async function submitTask(tx: Tx, principal: Principal, input: CreateTask): Promise<Task> {
  const policyFaults = input.policy === undefined ? [] : under("/policy", validatePolicy(input.policy, "flag"));
  if (policyFaults.length > 0) throw invalidTask(policyFaults);
  const program = input.workflow === undefined ? inlineProgram(input) : await storedProgram(tx, input, input.workflow);
  const { inputs, priority, notBefore, deadline, maxAttempts, policy, reference, webhook, goal, trustedDomains } =
    input;
  return insertTask(tx, {
    ...program,
    tenantId: principal.tenantId,
    createdBy: principal.id,
    inputs,
    priority,
    notBefore,
    deadline,
    maxAttempts,
    timeoutMs: durationMs(input.timeout),
    policy,
    projectId: (await projectIdOf(tx, input.project)) ?? undefined,
    reference,
    webhook,
    goal,
    trustedDomains,
  });
}

async function storedProgram(tx: Tx, input: CreateTask, reference: string): Promise<Pick<NewTask, "workflow">> {
  const ownParts = (["desktop", "grants", "output"] as const).filter((name) => input[name] !== undefined);
  if (ownParts.length > 0)
    throw invalidTask(
      ownParts.map((name) => ({ path: `/${name}`, message: "is the workflow's own; only inline steps take it" })),
    );
  const workflow = await findWorkflow(tx, reference);
  if (workflow === null) throw invalidTask([{ path: "/workflow", message: "there is no such workflow or version" }]);
  const faults = under("/inputs", validateInputs(workflow, input.inputs));
  if (faults.length > 0) throw invalidTask(faults);
  return { workflow };
}

function inlineProgram(input: CreateTask): Pick<NewTask, "program"> {
  const faults = validateWorkflow(inlineWorkflow(input));
  if (faults.length > 0)
    throw new FleetError("workflow.invalid", "The steps have faults; each says where", {
      faults: faults.slice(0, 100),
    });
  const { steps, desktop, grants, output } = input;
  return { program: { steps, ...(desktop && { desktop }), ...(grants && { grants }), ...(output && { output }) } };
}

const under = (prefix: string, faults: readonly Fault[]) =>
  faults.map(({ path, message }) => ({ path: prefix + path, message }));
const invalidTask = (faults: readonly Fault[]) =>
  new FleetError("request.invalid", "The body has faults; each says where", { faults: faults.slice(0, 100) });
