import type { Fault } from "@deskfleet/contracts";
import { JsonText } from "./json-text.tsx";
import { SchemaField } from "./schema-field.tsx";
import type { Inputs } from "./use-inputs.ts";

interface InputsFormProps {
  readonly inputs: Inputs;
  /** The API's. */
  readonly faults: readonly Fault[];
  /** Where in the request they stand: `/inputs`. */
  readonly at: string;
  readonly label?: string;
}

/** Fields of an input schema, or one text where they are more than fields can hold. */
export function InputsForm({ inputs, faults, at, label = "Inputs, as JSON" }: InputsFormProps) {
  const { fields, texts, json, jsonFault } = inputs;
  if (fields === null)
    return <JsonText label={label} value={json} fault={jsonFault} onChange={(text) => inputs.changeJson(text)} />;
  return (
    <div className="fields">
      {fields.map((field) => (
        <SchemaField
          key={field.name}
          field={field}
          value={texts[field.name] ?? ""}
          fault={faults.find(({ path }) => path === `${at}/${field.name}`)?.message}
          onChange={(value) => inputs.change(field.name, value)}
        />
      ))}
    </div>
  );
}
