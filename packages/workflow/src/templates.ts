import { type JsonObject, pointerPart, TOOLS } from "@deskfleet/contracts";
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
  return fillParams(params, toolId, (template, schema) => renderString(template, values, schema));
}

/** What stands in a template's place; `schema` is of that place, `path` a JSON Pointer to it. */
export type Fill = (template: string, schema: unknown, path: string) => unknown;

/** A step's `with` with every template filled by `fill`. */
export function fillParams(params: JsonObject, toolId: string, fill: Fill): JsonObject {
  if (!takesElement(toolId, params)) return fillValue(params, parameterSchema(toolId), fill, "") as JsonObject;
  const { element, ...others } = params;
  const filled = fillValue(others, parameterSchema(toolId), fill, "") as JsonObject;
  // In the order in which they were written: people read it.
  return { ...params, ...filled, element: fillTarget(element, fill, "/element") };
}

/** The step says which element it is about by a locator or an anchor. */
export function takesElement(toolId: string, params: JsonObject): boolean {
  return params.element !== undefined && TOOLS.get(toolId)?.category === "app_state";
}

/**
 * Fills a locator, an anchor or a text to compare with. All of it is text, but for `nth`; a value that is exactly one
 * `{{ path }}` may be a whole locator.
 */
export function renderTarget(target: unknown, values: Values): unknown {
  return fillTarget(target, (template, schema) => renderString(template, values, schema), "");
}

/** As renderTarget, with every template filled by `fill`. */
export function fillTarget(target: unknown, fill: Fill, path: string, key = ""): unknown {
  if (typeof target === "string") {
    if (key === "png" || !isTemplate(target)) return target;
    return fill(target, key === "nth" ? {} : { type: "string" }, path);
  }
  if (!isObject(target)) return target;
  return Object.fromEntries(
    Object.entries(target).map(([name, inner]) => [
      name,
      fillTarget(inner, fill, `${path}/${pointerPart(name)}`, name),
    ]),
  );
}

/** What is wrong with a template before anything runs, or null: syntax, tags, filters, unknown names. */
export function templateFault(template: string, names: Names): string | null {
  if (!isTemplate(template)) return null;
  try {
    for (const access of accessesOf(template)) {
      const fault = accessFault(access, names);
      if (fault !== null) return fault;
    }
    return null;
  } catch (error) {
    return message(error);
  }
}

/** Names that a template reads from outside itself. @throws ExpressionError for one that cannot be read */
export function templateReads(template: string): string[] {
  return guarded(() => accessesOf(template).map(([root]) => String(root)));
}

function accessesOf(template: string): Access[] {
  const found = withinMs(CHECK_MS_MAX, () => liquid.globalVariableSegmentsSync(liquid.parse(template)));
  return found.map((access) => access.map(literal));
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

function fillValue(value: unknown, schema: unknown, fill: Fill, path: string): unknown {
  if (typeof value === "string") return isTemplate(value) ? fill(value, schema, path) : value;
  if (Array.isArray(value))
    return value.map((entry, index) => fillValue(entry, field(schema, "items"), fill, `${path}/${index}`));
  if (!isObject(value)) return value;
  const properties = field(schema, "properties");
  const others = field(schema, "additionalProperties");
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      key,
      fillValue(entry, field(properties, key) ?? others, fill, `${path}/${pointerPart(key)}`),
    ]),
  );
}

/** One template. @throws ExpressionError */
export function renderString(text: string, values: Values, schema: unknown): unknown {
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
