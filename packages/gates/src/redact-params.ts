import type { JsonObject, ToolDefinition } from "@deskfleet/contracts";
import type { ContentRules } from "./content/find-secrets.ts";
import { redactText } from "./redact-text.ts";

/**
 * Parameters as they may be recorded: those the tool names are replaced by their length, secrets are masked in all
 * other text, at any depth.
 */
export function redactParams(
  tool: ToolDefinition,
  params: Readonly<Record<string, unknown>>,
  rules: ContentRules = {},
): JsonObject {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      tool.redactedParameters.includes(name) && !isEmpty(value)
        ? { redacted: true, characters: sizeOf(value) }
        : redactValue(value, rules),
    ]),
  );
}

/** Nothing to hide; "redacted" would make people wonder what it was. */
const isEmpty = (value: unknown): boolean => value === "" || JSON.stringify(value) === "{}";

function sizeOf(value: unknown): number {
  return typeof value === "string" ? [...value].length : (JSON.stringify(value)?.length ?? 0);
}

function redactValue(value: unknown, rules: ContentRules): unknown {
  if (typeof value === "string") return redactText(value, undefined, rules).text;
  if (Array.isArray(value)) return value.map((item) => redactValue(item, rules));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name,
        // A picture that a call looks for: long, and nobody reads it here.
        name === "png" && typeof inner === "string"
          ? { redacted: true, characters: inner.length }
          : redactValue(inner, rules),
      ]),
    );
  return value;
}
