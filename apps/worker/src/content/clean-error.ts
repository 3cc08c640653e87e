import { FleetError } from "@deskfleet/contracts";
import { ExpressionError } from "@deskfleet/workflow";
import { AttemptEnd } from "../workflow/attempt-end.ts";
import type { ContentFilter } from "./content-filter.ts";

/**
 * Gate 8 on what a failure tells: its detail, faults and data can name windows, elements and what the caller gave. An error that
 * holds nothing to mask is answered itself, so that its class stays what it is; another one keeps its code and its cause.
 */
export function cleanError(content: ContentFilter, error: unknown): unknown {
  if (error instanceof FleetError) return cleanFailure(content, error);
  if (error instanceof AttemptEnd) {
    const { text, kinds } = content.redact(error.reason);
    return kinds.length === 0 ? error : new AttemptEnd(error.outcome, text, { cause: error.cause });
  }
  if (error instanceof ExpressionError) {
    const { text, kinds } = content.redact(error.message);
    return kinds.length === 0 ? error : new ExpressionError(text);
  }
  return error;
}

function cleanFailure(content: ContentFilter, error: FleetError): FleetError {
  const { detail, faults, data } = error;
  const { value, kinds } = content.redactValue({ detail, faults, data: { ...data, ...idsOf(data, "") } });
  if (kinds.length === 0) return error;
  return new FleetError(error.code, value.detail, {
    cause: error.cause,
    ...(value.faults ? { faults: value.faults } : {}),
    ...(data ? { data: { ...value.data, ...idsOf(data) } } : {}),
  });
}

/** Ids are ours: digits of a PIN that was typed stand in them by chance. */
const IDS = ["approvalId", "frameId"] as const;
const idsOf = (data: FleetError["data"] = {}, instead?: string): Record<string, unknown> =>
  Object.fromEntries(IDS.flatMap((name) => (name in data ? [[name, instead ?? data[name]]] : [])));
