import { FleetError, type ResultReader, type ToolDefinition } from "@deskfleet/contracts";
import type { ContentFilter } from "./content-filter.ts";
import { cutToBytes } from "./cut-to-bytes.ts";
import { isObject } from "./texts-of.ts";

export interface DeliveredResult {
  readonly result: unknown;
  /** The same before the tool's mapping took away what this reader may not know: for the worker's own conditions only. */
  readonly unmapped: unknown;
  /** Kinds of secrets that were masked, each once. */
  readonly masked: string[];
  readonly truncated: boolean;
}

/**
 * Gate 8 on a result: parsed by the tool's schema (the desktop is hostile), reduced to what this reader may know, secrets in
 * every text masked, what one text gives away in all of them, then cut at the tool's limit. In this order: a secret that the cut had
 * halved would no longer be recognised. Tools do none of it themselves, so none can forget it.
 * @throws FleetError `action.unknown` the executor answered something that is not the tool's result
 */
export function deliverResult(
  content: ContentFilter,
  tool: ToolDefinition,
  raw: unknown,
  reader: ResultReader,
): DeliveredResult {
  const parsed = tool.result.safeParse(raw);
  if (!parsed.success)
    throw new FleetError("action.unknown", "The desktop's answer is not what the tool answers", {
      cause: parsed.error,
    });
  const whole = filter(content, tool, parsed.data);
  const clean = tool.mapResult === null ? whole : filter(content, tool, tool.mapResult(parsed.data, reader));
  return { ...clean, unmapped: whole.result };
}

function filter(content: ContentFilter, tool: ToolDefinition, mapped: unknown): Omit<DeliveredResult, "unmapped"> {
  const { value: redacted, kinds } = isEncoded(mapped) ? redactEncoded(content, mapped) : content.redactValue(mapped);
  const { value, isCut } = cutToBytes(redacted, tool.outputBytesMax);
  const result = isCut && isObject(value) && "truncated" in value ? { ...value, truncated: true } : value;
  return { result, masked: kinds, truncated: isObject(result) && result.truncated === true ? true : isCut };
}

interface Encoded extends Record<string, unknown> {
  readonly encoding: "base64";
  readonly text: string;
}
const isEncoded = (value: unknown): value is Encoded =>
  isObject(value) && value.encoding === "base64" && typeof value.text === "string";

/** Text that is asked for as base64 is still text. What is not UTF-8 is left as it is: it holds no readable secret. */
function redactEncoded(
  content: ContentFilter,
  encoded: Encoded,
): { readonly value: unknown; readonly kinds: string[] } {
  const text = decoded(encoded.text);
  const { value, kinds } = content.redactValue({ ...encoded, text: text ?? "" });
  const isSame = text === null || value.text === text;
  return { value: { ...value, text: isSame ? encoded.text : Buffer.from(value.text).toString("base64") }, kinds };
}

function decoded(base64: string): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(base64, "base64"));
  } catch {
    return null;
  }
}
