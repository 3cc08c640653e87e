import { setImmediate } from "node:timers/promises";
import {
  type DryRunStep,
  type Fault,
  type JsonObject,
  type Step,
  TOOLS,
  type WorkflowDocument,
} from "@deskfleet/contracts";
import { evaluate, mergePolicies, sessionGrants } from "@deskfleet/gates";
import { ExpressionError, Preview, type StepPreview } from "@deskfleet/workflow";
import { imaginedContext } from "../policies/imagined-context.ts";
import { readAction, type situationOfCaller } from "../policies/judged-action.ts";

type Situation = Awaited<ReturnType<typeof situationOfCaller>>;
interface Previewed {
  readonly steps: DryRunStep[];
  /** JSON Pointers into the document. */
  readonly faults: Fault[];
}

/** Each step as it would be for the inputs, judged with the workflow's own consents as far as policy lets the caller give them. */
export async function previewSteps(
  document: WorkflowDocument,
  inputs: JsonObject,
  situation: Situation,
): Promise<Previewed> {
  const policy = mergePolicies(situation.layers);
  const known = { ...situation, grants: [...sessionGrants(document.grants, policy), ...situation.grants] };
  const preview = new Preview(inputs);
  const steps: DryRunStep[] = [];
  const faults: Fault[] = [];
  for (const [index, step] of document.steps.entries()) {
    // A step may hold the process for a moment, hundreds of them would hold it for everybody.
    await setImmediate();
    const at = `/steps/${index}`;
    const previewed = previewOf(preview, step);
    if (typeof previewed === "string") return { steps, faults: [...faults, { path: at, message: previewed }] };
    faults.push(...under(at, previewed.faults));
    const { action, faults: wrong } = actionOf(step, previewed);
    faults.push(...under(at, wrong));
    const verdict = action && evaluate(action, imaginedContext(action, known, null), policy).decisive;
    steps.push({ ...asWritten(index, step, previewed), verdict: verdict && told(verdict) });
  }
  return { steps, faults };
}

/** Why no step is previewed from here on, in words; or the step. */
function previewOf(preview: Preview, step: Step): StepPreview | string {
  try {
    return preview.step(step);
  } catch (error) {
    if (error instanceof ExpressionError) return error.message;
    throw error;
  }
}

function actionOf(step: Step, { params, isComplete }: StepPreview): ReturnType<typeof readAction> {
  const tool = TOOLS.get(step.do);
  if (params === null || !isComplete || tool === undefined) return { action: null, faults: [] };
  return readAction(tool, params, "/with");
}

function asWritten(index: number, step: Step, previewed: StepPreview): Omit<DryRunStep, "verdict"> {
  const { when, items, params, unknown } = previewed;
  return {
    ...{ index, id: step.id ?? null, do: step.do, params, unknown: [...unknown] },
    when: step.when === undefined ? null : { text: step.when, value: when },
    forEach: step.for_each === undefined ? null : { text: step.for_each, items },
  };
}

const told = ({ outcome, gate, code, reason, layer }: NonNullable<DryRunStep["verdict"]>) => {
  return { outcome, gate, code, reason, layer };
};
const under = (prefix: string, faults: readonly Fault[]) =>
  faults.map(({ path, message }) => ({ path: prefix + path, message }));
