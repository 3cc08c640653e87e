import type { StoredWorkflow, Task } from "@deskfleet/contracts";
import { useState } from "react";
import { Link, useLocation, useSearchParams } from "wouter";
import { call } from "../../client/http.ts";
import { type Problem, toProblem } from "../../client/problem.ts";
import type { Page as PageOf } from "../../client/types.ts";
import { useResource } from "../../client/use-resource.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SelectField } from "../../ui/field.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Page } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ProblemCard } from "../../ui/problem-card.tsx";
import { TaskForm, type TaskRequest } from "./task-form.tsx";

/** `?from=<task>` begins with what that task had: a dead letter is edited and run again. `?workflow=` chooses one. */
export function NewTaskPage() {
  const [search] = useSearchParams();
  const from = search.get("from");
  const workflows = useResource<PageOf<StoredWorkflow>>("workflows", "/v1/workflows", { query: { limit: 200 } });
  const source = useResource<Task>("tasks", `/v1/tasks/${from}`, { isEnabled: from !== null });
  return (
    <Page title={from === null ? "Submit a task" : "Edit and run again"}>
      <Loaded result={workflows}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="No workflow is stored yet.">
              <p>
                A task runs one. <Link href="/settings/workflows">Store a workflow</Link>, then come back.
              </p>
            </EmptyState>
          ) : from === null ? (
            <Chooser workflows={items} first={search.get("workflow")} source={null} />
          ) : (
            <Loaded result={source}>
              {(task) => <Chooser workflows={items} first={task.workflow} source={task} />}
            </Loaded>
          )
        }
      </Loaded>
    </Page>
  );
}

interface ChooserProps {
  readonly workflows: readonly StoredWorkflow[];
  readonly first: string | null;
  readonly source: Task | null;
}

const referenceOf = ({ name, version }: StoredWorkflow) => `${name}@${version}`;

function Chooser({ workflows, first, source }: ChooserProps) {
  const [, navigate] = useLocation();
  const [chosen, setChosen] = useState(first ?? referenceOf(workflows[0]!));
  const [problem, setProblem] = useState<Problem | null>(null);
  const workflow = workflows.find((each) => referenceOf(each) === chosen) ?? workflows[0]!;
  const submit = async (request: TaskRequest) => {
    try {
      const task = await call<Task>("POST", "/v1/tasks", { body: { ...request, workflow: referenceOf(workflow) } });
      navigate(`/tasks/${task.id}`);
    } catch (error) {
      setProblem(toProblem(error));
    }
  };
  return (
    <Panel title="What to run" className="narrow">
      <div className="panel-body">
        <SelectField label="Workflow" value={referenceOf(workflow)} onChange={(event) => setChosen(event.target.value)}>
          {workflows.map((each) => (
            <option key={each.id}>{referenceOf(each)}</option>
          ))}
        </SelectField>
        {workflow.description !== undefined && <p className="muted">{workflow.description}</p>}
        <TaskForm
          key={workflow.id}
          workflow={workflow}
          source={source}
          faults={problem?.faults ?? []}
          onSubmit={submit}
        />
        {problem !== null && <ProblemCard error={problem} />}
      </div>
    </Panel>
  );
}
