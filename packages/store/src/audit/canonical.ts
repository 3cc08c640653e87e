/**
 * JSON with sorted keys and no white space (RFC 8785: keys by UTF-16 code units, numbers and strings as ECMAScript writes them),
 * so that a record hashes the same after its way through jsonb.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
    return `{${members.join(",")}}`;
  }
  return JSON.stringify(value) ?? "null";
}

/**
 * The value as jsonb gives it back. Text that it cannot hold (NUL, lone surrogates) becomes U+FFFD, in keys too: a record must not
 * be lost because a window's title is broken. Numbers that are none become null, as JSON has it.
 */
export function storable(value: unknown): unknown {
  if (typeof value === "string") return wellFormed(value);
  if (typeof value === "number") return Number.isFinite(value) ? value + 0 : null;
  if (Array.isArray(value)) return value.map(storable);
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([key, member]) => [wellFormed(key), storable(member)]),
    );
  return value ?? null;
}

function wellFormed(text: string): string {
  return text.replace(/[\uD800-\uDBFF][\uDC00-\uDFFF]|[\0\uD800-\uDFFF]/g, (match) =>
    match.length === 2 ? match : "\uFFFD",
  );
}
