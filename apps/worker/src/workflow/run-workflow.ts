import { FleetError, type JsonObject, type Step } from "@deskfleet/contracts";
import { ExpressionError, evaluate, evaluateItems, type Values } from "@deskfleet/workflow";
import { runStep } from "./run-step.ts";
import type { WorkflowRun } from "./workflow-run.ts";

/**
 * Runs a validated workflow from its first step and answers with its output.
 * @throws AttemptEnd, FleetError or ExpressionError; outcomes.ts says which outcome each of them is
 */
export async function runWorkflow(run: WorkflowRun): Promise<JsonObject> {
  const { document, inputs } = run;
  const saved: Record<string, JsonObject> = {};
  const values = (): Values => ({ inputs, row: inputs, steps: { ...saved } });
  for (const [index, step] of document.steps.entries()) {
    const label = step.id ?? `step ${index + 1}`;
    const result = await naming(label, () => runSteps(run, step, label, values()));
    if (step.id !== undefined) saved[step.id] = result;
  }
  const end = values();
  return naming("output", async () =>
    Object.fromEntries(Object.entries(document.output).map(([name, expression]) => [name, evaluate(expression, end)])),
  );
}

/** A step, or each round of its `for_each`; then every saved name holds the list of the rounds' values. */
async function runSteps(run: WorkflowRun, step: Step, label: string, values: Values): Promise<JsonObject> {
  if (step.for_each === undefined) return (await runRound(run, step, label, values)) ?? {};
  const items = evaluateItems(step.for_each, values);
  const rounds: JsonObject[] = [];
  for (const [index, item] of items.entries()) {
    const saved = await runRound(run, step, `${label} [${index}]`, { ...values, item });
    if (saved !== null) rounds.push(saved);
  }
  const names = Object.keys(step.save ?? {});
  return Object.fromEntries(names.map((name) => [name, rounds.map((saved) => saved[name])]));
}

/** null: `when` said no. */
async function runRound(run: WorkflowRun, step: Step, label: string, values: Values): Promise<JsonObject | null> {
  if (step.when !== undefined && evaluate(step.when, values, "bool") !== true) return null;
  const saved = await runStep(run, step, label, values);
  await run.proven(label, saved);
  return saved;
}

/** People read the reason of a failed row: it starts with the step. What ends with an outcome has its own words. */
async function naming<T>(label: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FleetError) {
      const { faults, data } = error;
      const options = { cause: error, ...(faults ? { faults } : {}), ...(data ? { data } : {}) };
      throw new FleetError(error.code, `${label}: ${error.detail}`, options);
    }
    if (error instanceof ExpressionError) throw new ExpressionError(`${label}: ${error.message}`, { cause: error });
    throw error;
  }
}
