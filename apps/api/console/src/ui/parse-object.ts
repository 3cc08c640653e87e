/** A JSON object from what was typed; null where it is none. */
export function parseObject(text: string): Record<string, unknown> | null {
  const value = parseJson(text);
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

/** A JSON array from what was typed; null where it is none. */
export function parseArray(text: string): unknown[] | null {
  const value = parseJson(text);
  return Array.isArray(value) ? value : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
