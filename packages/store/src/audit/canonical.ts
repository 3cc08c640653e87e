/**
 * JSON with sorted keys and no white space (RFC 8785: keys by UTF-16 code units, numbers and strings as ECMAScript writes them),
 * so that a record hashes the same after its way through jsonb.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const members = value as Record<string, unknown>;
    let text = "";
    // The default order of sort is that of UTF-16 code units.
    for (const key of Object.keys(members).sort())
      if (members[key] !== undefined) text += `${text && ","}${JSON.stringify(key)}:${canonicalJson(members[key])}`;
    return `{${text}}`;
  }
  return JSON.stringify(value) ?? "null";
}

/** JSON.stringify writes NUL and lone surrogates as these escapes, and nothing else as them (a backslash itself is doubled). */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

/**
 * The value as jsonb gives it back. Text that it cannot hold (NUL, lone surrogates) becomes U+FFFD, in keys too: a record must not
 * be lost because a window's title is broken. What JSON has no number for becomes null. Through JSON, which is quicker than a walk.
 */
export function storable<T>(value: T): T {
  const text = JSON.stringify(value);
  const clean: unknown = JSON.parse(text);
  return (UNSTORABLE.test(text) ? wellFormed(clean) : clean) as T;
}

function wellFormed(value: unknown): unknown {
  if (typeof value === "string")
    return value.replace(/[\uD800-\uDBFF][\uDC00-\uDFFF]|[\0\uD800-\uDFFF]/g, (match) =>
      match.length === 2 ? match : "\uFFFD",
    );
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [wellFormed(key), wellFormed(member)]));
  return value;
}
