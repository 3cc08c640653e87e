import { FleetError, type ResultReader, type ToolDefinition } from "@deskfleet/contracts";
import { redactText } from "@deskfleet/gates";
import { cutToBytes } from "./cut-to-bytes.ts";

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
 * every text masked, then cut at the tool's limit. In this order: a secret that the cut had halved would no longer be
 * recognised. Tools do none of it themselves, so none can forget it.
 * @throws FleetError `action.unknown` the executor answered something that is not the tool's result
 */
export function deliverResult(tool: ToolDefinition, raw: unknown, reader: ResultReader): DeliveredResult {
  const parsed = tool.result.safeParse(raw);
  if (!parsed.success)
    throw new FleetError("action.unknown", "The desktop's answer is not what the tool answers", {
      cause: parsed.error,
    });
  const whole = filter(tool, parsed.data);
  const clean = tool.mapResult === null ? whole : filter(tool, tool.mapResult(parsed.data, reader));
  return { ...clean, unmapped: whole.result };
}

function filter(tool: ToolDefinition, mapped: unknown): Omit<DeliveredResult, "unmapped"> {
  const kinds = new Set<string>();
  const isBase64 = isObject(mapped) && mapped.encoding === "base64";
  const redacted = mapStrings(mapped, (text, key) =>
    isBase64 && key === "text" ? redactBase64(text, kinds) : redact(text, kinds),
  );
  const { value, isCut } = cutToBytes(redacted, tool.outputBytesMax);
  const result = isCut && isObject(value) && "truncated" in value ? { ...value, truncated: true } : value;
  return { result, masked: [...kinds].sort(), truncated: isObject(result) && result.truncated === true ? true : isCut };
}

function redact(text: string, kinds: Set<string>): string {
  const clean = redactText(text);
  for (const kind of clean.kinds) kinds.add(kind);
  return clean.text;
}

/** Text that is asked for as base64 is still text. What is not UTF-8 is left as it is: it holds no readable secret. */
function redactBase64(encoded: string, kinds: Set<string>): string {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(encoded, "base64"));
  } catch {
    return encoded;
  }
  const clean = redact(text, kinds);
  return clean === text ? encoded : Buffer.from(clean).toString("base64");
}

function mapStrings(value: unknown, change: (text: string, key: string) => string, key = ""): unknown {
  if (typeof value === "string") return change(value, key);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change, key));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapStrings(member, change, name)]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
