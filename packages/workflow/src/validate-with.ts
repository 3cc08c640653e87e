import { type Fault, type JsonObject, pointerPart, type Step, TOOLS, toFaults } from "@deskfleet/contracts";
import { z } from "zod";
import { isObject, type Names } from "./names.ts";
import { isTemplate, takesElement, templateFault } from "./templates.ts";
import { prefixed, targetFaults } from "./validate-target.ts";

/**
 * Faults of a step's `with`. Without templates the tool's own schema decides. With them the values are not known yet: then
 * each parameter that is plain is checked on its own, and names must be known and complete.
 */
export function withFaults(step: Step, path: string, names: Names): Fault[] {
  const at = `${path}/with`;
  if (takesElement(step.do, step.with)) {
    const { element, ...others } = step.with;
    // Where the element is right, any other right one lets the rest be checked.
    const rest: Step = { ...step, with: { ...others, element: ANY_ELEMENT } };
    return [...targetFaults(element, `${at}/element`, names), ...parameterFaults(rest, at, names)];
  }
  return parameterFaults(step, at, names);
}

const ANY_ELEMENT: JsonObject = { role: "button" };

function parameterFaults(step: Step, at: string, names: Names): Fault[] {
  const templates = templateFaults(step.with, at, names);
  const tool = TOOLS.get(step.do);
  if (!tool) return templates;
  if (!hasTemplate(step.with)) {
    const parsed = tool.parameters.safeParse(step.with);
    return parsed.success ? [] : prefixed(at, toFaults(parsed.error));
  }
  if (!(tool.parameters instanceof z.ZodObject)) return templates;
  const shape = tool.parameters.shape as Record<string, z.ZodType>;
  const unknown = Object.keys(step.with)
    .filter((name) => !Object.hasOwn(shape, name))
    .map((name) => ({
      path: `${at}/${pointerPart(name)}`,
      message: `${step.do} has no such parameter; known: ${Object.keys(shape).join(", ")}`,
    }));
  const known = Object.entries(shape).flatMap(([name, schema]) => {
    const value = step.with[name];
    if (hasTemplate(value)) return [];
    const parsed = schema.safeParse(value);
    if (parsed.success) return [];
    const parameter = `${at}/${pointerPart(name)}`;
    return value === undefined
      ? [{ path: parameter, message: "is missing" }]
      : prefixed(parameter, toFaults(parsed.error));
  });
  return [...templates, ...unknown, ...known];
}

function templateFaults(value: unknown, path: string, names: Names): Fault[] {
  if (typeof value === "string") {
    const message = templateFault(value, names);
    return message === null ? [] : [{ path, message }];
  }
  if (Array.isArray(value)) return value.flatMap((entry, index) => templateFaults(entry, `${path}/${index}`, names));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, entry]) => templateFaults(entry, `${path}/${pointerPart(key)}`, names));
}

function hasTemplate(value: unknown): boolean {
  if (typeof value === "string") return isTemplate(value);
  if (Array.isArray(value)) return value.some(hasTemplate);
  return isObject(value) && Object.values(value).some(hasTemplate);
}
