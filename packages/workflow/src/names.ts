import type { JsonObject } from "@deskfleet/contracts";

/** Names that an expression or a template may read, each with the JSON Schema of its value ({} when nothing is known). */
export type Names = Readonly<Record<string, JsonObject>>;

/** One access as written: `steps.read.record` is ["steps", "read", "record"]; null stands for a computed part. */
export type Access = readonly (string | number | null)[];

/**
 * What is wrong with an access, or null. A schema that lists `properties` closes its object unless it says
 * `additionalProperties` itself: a misspelt column should be found when the workflow is saved, not when row 800 runs.
 */
export function accessFault(access: Access, names: Names): string | null {
  const [root, ...rest] = access;
  if (typeof root !== "string") return null;
  if (!Object.hasOwn(names, root)) return `unknown name \`${root}\`; known here: ${list(Object.keys(names))}`;
  let schema: JsonObject = names[root] ?? {};
  let path = root;
  for (const part of rest) {
    if (typeof part !== "string") return null;
    const properties = isObject(schema.properties) ? schema.properties : null;
    const additional = schema.additionalProperties;
    if (properties === null) return null;
    if (!Object.hasOwn(properties, part)) {
      if (additional === true || isObject(additional) || schema.patternProperties !== undefined) return null;
      return `\`${path}\` has no \`${part}\`; known: ${list(Object.keys(properties))}`;
    }
    schema = isObject(properties[part]) ? properties[part] : {};
    path = `${path}.${part}`;
  }
  return null;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const NAMES_SHOWN_MAX = 20;
function list(names: string[]): string {
  if (names.length === 0) return "nothing";
  const shown = names.slice(0, NAMES_SHOWN_MAX).join(", ");
  return names.length > NAMES_SHOWN_MAX ? `${shown}, …` : shown;
}
