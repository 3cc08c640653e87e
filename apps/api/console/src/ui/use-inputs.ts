import { useState } from "react";
import { parseObject } from "./parse-object.ts";
import { type FormField, fieldsOf, holdsAll, textsOf, valuesOf } from "./schema-form.ts";

export interface Inputs {
  /** Null: they are written as JSON. */
  readonly fields: readonly FormField[] | null;
  readonly texts: Readonly<Record<string, string>>;
  readonly json: string;
  readonly jsonFault: string;
  change(name: string, text: string): void;
  changeJson(text: string): void;
  /** The values as the schema wants them; null, and a fault is shown, where the JSON is none. */
  read(): Record<string, unknown> | null;
}

/** What is typed into a form for an input schema, beginning with `first`. */
export function useInputs(
  schema: Readonly<Record<string, unknown>>,
  first: Readonly<Record<string, unknown>> = {},
): Inputs {
  const all = fieldsOf(schema);
  // A value that has no field would be lost without a word.
  const [fields] = useState(() => (all !== null && holdsAll(all, first) ? all : null));
  const [texts, setTexts] = useState(() => textsOf(first));
  const [json, setJson] = useState(() => JSON.stringify(first, null, 2));
  const [jsonFault, setJsonFault] = useState("");
  return {
    ...{ fields, texts, json, jsonFault },
    change: (name, text) => setTexts((old) => ({ ...old, [name]: text })),
    changeJson: (text) => {
      setJson(text);
      setJsonFault("");
    },
    read: () => {
      if (fields !== null) return valuesOf(fields, texts);
      const values = parseObject(json);
      setJsonFault(values === null ? "This is not a JSON object." : "");
      return values;
    },
  };
}
