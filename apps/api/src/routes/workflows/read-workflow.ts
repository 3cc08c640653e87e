import { type Fault, FleetError, WorkflowDocument } from "@deskfleet/contracts";
import { validateWorkflow } from "@deskfleet/workflow";
import type { Context } from "hono";
import type { AppEnv } from "../../app-env.ts";
import { isJson, isYaml } from "../../http/media-types.ts";
import { readYaml } from "../../http/read-yaml.ts";

/** The body's workflow, checked completely. @throws FleetError `workflow.invalid`, `request.unsupported_media` */
export async function readWorkflow(c: Context<AppEnv>): Promise<WorkflowDocument> {
  const type = c.req.header("content-type") ?? "";
  if (isJson(type)) return checked(await c.req.json());
  if (!isYaml(type)) throw new FleetError("request.unsupported_media", "Send application/json or application/yaml");
  const { document, faults } = await readYaml(c);
  if (faults.length > 0) throw invalidWorkflow(faults);
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
