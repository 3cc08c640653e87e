import { type CreateTask, type Fault, type JsonObject, WorkflowDocument } from "@deskfleet/contracts";
import { coerceRow as coerce, inputFaults } from "./inputs.ts";

/** Faults of a task's inputs (or a batch row) against the workflow's schema; paths are JSON Pointers into the inputs. */
export function validateInputs(document: WorkflowDocument, inputs: JsonObject): Fault[] {
  return inputFaults(document.inputs, inputs);
}

/** A CSV row converted to the types of the workflow's schema, and what is still wrong with it. */
export function coerceRow(document: WorkflowDocument, row: JsonObject): { row: JsonObject; faults: Fault[] } {
  const coerced = coerce(document.inputs, row);
  return { row: coerced, faults: inputFaults(document.inputs, coerced) };
}

/** The document of a task that carries its steps itself; its faults have the same paths as in the request. */
export function inlineWorkflow(task: Pick<CreateTask, "steps" | "desktop" | "grants" | "output">): WorkflowDocument {
  const { steps = [], desktop, grants, output } = task;
  return WorkflowDocument.parse({
    name: "inline",
    version: 1,
    steps,
    ...(desktop ? { desktop } : {}),
    ...(grants ? { grants } : {}),
    ...(output ? { output } : {}),
  });
}
