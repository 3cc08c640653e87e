import type { Fault, StoredWorkflow, Task } from "@deskfleet/contracts";
import { type FormEvent, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { SchemaField } from "../../ui/schema-field.tsx";
import { fieldsOf, valuesOf } from "../../ui/schema-form.ts";

export interface TaskRequest {
  readonly inputs: Record<string, unknown>;
  readonly priority: number;
  readonly timeout: string;
  readonly maxAttempts: number;
  readonly reference?: string;
}

interface TaskFormProps {
  readonly workflow: StoredWorkflow;
  /** Task whose inputs to begin with. */
  readonly source: Task | null;
  readonly faults: readonly Fault[];
  onSubmit(request: TaskRequest): Promise<void>;
}

const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

export function TaskForm({ workflow, source, faults, onSubmit }: TaskFormProps) {
  const fields = fieldsOf(workflow.inputs);
  const [typed, setTyped] = useState<Record<string, string>>(() =>
    Object.fromEntries(Object.entries(source?.inputs ?? {}).map(([name, value]) => [name, textOf(value)])),
  );
  const [json, setJson] = useState(() => JSON.stringify(source?.inputs ?? {}, null, 2));
  const [options, setOptions] = useState({
    ...{
      reference: source?.reference ?? "",
      priority: String(source?.priority ?? 50),
      timeout: "10m",
      maxAttempts: "3",
    },
  });
  const [jsonFault, setJsonFault] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const set = (change: Partial<typeof options>) => setOptions((old) => ({ ...old, ...change }));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const inputs = fields === null ? parse(json) : valuesOf(fields, typed);
    if (inputs === null) return setJsonFault("This is not a JSON object.");
    setJsonFault("");
    setIsBusy(true);
    const { reference, priority, timeout, maxAttempts } = options;
    const settings = { priority: Number(priority), timeout, maxAttempts: Number(maxAttempts) };
    await onSubmit({ inputs, ...settings, ...(reference !== "" && { reference }) });
    setIsBusy(false);
  };
  return (
    <form className="stack" onSubmit={submit}>
      {fields === null ? (
        <label className="field">
          <span>Inputs, as JSON</span>
          <textarea
            className="input"
            value={json}
            spellCheck={false}
            onChange={(event) => setJson(event.target.value)}
          />
          <span className="error">{jsonFault}</span>
        </label>
      ) : (
        <div className="fields">
          {fields.map((field) => (
            <SchemaField
              key={field.name}
              field={field}
              value={typed[field.name] ?? ""}
              fault={faults.find(({ path }) => path === `/inputs/${field.name}`)?.message}
              onChange={(value) => setTyped((old) => ({ ...old, [field.name]: value }))}
            />
          ))}
        </div>
      )}
      <div className="fields">
        <TextField
          label="Reference"
          hint="yours, to find it again"
          value={options.reference}
          onChange={(e) => set({ reference: e.target.value })}
        />
        <TextField
          label="Priority"
          hint="0 to 100, first"
          inputMode="numeric"
          value={options.priority}
          onChange={(e) => set({ priority: e.target.value })}
        />
        <TextField
          label="Time for one try"
          hint="30s, 10m, 2h"
          value={options.timeout}
          onChange={(e) => set({ timeout: e.target.value })}
        />
        <TextField
          label="Tries"
          hint="1 to 10"
          inputMode="numeric"
          value={options.maxAttempts}
          onChange={(e) => set({ maxAttempts: e.target.value })}
        />
      </div>
      <div className="buttons">
        <Button kind="primary" type="submit" disabled={isBusy}>
          Submit task
        </Button>
      </div>
    </form>
  );
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
