import {
  type ExpectLeaf,
  type Fault,
  isLocator,
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
import { targetFaults, textMatchFaults } from "./validate-target.ts";
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
  const found: Names = findsElement(step) ? { ...after, element: ELEMENT_SCHEMA } : after;
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
    faults.push(...expressionFaults(`${path}/save/${pointerPart(name)}`, expression, found));
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
  const found: Names = {
    ...names,
    ...(leaf.window === undefined ? {} : { window: WINDOW_SCHEMA }),
    ...(findsOne(leaf) ? { element: ELEMENT_SCHEMA } : {}),
  };
  const faults = optionalExpression(`${path}/that`, leaf.that, found, "bool");
  if (leaf.window === undefined && leaf.element === undefined && leaf.that === undefined)
    faults.push({ path, message: "window, element or that is needed, else it always holds" });
  if (leaf.outcome !== undefined && !isAlternative)
    faults.push({ path: `${path}/outcome`, message: "an outcome belongs to one of several alternatives: use any" });
  if (leaf.window !== undefined) faults.push(...textMatchFaults(leaf.window.title, `${path}/window/title`, names));
  faults.push(...elementFaults(leaf, path, names));
  const message = leaf.message === undefined ? null : templateFault(leaf.message, found);
  if (message !== null) faults.push({ path: `${path}/message`, message });
  return faults;
}

/** What is said of an element needs one, and an anchor has nothing but its place. */
function elementFaults(leaf: ExpectLeaf, path: string, names: Names): Fault[] {
  const { element, value, count, exists } = leaf;
  const told = (["value", "state", "count", "exists"] as const).filter((key) => leaf[key] !== undefined);
  if (element === undefined)
    return told.map((key) => ({ path: `${path}/${key}`, message: "is said of an element: element is needed" }));
  const faults = targetFaults(element, `${path}/element`, names);
  if (!isLocator(element))
    for (const key of told.filter((key) => key === "value" || key === "state"))
      faults.push({ path: `${path}/${key}`, message: "a part of the screen has neither value nor state" });
  if (value !== undefined) faults.push(...textMatchFaults(value, `${path}/value`, names));
  if (count !== undefined && exists !== undefined)
    faults.push({ path: `${path}/exists`, message: "count says it already" });
  return faults;
}

/** Exactly one element is there when the leaf holds. */
function findsOne({ element, count, exists }: ExpectLeaf): boolean {
  return element !== undefined && exists !== false && (count === undefined || count === 1);
}

/** Whether `save` can read an element: one that lets the workflow go on found one. */
function findsElement({ expect }: Step): boolean {
  if (expect === undefined) return false;
  return "any" in expect ? expect.any.some((leaf) => leaf.outcome === undefined && findsOne(leaf)) : findsOne(expect);
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
const ELEMENT_SCHEMA = closed({ role: {}, title: {}, value: {}, text: {}, description: {}, traits: {} });
