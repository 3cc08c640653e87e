import { type Fault, pointerPart, Target, type TextMatch, toFaults } from "@deskfleet/contracts";
import { isObject, type Names } from "./names.ts";
import { patternFault } from "./regexp.ts";
import { isTemplate, templateFault } from "./templates.ts";

/**
 * Faults of an element as a step says it, a locator or an anchor, with templates in it or not: its shape, its patterns, and
 * the names that its templates read. One that comes whole out of a template is checked when it runs.
 */
export function targetFaults(value: unknown, path: string, names: Names): Fault[] {
  if (typeof value === "string" && isTemplate(value)) return textFaults(value, path, names);
  const parsed = Target.safeParse(withoutTemplates(value));
  const shape = parsed.success ? [] : prefixed(path, toFaults(parsed.error));
  return [...shape, ...textFaults(value, path, names)];
}

/** Faults of a text to compare with. Its shape is checked already. */
export function textMatchFaults(match: TextMatch, path: string, names: Names): Fault[] {
  return textFaults(match, path, names);
}

/** Templates and patterns at any depth. */
function textFaults(value: unknown, path: string, names: Names): Fault[] {
  if (typeof value === "string") return faultAt(path, templateFault(value, names));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = `${path}/${pointerPart(key)}`;
    const isPattern = key === "pattern" && typeof inner === "string" && !isTemplate(inner);
    return [...textFaults(inner, at, names), ...(isPattern ? faultAt(at, patternFault(inner)) : [])];
  });
}

/** What a template becomes is not known yet, but it is a text, or a number where one is needed. */
function withoutTemplates(value: unknown, key = ""): unknown {
  if (typeof value === "string" && isTemplate(value)) return key === "nth" ? 0 : "text";
  if (!isObject(value)) return value;
  // A whole member may come out of a template, such as `inside: "{{ item }}"`.
  const entries = Object.entries(value).filter(([name, inner]) => !(name === "inside" && typeof inner === "string"));
  return Object.fromEntries(entries.map(([name, inner]) => [name, withoutTemplates(inner, name)]));
}

export function prefixed(prefix: string, faults: readonly Fault[]): Fault[] {
  return faults.map((fault) => ({ ...fault, path: `${prefix}${fault.path}` }));
}

const faultAt = (path: string, message: string | null): Fault[] => (message === null ? [] : [{ path, message }]);
