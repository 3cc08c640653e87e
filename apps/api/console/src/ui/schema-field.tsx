import { SelectField, TextField } from "./field.tsx";
import type { FormField } from "./schema-form.ts";

interface SchemaFieldProps {
  readonly field: FormField;
  readonly value: string;
  readonly fault: string | undefined;
  onChange(value: string): void;
}

export function SchemaField({ field, value, fault, onChange }: SchemaFieldProps) {
  const { label, kind, choices, hint, isRequired } = field;
  const shared = { label: isRequired ? `${label} *` : label, hint: fault ?? hint, "aria-invalid": fault !== undefined };
  if (kind === "text" || kind === "number")
    return (
      <TextField
        {...shared}
        inputMode={kind === "number" ? "decimal" : "text"}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  const options = kind === "boolean" ? ["false", "true"] : ["", ...choices];
  return (
    <SelectField {...shared} value={value} onChange={(event) => onChange(event.target.value)}>
      {options.map((option) => (
        <option key={option} value={option}>
          {kind === "boolean" ? (option === "true" ? "yes" : "no") : option}
        </option>
      ))}
    </SelectField>
  );
}
