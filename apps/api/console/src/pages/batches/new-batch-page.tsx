import type { Batch, StoredWorkflow } from "@deskfleet/contracts";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { call } from "../../client/http.ts";
import { toProblem } from "../../client/problem.ts";
import type { Page as PageOf } from "../../client/types.ts";
import { useResource } from "../../client/use-resource.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Page } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ProblemCard } from "../../ui/problem-card.tsx";
import type { BatchCheck } from "./batch-check.ts";
import { CheckedRows } from "./checked-rows.tsx";
import { CsvDrop } from "./csv-drop.tsx";

export function NewBatchPage() {
  const workflows = useResource<PageOf<StoredWorkflow>>("workflows", "/v1/workflows", { query: { limit: 200 } });
  return (
    <Page title="Submit a batch" layout="fill">
      <Loaded result={workflows}>{({ items }) => <BatchForm workflows={items} />}</Loaded>
    </Page>
  );
}

const referenceOf = ({ name, version }: StoredWorkflow) => `${name}@${version}`;
const DEFAULTS = { concurrency: "10", stopAfterFailures: "", timeout: "10m", maxAttempts: "3" };

/** A CSV and a workflow; the rows are judged by the server as soon as both are there, and again when either changes. */
function BatchForm({ workflows }: { workflows: readonly StoredWorkflow[] }) {
  const [, navigate] = useLocation();
  const [workflow, setWorkflow] = useState(workflows[0] === undefined ? "" : referenceOf(workflows[0]));
  const [reference, setReference] = useState("");
  const [options, setOptions] = useState(DEFAULTS);
  const [csv, setCsv] = useState<string | null>(null);
  const [check, setCheck] = useState<BatchCheck | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);

  const attempt = async (work: () => Promise<void>) => {
    setIsBusy(true);
    setError(null);
    try {
      await work();
    } catch (thrown) {
      setError(toProblem(thrown));
    } finally {
      setIsBusy(false);
    }
  };
  const validate = (text: string, chosen: string) =>
    attempt(async () => {
      setCheck(null);
      setCheck(await call<BatchCheck>("POST", "/v1/batches/check", { body: { workflow: chosen, csv: text } }));
    });
  const start = () =>
    attempt(async () => {
      const { concurrency, stopAfterFailures, timeout, maxAttempts } = options;
      const numbers = { concurrency: Number(concurrency), maxAttempts: Number(maxAttempts), timeout };
      const stop = stopAfterFailures === "" ? {} : { stopAfterFailures: Number(stopAfterFailures) };
      const body = { reference: reference.trim(), workflow, csv, ...numbers, ...stop };
      const batch = await call<Batch>("POST", "/v1/batches", { body });
      navigate(`/batches/${batch.id}`);
    });
  const set = (change: Partial<typeof options>) => setOptions((old) => ({ ...old, ...change }));
  const isReady = check !== null && check.faultyRows === 0 && reference.trim() !== "";

  if (workflows.length === 0)
    return (
      <div className="empty">
        <p className="empty-title">No workflow is stored yet.</p>
        <p>
          A batch runs one for every row. <Link href="/settings/workflows">Store a workflow</Link>, then come back.
        </p>
      </div>
    );
  return (
    <>
      <Panel title="What to run">
        <div className="panel-body">
          <div className="fields">
            <SelectField
              label="Workflow"
              value={workflow}
              onChange={(event) => {
                setWorkflow(event.target.value);
                if (csv !== null) void validate(csv, event.target.value);
              }}
            >
              {workflows.map((each) => (
                <option key={each.id}>{referenceOf(each)}</option>
              ))}
            </SelectField>
            <TextField
              label="Reference *"
              hint="unique, to find it again"
              value={reference}
              onChange={(e) => setReference(e.target.value)}
            />
            <TextField
              label="Rows at a time"
              inputMode="numeric"
              value={options.concurrency}
              onChange={(e) => set({ concurrency: e.target.value })}
            />
            <TextField
              label="Stop after failures"
              hint="empty: never"
              inputMode="numeric"
              value={options.stopAfterFailures}
              onChange={(e) => set({ stopAfterFailures: e.target.value })}
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
          <CsvDrop
            onCsv={({ name, text }) => {
              setCsv(text);
              if (reference === "" && name !== null) setReference(name.replace(/\.csv$/i, ""));
              void validate(text, workflow);
            }}
          />
          <div className="buttons">
            <Button kind="primary" disabled={!isReady || isBusy} onClick={start}>
              Start {check === null ? "batch" : `${check.rows} rows`}
            </Button>
            <span className="muted" role="status">
              {isBusy ? "Checking…" : nextStep(check, reference)}
            </span>
          </div>
        </div>
      </Panel>
      {error !== null && <ProblemCard error={error} />}
      {check !== null && <CheckedRows check={check} />}
    </>
  );
}

function nextStep(check: BatchCheck | null, reference: string): string {
  if (check === null) return "Drop a CSV: every row is checked before anything starts.";
  if (check.faultyRows > 0)
    return `${check.faultyRows} of ${check.rows} rows have faults; correct the file and drop it again.`;
  return reference.trim() === "" ? "Every row is valid. Give it a reference." : "Every row is valid.";
}
