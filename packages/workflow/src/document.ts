import { type CreateTask, type Fault, type JsonObject, WorkflowDocument } from "@deskfleet/contracts";
import { parseDocument } from "yaml";
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
export function inlineWorkflow(task: Pick<CreateTask, "steps" | "desktop" | "grants">): WorkflowDocument {
  const { steps = [], desktop, grants } = task;
  return WorkflowDocument.parse({
    name: "inline",
    version: 1,
    steps,
    ...(desktop ? { desktop } : {}),
    ...(grants ? { grants } : {}),
  });
}

const ALIASES_MAX = 20;

/** A workflow as people write it: YAML 1.2 or JSON. Duplicate keys, custom tags and alias bombs are faults. */
export function parseWorkflowText(text: string): { document: unknown; faults: Fault[] } {
  const parsed = parseDocument(text, { schema: "core", strict: true, uniqueKeys: true, prettyErrors: false });
  const [problem] = [...parsed.errors, ...parsed.warnings];
  if (problem)
    return { document: null, faults: [{ path: "", message: `${problem.code} at character ${problem.pos[0]}` }] };
  try {
    return { document: parsed.toJS({ maxAliasCount: ALIASES_MAX }), faults: [] };
  } catch {
    return { document: null, faults: [{ path: "", message: `more than ${ALIASES_MAX} uses of an alias` }] };
  }
}
