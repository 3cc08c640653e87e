import { type Fault, FleetError, WorkflowDocument } from "@deskfleet/contracts";
import { parseWorkflowText, validateWorkflow } from "@deskfleet/workflow";
import type { Context } from "hono";
import type { AppEnv } from "../../app-env.ts";
import { jsonFaults } from "../../http/json-faults.ts";

const JSON_TYPE = /^application\/([\w.-]+\+)?json\b/i;
const YAML_TYPE = /^(application|text)\/(x-)?yaml\b/i;

/** The body's workflow, checked completely. @throws FleetError `workflow.invalid`, `request.unsupported_media` */
export async function readWorkflow(c: Context<AppEnv>): Promise<WorkflowDocument> {
  const type = c.req.header("content-type") ?? "";
  if (JSON_TYPE.test(type)) return checked(await c.req.json());
  if (!YAML_TYPE.test(type))
    throw new FleetError("request.unsupported_media", "Send application/json or application/yaml");
  const { document, faults } = parseWorkflowText(await c.req.text());
  if (faults.length > 0) throw invalidWorkflow(faults);
  // What JSON bodies were asked already: YAML has escapes for the same characters.
  const unstorable = jsonFaults(JSON.stringify(document), document);
  if (unstorable.length > 0) throw invalidWorkflow(unstorable);
  return checked(document);
}

function checked(document: unknown): WorkflowDocument {
  const faults = validateWorkflow(document);
  if (faults.length > 0) throw invalidWorkflow(faults);
  return WorkflowDocument.parse(document);
}

const invalidWorkflow = (faults: readonly Fault[]) =>
  new FleetError("workflow.invalid", `The workflow has ${faults.length} ${faults.length === 1 ? "fault" : "faults"}`, {
    faults: faults.slice(0, 100),
    data: { faultCount: faults.length },
  });
