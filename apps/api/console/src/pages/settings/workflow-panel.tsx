import type { StoredWorkflow } from "@deskfleet/contracts";
import { Link } from "wouter";
import { useHasRole } from "../../auth/auth-context.tsx";
import type { Page } from "../../client/types.ts";
import { useResource } from "../../client/use-resource.ts";
import { Facts } from "../../ui/facts.tsx";
import { JsonView } from "../../ui/json-view.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Panel } from "../../ui/panel.tsx";
import { parseObject } from "../../ui/parse-object.ts";
import { Ago, At } from "../../ui/time.tsx";
import { useUrlFilters } from "../../ui/use-url-filters.ts";
import { referenceOf } from "../run/workflow-select.tsx";
import { DryRunForm } from "./dry-run/dry-run-form.tsx";

/** One workflow with its versions; `?version=` chooses one, without it the newest is shown; `?row=` is tried at once. */
export function WorkflowPanel({ name }: { name: string }) {
  const [filters, change] = useUrlFilters(["version", "row"]);
  const result = useResource<Page<StoredWorkflow>>("workflows", `/v1/workflows/${name}/versions`, {
    query: { limit: 200 },
  });
  return (
    <Loaded result={result}>
      {({ items }) => {
        const shown = items.find(({ version }) => String(version) === filters.version) ?? items[0]!;
        return (
          <div className="stack">
            <div className="split">
              <Shown workflow={shown} />
              <Versions items={items} shown={shown} />
            </div>
            <DryRunPanel workflow={shown} row={filters.row} onRow={(row) => change({ row })} />
            <Document workflow={shown} />
          </div>
        );
      }}
    </Loaded>
  );
}

function Shown({ workflow }: { workflow: StoredWorkflow }) {
  const isOperator = useHasRole("operator");
  const { description, desktop, grants, steps, createdAt } = workflow;
  const reference = referenceOf(workflow);
  return (
    <Panel
      title={reference}
      note={<At at={createdAt} withAgo />}
      actions={
        <>
          {isOperator && <Link href={`/tasks/new?workflow=${reference}`}>Run once</Link>}
          {isOperator && <Link href={`/batches/new?workflow=${reference}`}>Run a batch</Link>}
          <Link href={`/tasks?workflow=${reference}`}>Its tasks</Link>
          <Link href="/settings/workflows">All workflows</Link>
        </>
      }
    >
      <Facts
        facts={[
          ["Does", description],
          ["Steps", String(steps.length)],
          ["Desktop", `${desktop.image}, ${desktop.display}, ${desktop.isolation}`],
          ["Consents", grants.join(", ")],
        ]}
      />
    </Panel>
  );
}

function DryRunPanel({ workflow, row, onRow }: { workflow: StoredWorkflow; row: string; onRow(row: string): void }) {
  const isOperator = useHasRole("operator");
  if (!isOperator) return null;
  return (
    <Panel title="Dry run" note="with the values of one row">
      <DryRunForm
        key={workflow.id}
        program={{ workflow: referenceOf(workflow) }}
        schema={workflow.inputs}
        first={row === "" ? null : parseObject(row)}
        onRow={(values) => onRow(JSON.stringify(values))}
      />
    </Panel>
  );
}

function Document({ workflow }: { workflow: StoredWorkflow }) {
  const { id: _id, createdAt: _createdAt, ...document } = workflow;
  return (
    <Panel title="The document">
      <div className="panel-body">
        <JsonView value={document} label="The document as stored" />
      </div>
    </Panel>
  );
}

function Versions({ items, shown }: { items: readonly StoredWorkflow[]; shown: StoredWorkflow }) {
  return (
    <Panel title="Versions" note="none ever changes">
      <ul className="lines">
        {items.map(({ id, name, version, createdAt }) => (
          <li key={id}>
            <Link
              href={`/settings/workflows/${name}?version=${version}`}
              aria-current={version === shown.version ? "true" : undefined}
            >
              version {version}
            </Link>
            {id === items[0]?.id && <span className="badge">newest</span>}
            <span className="line-end">
              <Ago at={createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
