import type { JsonObject } from "@deskfleet/contracts";

/**
 * Texts of the inputs that a workflow's JSON Schema marks as secret: `writeOnly: true`, or `format: password`. Marks are followed
 * through properties and items; a mark on an object or a list counts for all texts in it.
 */
export function secretInputs(schema: unknown, inputs: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { writeOnly, format, properties, items } = schema as JsonObject;
  if (writeOnly === true || format === "password") return textsIn(inputs);
  if (Array.isArray(inputs)) return inputs.flatMap((item) => secretInputs(items, item));
  if (typeof inputs !== "object" || inputs === null || typeof properties !== "object" || properties === null) return [];
  return Object.entries(inputs).flatMap(([name, value]) =>
    Object.hasOwn(properties, name) ? secretInputs((properties as JsonObject)[name], value) : [],
  );
}

/** Numbers too: a PIN is typed as text. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(textsIn);
  return [];
}
