import { DryRun, DryRunRequest, type Fault, FleetError, type Principal, WorkflowDocument } from "@deskfleet/contracts";
import { findWorkflow } from "@deskfleet/store";
import { validateInputs, validateWorkflow } from "@deskfleet/workflow";
import { createRoute } from "@hono/zod-openapi";
import type { App } from "../../app-env.ts";
import { problems } from "../../http/problems.ts";
import { parseYaml } from "../../http/read-yaml.ts";
import { requireRole } from "../../http/require-role.ts";
import { json, jsonBody } from "../../http/responses.ts";
import type { Services } from "../../services.ts";
import { situationOfCaller } from "../policies/judged-action.ts";
import { previewSteps } from "./preview-steps.ts";
import { Turns } from "./turns.ts";

const FAULTS_MAX = 100;

const route = createRoute({
  tags: ["workflows"],
  middleware: requireRole("operator"),
  method: "post",
  path: "/v1/workflows/dry-run",
  summary: "See what a workflow would do with a row, without doing it",
  description:
    "A stored workflow, or a document that is not stored yet. Every step in order: whether the row takes it, its parameters filled in, and what the gates would say of it under the caller's stored policy, as `POST /v1/policies/explain` does. No desktop is started and nothing is stored.",
  request: jsonBody(DryRunRequest),
  responses: {
    200: json(DryRun.meta({ id: "DryRun" }), "The faults, and the steps as far as they are known before a run"),
    ...problems(
      ...(["request.invalid", "request.malformed", "request.too_large"] as const),
      ...(["auth.required", "auth.forbidden", "policy.invalid"] as const),
    ),
  },
});

export function dryRun(app: App, services: Services): void {
  // A step may hold the process for a moment; those of many requests side by side would add up for everybody else.
  const turns = new Turns();
  app.openapi(route, async (c) => {
    const { principal } = c.var;
    const request = c.req.valid("json");
    const { project, row, inputs = row ?? {} } = request;
    const known = await situationOfCaller(services, principal, project);
    const { document, workflow, faults } = await documentOf(services, principal, request);
    if (document === null) return c.json({ workflow, faults: faults.slice(0, FAULTS_MAX), steps: [] }, 200);
    const inputFaults = under(row === undefined ? "/inputs" : "/row", validateInputs(document, inputs));
    const preview = await turns.take(() => previewSteps(document, inputs, known));
    const all = [...inputFaults, ...under("/document", preview.faults)];
    return c.json({ workflow, faults: all.slice(0, FAULTS_MAX), steps: preview.steps }, 200);
  });
}

interface Judged {
  /** null: it has faults. */
  readonly document: WorkflowDocument | null;
  /** `name@version`, as far as it can be read. */
  readonly workflow: string | null;
  readonly faults: Fault[];
}

/** @throws FleetError `request.invalid` for a stored workflow that there is not */
async function documentOf(services: Services, principal: Principal, request: DryRunRequest): Promise<Judged> {
  if (request.document !== undefined) return judged(request.document);
  const reference = request.workflow ?? "";
  const stored = await services.database.tenant(principal.tenantId, (tx) => findWorkflow(tx, reference));
  if (stored === null)
    throw new FleetError("request.invalid", "The body has faults; each says where", {
      faults: [{ path: "/workflow", message: "there is no such workflow or version" }],
    });
  return { document: stored, workflow: nameOf(stored), faults: [] };
}

function judged(text: string): Judged {
  const read = parseYaml(text);
  const faults = read.faults.length > 0 ? read.faults : validateWorkflow(read.document);
  const parsed = WorkflowDocument.safeParse(read.document);
  const workflow = parsed.success ? nameOf(parsed.data) : null;
  if (faults.length > 0 || !parsed.success) return { document: null, workflow, faults: under("/document", faults) };
  return { document: parsed.data, workflow, faults: [] };
}

const nameOf = ({ name, version }: WorkflowDocument) => `${name}@${version}`;
const under = (prefix: string, faults: readonly Fault[]) =>
  faults.map(({ path, message }) => ({ path: prefix + path, message }));
