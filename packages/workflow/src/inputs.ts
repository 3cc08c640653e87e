import { type Fault, type JsonObject, pointerPart } from "@deskfleet/contracts";
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { CHECK_MS_MAX, withinMs } from "./bounded.ts";
import { ExpressionError } from "./expression-error.ts";
import { isObject } from "./names.ts";
import { patternFault } from "./regexp.ts";
import { RowCheck } from "./row-check.ts";

/** What is wrong with a workflow's `inputs`, a JSON Schema (2020-12) of an object; pointers start at the schema. */
export function inputSchemaFaults(schema: JsonObject): Fault[] {
  if (schema.type !== "object") return [{ path: "/type", message: 'inputs are an object: type must be "object"' }];
  try {
    return withinMs(CHECK_MS_MAX, () => {
      const refused = keywordFaults(schema, "");
      if (refused.length > 0) return refused;
      if (!META.validateSchema(schema))
        return faults(META.errors ?? []).map((fault) => ({ ...fault, message: `not JSON Schema: ${fault.message}` }));
      // Run once: a schema that is its own part would otherwise only fail when row 1 comes.
      createAjv().compile(schema)({});
      return [];
    });
  } catch (error) {
    return [{ path: "", message: error instanceof Error ? error.message.slice(0, 300) : "not JSON Schema" }];
  }
}

/** What is wrong with the inputs of one task, by JSON Pointer. Values are never repeated. */
export function inputFaults(schema: JsonObject, inputs: JsonObject): Fault[] {
  try {
    return faults(checkFor(schema).errorsOf(inputs));
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return [{ path: "", message: `the inputs cannot be checked: ${error.message}` }];
  }
}

/**
 * One CSV row as the schema wants it: text becomes an integer, a number or a boolean where the property is of that type,
 * and an empty cell of such a property counts as not given. What does not convert stays text and is a fault of the type.
 */
export function coerceRow(schema: JsonObject, row: JsonObject): JsonObject {
  const properties = isObject(schema.properties) ? schema.properties : {};
  return Object.fromEntries(
    Object.entries(row)
      .map(
        ([name, value]) => [name, Object.hasOwn(properties, name) ? coerce(properties[name], value) : value] as const,
      )
      .filter(([, value]) => value !== undefined),
  );
}

function coerce(schema: unknown, value: unknown): unknown {
  if (typeof value !== "string" || !isObject(schema)) return value;
  const types: unknown[] = Array.isArray(schema.type) ? schema.type : [schema.type];
  if (types.includes("string") || !types.some((type) => COERCED.has(type))) return value;
  const text = value.trim();
  if (text === "") return types.includes("null") ? null : undefined;
  if (types.includes("boolean") && /^(true|false)$/i.test(text)) return text.toLowerCase() === "true";
  const isNumeric = types.includes("integer") || types.includes("number");
  // "0x1F", "1e5" and "1,000" are text: what is not plainly a number is for the person who made the file to settle.
  if (isNumeric && /^[+-]?(0|[1-9]\d*)(\.\d+)?$/.test(text) && isExact(text)) return Number(text);
  return value;
}

/** A double keeps any 15 digits. A number with more would reach the desktop as another one: an account's, for instance. */
function isExact(text: string): boolean {
  const digits = text.replace(/^[+-]/, "").replace(".", "").replace(/^0+/, "");
  return digits.length <= 15 || Number.isSafeInteger(Number(text));
}
const COERCED = new Set<unknown>(["integer", "number", "boolean"]);

const CHECKS_MAX = 200;
const checks = new Map<string, RowCheck>();

function checkFor(schema: JsonObject): RowCheck {
  const key = JSON.stringify(schema);
  const known = checks.get(key);
  if (known) return known;
  // An Ajv instance keeps every schema it has compiled, so each gets its own and goes with it.
  const made = new RowCheck(withinMs(CHECK_MS_MAX, () => createAjv().compile(schema)));
  if (checks.size >= CHECKS_MAX) checks.clear();
  checks.set(key, made);
  return made;
}

/**
 * JSON Schema's own schema, compiled once for the process: it takes ten times as long as all else about a workflow. A tenant's
 * schema is only looked at by it and never added, so nothing of one caller stays for the next.
 */
const META = createAjv();
META.getSchema("https://json-schema.org/draft/2020-12/schema");

function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    // Checked by META before; compiling the meta-schema again for each instance is what this saves.
    validateSchema: false,
    strict: true,
    allErrors: true,
    allowUnionTypes: true,
    strictRequired: false,
    logger: false,
  });
  formats.default(ajv);
  return ajv;
}

const FAULTS_MAX = 100;
function faults(errors: readonly ErrorObject[]): Fault[] {
  return errors.slice(0, FAULTS_MAX).map((error) => {
    const named: unknown = error.params.missingProperty ?? error.params.additionalProperty;
    const path = typeof named === "string" ? `${error.instancePath}/${pointerPart(named)}` : error.instancePath;
    if (error.keyword === "required") return { path, message: "is missing" };
    if (error.keyword === "additionalProperties") return { path, message: "unknown field; remove it" };
    const allowed: unknown = error.params.allowedValues;
    if (Array.isArray(allowed))
      return { path, message: `must be one of ${allowed.map(String).join(", ").slice(0, 200)}` };
    return { path, message: error.message ?? "is not valid" };
  });
}

/**
 * Every `pattern` and `patternProperties` in the schema must be safe to run (regexp.ts). `$async` is ajv's own: its validators
 * answer with a promise, which would count as yes.
 */
function keywordFaults(schema: unknown, path: string): Fault[] {
  if (Array.isArray(schema)) return schema.flatMap((entry, index) => keywordFaults(entry, `${path}/${index}`));
  if (!isObject(schema)) return [];
  return Object.entries(schema).flatMap(([key, value]) => {
    const at = `${path}/${pointerPart(key)}`;
    if (key === "pattern" && typeof value === "string") return fault(at, patternFault(value));
    if (key === "$async") return fault(at, "is no keyword of JSON Schema");
    const names = key === "patternProperties" && isObject(value) ? Object.keys(value) : [];
    return [
      ...names.flatMap((name) => fault(`${at}/${pointerPart(name)}`, patternFault(name))),
      ...keywordFaults(value, at),
    ];
  });
}

function fault(path: string, message: string | null): Fault[] {
  return message === null ? [] : [{ path, message }];
}
