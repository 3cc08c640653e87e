import type { DryRun, DryRunRequest } from "@deskfleet/contracts";
import { type FormEvent, useEffect, useEffectEvent, useState } from "react";
import { call } from "../../../client/http.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { InputsForm } from "../../../ui/inputs-form.tsx";
import { ProblemCard } from "../../../ui/problem-card.tsx";
import { useInputs } from "../../../ui/use-inputs.ts";
import { useSubmit } from "../../../ui/use-submit.ts";
import { DryRunView } from "./dry-run-view.tsx";

interface DryRunFormProps {
  readonly program: Pick<DryRunRequest, "workflow" | "document">;
  readonly schema: Readonly<Record<string, unknown>>;
  /** Values to begin with, and to answer at once; null: none. */
  readonly first: Readonly<Record<string, unknown>> | null;
  onRow?(row: Readonly<Record<string, unknown>>): void;
}

/** What each step would be for the values of one row, and what the gates would say. Nothing is executed. */
export function DryRunForm({ program, schema, first, onRow }: DryRunFormProps) {
  const inputs = useInputs(schema, first ?? {});
  const [project, setProject] = useState("");
  const [answer, setAnswer] = useState<DryRun | null>(null);
  const asking = useSubmit();
  const run = async () => {
    const row = inputs.read();
    if (row === null) return;
    const body = { ...program, row, ...(project.trim() !== "" && { project: project.trim() }) };
    setAnswer(await asking.run(() => call<DryRun>("POST", "/v1/workflows/dry-run", { body })));
    onRow?.(row);
  };
  const runFirst = useEffectEvent(() => {
    if (first !== null) void run();
  });
  useEffect(() => runFirst(), []);
  return (
    <>
      <form
        className="panel-body"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void run();
        }}
      >
        <InputsForm inputs={inputs} faults={answer?.faults ?? []} at="/row" label="Values of a row, as JSON" />
        <div className="buttons">
          <Button kind="primary" type="submit" disabled={asking.isBusy}>
            Dry run
          </Button>
          <span className="inline-field">
            <TextField
              label="Project"
              placeholder="none"
              value={project}
              onChange={(event) => setProject(event.target.value)}
            />
          </span>
          <span className="muted">Judged by your policy now; nothing is executed and no desktop starts.</span>
        </div>
        {asking.problem !== null && <ProblemCard error={asking.problem} />}
      </form>
      {answer !== null && <DryRunView answer={answer} />}
    </>
  );
}
