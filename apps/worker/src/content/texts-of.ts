/** The texts within a value, at any depth, each once; names of members are none. */
export function textsOf(value: unknown): string[] {
  const texts = new Set<string>();
  mapTexts(value, (text) => {
    texts.add(text);
    return text;
  });
  return [...texts];
}

/** The value with its texts changed; `name` is that of the member, or of the list, that a text stands in. */
export function mapTexts(value: unknown, change: (text: string, name: string) => string, name = ""): unknown {
  if (typeof value === "string") return change(value, name);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change, name));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, mapTexts(member, change, key)]));
}

/** A plain one: what has a class of its own is left as it is. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
