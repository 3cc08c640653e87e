import type { Batch, BatchCheck, StoredWorkflow } from "@deskfleet/contracts";
import { useState } from "react";
import { Link, useLocation, useSearchParams } from "wouter";
import { useHasRole } from "../../auth/auth-context.tsx";
import { call } from "../../client/http.ts";
import type { Page as PageOf } from "../../client/types.ts";
import { useIdempotencyKey } from "../../client/use-idempotency-key.ts";
import { useResource } from "../../client/use-resource.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { type OptionField, OptionFields } from "../../ui/option-fields.tsx";
import { Page } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ProblemCard } from "../../ui/problem-card.tsx";
import { useSubmit } from "../../ui/use-submit.ts";
import { firstOptions, numberOf, RUN_FIELDS, requestOptions } from "../run/run-options.ts";
import { referenceOf, WorkflowSelect } from "../run/workflow-select.tsx";
import { CheckedRows } from "./checked-rows.tsx";
import { CsvDrop } from "./csv-drop.tsx";

/** `?workflow=` chooses one. */
export function NewBatchPage() {
  const isOperator = useHasRole("operator");
  const workflows = useResource<PageOf<StoredWorkflow>>("workflows", "/v1/workflows", { query: { limit: 200 } });
  return (
    <Page title="Submit a batch" layout="fill">
      {isOperator ? (
        <Loaded result={workflows}>
          {({ items }) => (items.length === 0 ? <NoWorkflow /> : <BatchForm workflows={items} />)}
        </Loaded>
      ) : (
        <EmptyState title="Operators submit batches.">
          <p>
            Your key may watch. <Link href="/batches">See the batches</Link>
          </p>
        </EmptyState>
      )}
    </Page>
  );
}

const NoWorkflow = () => (
  <EmptyState title="No workflow is stored yet.">
    <p>
      A batch runs one for every row. <Link href="/settings/workflows">Store a workflow</Link>, then come back.
    </p>
  </EmptyState>
);

type OwnName = "reference" | "concurrency" | "stopAfterFailures";
const OWN_FIELDS: readonly OptionField<OwnName>[] = [
  { name: "reference", label: "Reference *", hint: "unique, to find it again" },
  { name: "concurrency", label: "Rows at a time", hint: "1 to 1,000", kind: "number" },
  { name: "stopAfterFailures", label: "Stop after failures", hint: "empty: never", kind: "number" },
];
const OWN_FIRST: Readonly<Record<OwnName, string>> = { reference: "", concurrency: "10", stopAfterFailures: "" };

/** A CSV and a workflow; the rows are judged by the server as soon as both are there, and again when either changes. */
function BatchForm({ workflows }: { workflows: readonly StoredWorkflow[] }) {
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  const wanted = workflows.find((each) => referenceOf(each) === search.get("workflow"));
  const [workflow, setWorkflow] = useState(referenceOf(wanted ?? workflows[0]!));
  const [own, setOwn] = useState(OWN_FIRST);
  const [options, setOptions] = useState(firstOptions);
  const [csv, setCsv] = useState<string | null>(null);
  const [check, setCheck] = useState<BatchCheck | null>(null);
  const asking = useSubmit();
  const keyFor = useIdempotencyKey();
  const validate = async (text: string, chosen: string) => {
    setCheck(null);
    const body = { workflow: chosen, csv: text };
    setCheck(await asking.run(() => call<BatchCheck>("POST", "/v1/batches/check", { body })));
  };
  const start = async () => {
    const { reference, concurrency, stopAfterFailures } = own;
    const stop = stopAfterFailures.trim() === "" ? {} : { stopAfterFailures: numberOf(stopAfterFailures) };
    const settings = { reference: reference.trim(), concurrency: numberOf(concurrency), ...stop };
    const body = { workflow, csv, ...settings, ...requestOptions(options) };
    const batch = await asking.run(() => call<Batch>("POST", "/v1/batches", { body, headers: keyFor(body) }));
    if (batch !== null) navigate(`/batches/${batch.id}`);
  };
  const faults = asking.problem?.faults ?? [];
  const isReady = check !== null && check.faultyRows === 0 && own.reference.trim() !== "";
  return (
    <>
      <Panel title="What to run">
        <div className="panel-body">
          <div className="fields">
            <WorkflowSelect
              workflows={workflows}
              value={workflow}
              onChange={(reference) => {
                setWorkflow(reference);
                if (csv !== null) void validate(csv, reference);
              }}
            />
            <OptionFields
              fields={OWN_FIELDS}
              values={own}
              faults={faults}
              onChange={(change) => setOwn((old) => ({ ...old, ...change }))}
            />
          </div>
          <details>
            <summary>How each row is run</summary>
            <div className="fields">
              <OptionFields
                fields={RUN_FIELDS}
                values={options}
                faults={faults}
                onChange={(change) => setOptions((old) => ({ ...old, ...change }))}
              />
            </div>
          </details>
          <CsvDrop
            onCsv={({ name, text }) => {
              setCsv(text);
              if (own.reference === "" && name !== null)
                setOwn((old) => ({ ...old, reference: name.replace(/\.csv$/i, "") }));
              void validate(text, workflow);
            }}
          />
          <div className="buttons">
            <Button kind="primary" disabled={!isReady || asking.isBusy} onClick={() => void start()}>
              Start {check === null ? "batch" : `${check.rows} rows`}
            </Button>
            <span className="muted" role="status">
              {asking.isBusy ? "Checking…" : nextStep(check, own.reference)}
            </span>
          </div>
        </div>
      </Panel>
      {asking.problem !== null && <ProblemCard error={asking.problem} />}
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
