import { type JsonObject, TOOLS } from "@deskfleet/contracts";
import { Liquid } from "liquidjs";
import { z } from "zod";
import { CHECK_MS_MAX, withinMs } from "./bounded.ts";
import { ExpressionError } from "./expression-error.ts";
import { type Access, accessFault, isObject, type Names } from "./names.ts";
import type { Values } from "./values.ts";

/** Fills a text. @throws ExpressionError for an unknown name or filter, or a template that does too much. */
export function renderText(template: string, values: Values): string {
  if (!isTemplate(template)) return template;
  return guarded(() => String(liquid.parseAndRenderSync(template, values)));
}

/**
 * Fills a step's `with` at any depth. A value that is exactly one `{{ path }}` keeps its type, unless the tool wants text
 * there: typing a quantity that is the number 3 types "3".
 */
export function renderParams(params: JsonObject, toolId: string, values: Values): JsonObject {
  if (!takesElement(toolId, params)) return renderValue(params, values, parameterSchema(toolId)) as JsonObject;
  const { element, ...others } = params;
  return {
    ...(renderValue(others, values, parameterSchema(toolId)) as JsonObject),
    element: renderTarget(element, values),
  };
}

/** The step says which element it is about by a locator or an anchor. */
export function takesElement(toolId: string, params: JsonObject): boolean {
  return params.element !== undefined && TOOLS.get(toolId)?.category === "app_state";
}

/**
 * Fills a locator, an anchor or a text to compare with. All of it is text, but for `nth`; a value that is exactly one
 * `{{ path }}` may be a whole locator.
 */
export function renderTarget(target: unknown, values: Values, key = ""): unknown {
  if (typeof target === "string") {
    if (key === "png" || !isTemplate(target)) return target;
    return renderString(target, values, key === "nth" ? {} : { type: "string" });
  }
  if (!isObject(target)) return target;
  return Object.fromEntries(Object.entries(target).map(([name, inner]) => [name, renderTarget(inner, values, name)]));
}

/** What is wrong with a template before anything runs, or null: syntax, tags, filters, unknown names. */
export function templateFault(template: string, names: Names): string | null {
  if (!isTemplate(template)) return null;
  try {
    const accesses = withinMs(CHECK_MS_MAX, () => liquid.globalVariableSegmentsSync(liquid.parse(template)));
    for (const access of accesses) {
      const fault = accessFault(access.map(literal) as Access, names);
      if (fault !== null) return fault;
    }
    return null;
  } catch (error) {
    return message(error);
  }
}

export function isTemplate(text: string): boolean {
  return text.includes("{{") || text.includes("{%");
}

/** JSON Schema of a tool's parameters, {} for an unknown tool. */
function parameterSchema(toolId: string): JsonObject {
  let schema = schemas.get(toolId);
  if (!schema) {
    const tool = TOOLS.get(toolId);
    schema = tool ? (z.toJSONSchema(tool.parameters, { io: "input" }) as JsonObject) : {};
    schemas.set(toolId, schema);
  }
  return schema;
}
const schemas = new Map<string, JsonObject>();

/** Tags that would read files or recurse are gone; the limits stop a template that never ends. */
const liquid = new Liquid({
  strictVariables: true,
  strictFilters: true,
  ownPropertyOnly: true,
  // Lets `{{ row.note | default: "" }}` and `{% if row.note %}` ask for an optional column.
  lenientIf: true,
  templates: {},
  outputEscape: (value: unknown) =>
    typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? ""),
  parseLimit: 100_000,
  // Asked between tags only; what holds longer inside one is ended by bounded.ts.
  renderLimit: 500,
  memoryLimit: 5_000_000,
});
for (const tag of ["include", "render", "layout", "block", "tablerow", "liquid", "increment", "decrement"])
  delete liquid.tags[tag];

/** `{{ row.name }}` or `{{ steps.list.files[0] }}` and nothing else. */
const LONE_PATH = /^\s*\{\{-?\s*([A-Za-z_]\w*(?:\.[A-Za-z_]\w*|\[(?:\d+|"[^"]*"|'[^']*')\])*)\s*-?\}\}\s*$/;

function renderValue(value: unknown, values: Values, schema: unknown): unknown {
  if (typeof value === "string") return renderString(value, values, schema);
  if (Array.isArray(value)) return value.map((entry) => renderValue(entry, values, field(schema, "items")));
  if (!isObject(value)) return value;
  const properties = field(schema, "properties");
  const others = field(schema, "additionalProperties");
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, renderValue(entry, values, field(properties, key) ?? others)]),
  );
}

function renderString(text: string, values: Values, schema: unknown): unknown {
  const path = LONE_PATH.exec(text)?.[1];
  if (path === undefined) return renderText(text, values);
  const value: unknown = guarded(() => liquid.evalValueSync(path, values));
  const wantsText = field(schema, "type") === "string" && (typeof value === "number" || typeof value === "boolean");
  return wantsText ? String(value) : value;
}

function field(schema: unknown, key: string): unknown {
  return isObject(schema) && Object.hasOwn(schema, key) ? schema[key] : undefined;
}

function literal(segment: unknown): string | number | null {
  return typeof segment === "string" || typeof segment === "number" ? segment : null;
}

function guarded<T>(work: () => T): T {
  try {
    return withinMs(CHECK_MS_MAX, work);
  } catch (error) {
    throw new ExpressionError(message(error), { cause: error });
  }
}

/** Liquid's first line, without the position that is always line 1; the lines below it quote the template. */
function message(error: unknown): string {
  const text = error instanceof Error ? error.message : "the template failed";
  return (text.split("\n")[0] ?? text).replace(/, line:\d+, col:\d+$/, "").slice(0, 300);
}
