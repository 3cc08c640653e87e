/** The part of JSON Schema that a form can show: an object with plain properties. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly kind: "text" | "number" | "boolean" | "choice";
  readonly choices: readonly string[];
  readonly hint: string;
  readonly isRequired: boolean;
}

/** Fields of an input schema; null where it has something that no plain field can hold: then it is written as JSON. */
export function fieldsOf(schema: Readonly<Record<string, unknown>>): FormField[] | null {
  const properties = schema.properties;
  if (typeof properties !== "object" || properties === null) return null;
  const required = Array.isArray(schema.required) ? schema.required : [];
  const fields: FormField[] = [];
  for (const [name, value] of Object.entries(properties as Record<string, unknown>)) {
    const field = fieldOf(name, Object(value) as Record<string, unknown>, required.includes(name));
    if (field === null) return null;
    fields.push(field);
  }
  return fields.length === 0 ? null : fields;
}

function fieldOf(name: string, property: Record<string, unknown>, isRequired: boolean): FormField | null {
  const { type, title, description, enum: choices, format, pattern } = property;
  const hints = [description, format && `format ${format}`, pattern && `like ${pattern}`].filter(Boolean).map(String);
  const shared = { name, label: typeof title === "string" ? title : name, hint: hints.join("; "), isRequired };
  if (Array.isArray(choices) && choices.every((each) => typeof each === "string"))
    return { ...shared, kind: "choice", choices };
  const kind = { string: "text", number: "number", integer: "number", boolean: "boolean" }[String(type)];
  return kind === undefined ? null : { ...shared, kind: kind as FormField["kind"], choices: [] };
}

/**
 * What was typed, as the schema wants it. An empty field is left out, and the API says where that is a fault; but a required text that
 * was there and is empty stays an empty text: a cell of a CSV is one.
 */
export function valuesOf(
  fields: readonly FormField[],
  typed: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const given = fields.flatMap(({ name, kind, isRequired }): [string, unknown][] => {
    const text = typed[name] ?? "";
    if (kind === "boolean") return [[name, text === "true"]];
    if (text === "") return isRequired && kind === "text" && typed[name] === "" ? [[name, ""]] : [];
    const number = Number(text);
    return [[name, kind === "number" && !Number.isNaN(number) ? number : text]];
  });
  return Object.fromEntries(given);
}

/** What to begin with in the fields: text as it is, everything else as JSON. */
export const textsOf = (values: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textOf(value)]));
const textOf = (value: unknown) => (typeof value === "string" ? value : value === null ? "" : JSON.stringify(value));

/** Whether the fields show every one of these values, and give each back as it was. */
export function holdsAll(fields: readonly FormField[], values: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(values).every(([name, value]) => {
    const field = fields.find((each) => each.name === name);
    if (field === undefined) return false;
    return field.kind === "choice" ? field.choices.includes(String(value)) : typeof value !== "object";
  });
}
