import type { CreateTask, StoredWorkflow, Task } from "@deskfleet/contracts";
import { useState } from "react";
import { Link, useLocation, useSearchParams } from "wouter";
import { useHasRole } from "../../auth/auth-context.tsx";
import { call } from "../../client/http.ts";
import type { Page as PageOf } from "../../client/types.ts";
import { useIdempotencyKey } from "../../client/use-idempotency-key.ts";
import { useResource } from "../../client/use-resource.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Page } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ProblemCard } from "../../ui/problem-card.tsx";
import { useSubmit } from "../../ui/use-submit.ts";
import { referenceOf, WorkflowSelect } from "../run/workflow-select.tsx";
import { SourceNote } from "./source-note.tsx";
import { FIRST_STEPS, type TaskDraft } from "./task-draft.ts";
import { TaskForm } from "./task-form.tsx";
import { TaskJson } from "./task-json.tsx";

/**
 * `?from=<task>` begins with the request of that task, a program of its own included: a dead letter is edited and goes out again.
 * `?workflow=` chooses one, `?workflow=steps` an inline program.
 */
export function NewTaskPage() {
  const [search] = useSearchParams();
  const isOperator = useHasRole("operator");
  const from = search.get("from");
  const isFrom = isOperator && from !== null;
  const workflows = useResource<PageOf<StoredWorkflow>>("workflows", "/v1/workflows", { query: { limit: 200 } });
  const request = useResource<CreateTask>("tasks", `/v1/tasks/${from}/request`, { isEnabled: isFrom });
  return (
    <Page title={from === null ? "Submit a task" : "Edit and run again"}>
      {!isOperator ? (
        <EmptyState title="Operators submit tasks.">
          <p>
            Your key may watch. <Link href="/tasks">See the tasks</Link>
          </p>
        </EmptyState>
      ) : (
        <>
          {from !== null && <SourceNote id={from} />}
          <Loaded result={workflows}>
            {({ items }) =>
              from === null ? (
                <Chooser workflows={items} first={null} />
              ) : (
                <Loaded result={request}>{(first) => <Chooser key={from} workflows={items} first={first} />}</Loaded>
              )
            }
          </Loaded>
        </>
      )}
    </Page>
  );
}

const STEPS = "steps";

function Chooser({ workflows, first }: { workflows: readonly StoredWorkflow[]; first: CreateTask | null }) {
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  const [draft, setDraft] = useState<TaskDraft>(() => first ?? draftFor(search.get("workflow"), workflows));
  const [isJson, setIsJson] = useState(false);
  const submitting = useSubmit();
  const keyFor = useIdempotencyKey();
  const chosen = draft.steps !== undefined ? STEPS : (draft.workflow ?? "");
  const workflow = workflows.find((each) => referenceOf(each) === chosen || each.name === chosen) ?? null;
  const submit = async (request: TaskDraft) => {
    setDraft(request);
    const task = await submitting.run(() =>
      call<Task>("POST", "/v1/tasks", { body: request, headers: keyFor(request) }),
    );
    if (task !== null) navigate(`/tasks/${task.id}`);
  };
  const choose = (reference: string) => {
    submitting.forget();
    const { workflow: _workflow, steps: _steps, grants: _grants, output: _output, desktop: _desktop, ...rest } = draft;
    // What one program was given is seldom what another one wants.
    setDraft({ ...rest, inputs: {}, ...draftFor(reference, workflows) });
  };
  const isGone = chosen !== STEPS && workflow === null;
  return (
    <Panel title="What to run" className="narrow">
      <div className="panel-body">
        <WorkflowSelect
          workflows={workflows}
          value={workflow === null ? chosen : referenceOf(workflow)}
          other={{ value: STEPS, label: "steps of its own…" }}
          onChange={choose}
        />
        {workflow?.description !== undefined && <p className="muted">{workflow.description}</p>}
        {workflows.length === 0 && (
          <p className="muted">
            No workflow is stored yet: write steps here, or <Link href="/settings/workflows">store a workflow</Link>.
          </p>
        )}
        {isJson || isGone ? (
          <TaskJson
            key={chosen}
            draft={draft}
            isBusy={submitting.isBusy}
            onSubmit={submit}
            onAsForm={(request) => {
              setDraft(request);
              setIsJson(false);
            }}
          />
        ) : (
          <TaskForm
            key={chosen}
            workflow={workflow}
            draft={draft}
            faults={submitting.problem?.faults ?? []}
            isBusy={submitting.isBusy}
            onSubmit={submit}
            onAsJson={(request) => {
              setDraft(request);
              setIsJson(true);
            }}
          />
        )}
        {submitting.problem !== null && <ProblemCard error={submitting.problem} />}
      </div>
    </Panel>
  );
}

function draftFor(wanted: string | null, workflows: readonly StoredWorkflow[]): TaskDraft {
  if (wanted === STEPS || workflows.length === 0) return FIRST_STEPS;
  const found = workflows.find((each) => referenceOf(each) === wanted || each.name === wanted) ?? workflows[0]!;
  return { workflow: referenceOf(found) };
}
