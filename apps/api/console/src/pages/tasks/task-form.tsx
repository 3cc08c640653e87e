import type { Fault, StoredWorkflow } from "@deskfleet/contracts";
import { type FormEvent, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { InputsForm } from "../../ui/inputs-form.tsx";
import { JsonText } from "../../ui/json-text.tsx";
import { OptionFields } from "../../ui/option-fields.tsx";
import { parseArray } from "../../ui/parse-object.ts";
import { useInputs } from "../../ui/use-inputs.ts";
import { firstOptions, RUN_FIELDS, requestOptions } from "../run/run-options.ts";
import { changed, grantsOf, grantsText, type TaskDraft } from "./task-draft.ts";

interface TaskFormProps {
  /** Null: the draft has steps of its own. */
  readonly workflow: StoredWorkflow | null;
  /** What to begin with; what the form does not show goes out as it is here. */
  readonly draft: TaskDraft;
  readonly faults: readonly Fault[];
  readonly isBusy: boolean;
  onSubmit(request: TaskDraft): void;
  /** To the whole request as text. */
  onAsJson(request: TaskDraft): void;
}

const ANYTHING = { type: "object" };

export function TaskForm({ workflow, draft, faults, isBusy, onSubmit, onAsJson }: TaskFormProps) {
  const inputs = useInputs(workflow?.inputs ?? ANYTHING, draft.inputs);
  const [steps, setSteps] = useState(() => JSON.stringify(draft.steps ?? [], null, 2));
  const [stepsFault, setStepsFault] = useState("");
  const [grants, setGrants] = useState(() => grantsText(draft.grants));
  const [reference, setReference] = useState(draft.reference ?? "");
  const [options, setOptions] = useState(() => firstOptions(draft));
  const read = (): TaskDraft | null => {
    const values = inputs.read();
    const program = workflow === null ? parseArray(steps) : undefined;
    setStepsFault(program === null ? "This is not a JSON list of steps." : "");
    if (values === null || program === null) return null;
    const own = workflow === null ? { steps: program, grants: grantsOf(grants) } : {};
    const optional = { project: undefined, notBefore: undefined, deadline: undefined };
    return changed(draft, {
      ...{ ...own, inputs: values, ...optional, ...requestOptions(options) },
      reference: reference.trim() === "" ? undefined : reference.trim(),
    });
  };
  const give = (to: (request: TaskDraft) => void) => {
    const request = read();
    if (request !== null) to(request);
  };
  const referenceFault = faults.find(({ path }) => path === "/reference")?.message;
  return (
    <form
      className="stack"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        give(onSubmit);
      }}
    >
      {workflow === null && (
        <>
          <JsonText
            label="Steps, as JSON"
            size="tall"
            value={steps}
            fault={stepsFault}
            hint="As in a workflow: do, with, when, expect, save …"
            onChange={setSteps}
          />
          <TextField
            label="Consents"
            hint="What it asks for, with commas between; policy decides what is given"
            className="mono"
            value={grants}
            onChange={(event) => setGrants(event.target.value)}
          />
        </>
      )}
      <InputsForm inputs={inputs} faults={faults} at="/inputs" />
      <div className="fields">
        <TextField
          label="Reference"
          hint={referenceFault ?? "yours, to find it again"}
          aria-invalid={referenceFault !== undefined}
          value={reference}
          onChange={(event) => setReference(event.target.value)}
        />
        <OptionFields
          fields={RUN_FIELDS}
          values={options}
          faults={faults}
          onChange={(change) => setOptions((old) => ({ ...old, ...change }))}
        />
      </div>
      <div className="buttons">
        <Button kind="primary" type="submit" disabled={isBusy}>
          Submit task
        </Button>
        <Button kind="quiet" onClick={() => give(onAsJson)}>
          Edit as JSON
        </Button>
      </div>
    </form>
  );
}
