import type { Fault } from "@deskfleet/contracts";
import { TextField } from "./field.tsx";

export interface OptionField<N extends string> {
  readonly name: N;
  readonly label: string;
  readonly hint?: string;
  readonly kind?: "number" | "time";
}

interface OptionFieldsProps<N extends string> {
  readonly fields: readonly OptionField<N>[];
  readonly values: Readonly<Record<N, string>>;
  /** The API's, by `/<name>`. */
  readonly faults: readonly Fault[];
  onChange(change: Partial<Record<N, string>>): void;
}

/** Short settings side by side, each with its hint or with what the API found wrong in it. */
export function OptionFields<N extends string>({ fields, values, faults, onChange }: OptionFieldsProps<N>) {
  return fields.map(({ name, label, hint, kind }) => {
    const fault = faults.find(({ path }) => path === `/${name}`)?.message;
    const said = fault ?? hint;
    return (
      <TextField
        key={name}
        label={label}
        {...(said !== undefined && { hint: said })}
        aria-invalid={fault !== undefined}
        {...(kind === "time" ? { type: "datetime-local" } : { inputMode: kind === "number" ? "numeric" : "text" })}
        value={values[name]}
        onChange={(event) => onChange({ [name]: event.target.value } as Partial<Record<N, string>>)}
      />
    );
  });
}
