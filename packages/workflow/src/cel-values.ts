import { storableText } from "@deskfleet/contracts";
import { ExpressionError } from "./expression-error.ts";

/** JSON to CEL: whole numbers become CEL's int, so that `row.quantity + 1` and `list[row.index]` work. */
export function toCel(value: unknown): unknown {
  if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map(toCel);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, toCel(entry)]));
}

/** CEL to JSON that can be stored: integers beyond 2^53 as text, times as ISO 8601. @throws ExpressionError for what JSON cannot say */
export function fromCel(value: unknown): unknown {
  switch (typeof value) {
    case "bigint":
      return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
    case "number":
      if (!Number.isFinite(value)) throw new ExpressionError("the result is not a finite number");
      return value;
    case "string":
      return storableText(value);
    case "boolean":
      return value;
    case "object":
      return value === null ? null : fromCelObject(value);
    default:
      throw new ExpressionError("the result is not a JSON value");
  }
}

function fromCelObject(value: object): unknown {
  if (Array.isArray(value)) return value.map(fromCel);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([key, entry]) => [storableText(String(key)), fromCel(entry)]));
  if (Object.getPrototypeOf(value) !== Object.prototype && Object.getPrototypeOf(value) !== null)
    throw new ExpressionError("the result is not a JSON value; convert it with string(…)");
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [storableText(key), fromCel(entry)]));
}
