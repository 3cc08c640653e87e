import {
  type ExpectLeaf,
  type Fault,
  pointerPart,
  type Step,
  TOOLS,
  toFaults,
  WorkflowDocument,
} from "@deskfleet/contracts";
import { z } from "zod";
import { type ExpressionType, expressionFault } from "./expressions.ts";
import { inputSchemaFaults } from "./inputs.ts";
import type { Names } from "./names.ts";
import { templateFault } from "./templates.ts";
import { withFaults } from "./validate-with.ts";

/**
 * Everything that can be known to be wrong before a desktop starts: shape, tools and their parameters, expressions,
 * templates, names, ids, the input schema. Paths are JSON Pointers into the document.
 */
export function validateWorkflow(document: unknown): Fault[] {
  const parsed = WorkflowDocument.safeParse(document);
  if (!parsed.success) return toFaults(parsed.error);
  const workflow = parsed.data;
  const schemaFaults = inputSchemaFaults(workflow.inputs).map((fault) => ({ ...fault, path: `/inputs${fault.path}` }));
  const grantFaults = workflow.grants.flatMap((grant, index) =>
    GRANT.test(grant)
      ? []
      : [{ path: `/grants/${index}`, message: "one of computer_use, screen, write, titles, app(<id>)" }],
  );
  const { faults, names } = stepsFaults(workflow);
  const outputs = Object.entries(workflow.output).flatMap(([name, expression]) =>
    expressionFaults(`/output/${pointerPart(name)}`, expression, names),
  );
  return [...schemaFaults, ...grantFaults, ...faults, ...outputs];
}

const GRANT = /^(computer_use|screen|write|titles|app\([a-z0-9][a-z0-9-]{0,63}\))$/;

/** Names grow from step to step: a step can read only what has run before it. */
function stepsFaults(workflow: WorkflowDocument): { faults: Fault[]; names: Names } {
  const faults: Fault[] = [];
  const saved: Record<string, Names> = {};
  const namesNow = (): Names => ({ inputs: workflow.inputs, row: workflow.inputs, steps: closed(savedSchemas(saved)) });
  for (const [index, step] of workflow.steps.entries()) {
    const path = `/steps/${index}`;
    faults.push(...stepFaults(step, path, namesNow()));
    if (step.id === undefined) continue;
    if (Object.hasOwn(saved, step.id))
      faults.push({ path: `${path}/id`, message: `another step is called ${step.id}` });
    saved[step.id] = Object.fromEntries(Object.keys(step.save ?? {}).map((name) => [name, {}]));
  }
  return { faults, names: namesNow() };
}

function stepFaults(step: Step, path: string, before: Names): Fault[] {
  const tool = TOOLS.get(step.do);
  const during: Names = step.for_each === undefined ? before : { ...before, item: {} };
  const after: Names = { ...during, result: tool ? resultSchema(tool.result) : {} };
  const faults = [
    ...optionalExpression(`${path}/for_each`, step.for_each, before, "list"),
    ...optionalExpression(`${path}/when`, step.when, during, "bool"),
    ...withFaults(step, path, during),
    ...expectFaults(step, path, after),
  ];
  if (tool?.method === null)
    faults.push({ path: `${path}/do`, message: `${step.do} runs other tools: write them as steps of the workflow` });
  if (!tool?.enabled) faults.push({ path: `${path}/do`, message: `there is no tool called ${step.do}` });
  if (step.save !== undefined && step.id === undefined)
    faults.push({ path: `${path}/save`, message: "a step that saves needs an id to be read as steps.<id>.<name>" });
  for (const [name, expression] of Object.entries(step.save ?? {}))
    faults.push(...expressionFaults(`${path}/save/${pointerPart(name)}`, expression, after));
  return faults;
}

function expectFaults(step: Step, path: string, names: Names): Fault[] {
  const { expect } = step;
  if (expect === undefined) return [];
  if (!("any" in expect)) return leafFaults(expect, `${path}/expect`, names, false);
  const faults = expect.any.flatMap((leaf, index) => leafFaults(leaf, `${path}/expect/any/${index}`, names, true));
  if (expect.any.every((leaf) => leaf.outcome !== undefined))
    faults.push({ path: `${path}/expect/any`, message: "one alternative must let the workflow go on (no outcome)" });
  return faults;
}

function leafFaults(leaf: ExpectLeaf, path: string, names: Names, isAlternative: boolean): Fault[] {
  const faults = optionalExpression(`${path}/that`, leaf.that, names, "bool");
  if (leaf.window === undefined && leaf.that === undefined)
    faults.push({ path, message: "window or that is needed, else it always holds" });
  if (leaf.outcome !== undefined && !isAlternative)
    faults.push({ path: `${path}/outcome`, message: "an outcome belongs to one of several alternatives: use any" });
  const inMessage: Names = leaf.window === undefined ? names : { ...names, window: WINDOW_SCHEMA };
  const message = leaf.message === undefined ? null : templateFault(leaf.message, inMessage);
  if (message !== null) faults.push({ path: `${path}/message`, message });
  return faults;
}

function optionalExpression(path: string, expression: string | undefined, names: Names, type: ExpressionType): Fault[] {
  return expression === undefined ? [] : expressionFaults(path, expression, names, type);
}

function expressionFaults(path: string, expression: string, names: Names, type?: ExpressionType): Fault[] {
  const message = expressionFault(expression, names, type);
  return message === null ? [] : [{ path, message }];
}

function savedSchemas(saved: Record<string, Names>): Names {
  return Object.fromEntries(Object.entries(saved).map(([id, names]) => [id, closed(names)]));
}

function closed(properties: Names): Names[string] {
  return { type: "object", properties, additionalProperties: false };
}

function resultSchema(result: z.ZodType): Names[string] {
  return z.toJSONSchema(result) as Names[string];
}

const WINDOW_SCHEMA = closed({ id: {}, title: {}, process: {}, position: {}, size: {}, visible: {}, active: {} });
