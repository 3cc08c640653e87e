import type { Task } from "@deskfleet/contracts";
import { Link } from "wouter";
import { useHasRole } from "../../auth/auth-context.tsx";
import { call } from "../../client/http.ts";
import { useResource } from "../../client/use-resource.ts";
import { ConfirmButton } from "../../ui/confirm-button.tsx";
import { CopyId } from "../../ui/copy-id.tsx";
import { Facts } from "../../ui/facts.tsx";
import { JsonView } from "../../ui/json-view.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Page } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { At, Lasted } from "../../ui/time.tsx";
import { useAttempt } from "../../ui/toasts.tsx";
import { usePendingApprovals } from "../approvals/use-pending-approvals.ts";
import { ArtifactsPanel } from "./artifacts-panel.tsx";
import { AttemptsPanel } from "./attempts-panel.tsx";
import { isDeadLetter, isOver } from "./outcomes.ts";
import { taskName, taskNews } from "./task-columns.tsx";

export function TaskPage({ id }: { id: string }) {
  const result = useResource<Task>("tasks", `/v1/tasks/${id}`);
  return (
    <Page
      title="Task"
      name={`Task ${id.slice(-8)}`}
      lead={
        <>
          <CopyId id={id} isWhole />
          {result.data !== undefined && <StateBadge state={result.data.state} />}
        </>
      }
      actions={result.data !== undefined && <TaskActions task={result.data} />}
    >
      <Loaded result={result}>{(task) => <TaskBody task={task} />}</Loaded>
    </Page>
  );
}

function TaskBody({ task }: { task: Task }) {
  const session = task.attempts.findLast(({ sessionId }) => sessionId !== null)?.sessionId;
  return (
    <>
      <Panel title={taskName(task)}>
        {taskNews(task) !== "" && (
          <p className="panel-note" data-tone={isOver(task) ? undefined : "warn"}>
            {taskNews(task)}
            {task.state === "waiting_approval" && <WaitingFor sessionId={session ?? null} />}
          </p>
        )}
        <Facts
          facts={[
            ["Outcome", task.outcome?.replaceAll("_", " ")],
            ["Batch", task.batchId !== null && <Link href={`/batches/${task.batchId}`}>{`row ${task.row}`}</Link>],
            ["Reference", task.reference],
            ["Priority", String(task.priority)],
            ["Created", <At key="at" at={task.createdAt} withAgo />],
            ["Started", task.startedAt && <At at={task.startedAt} />],
            ["Ended", task.endedAt && <At at={task.endedAt} />],
            ["Took", task.startedAt && <Lasted from={task.startedAt} to={task.endedAt} />],
            ["Session", session && <Link href={`/sessions/${session}`}>{session.slice(-8)}</Link>],
          ]}
        />
      </Panel>
      <AttemptsPanel attempts={task.attempts} />
      <div className="columns">
        <Panel title="Inputs">
          <div className="panel-body">
            <JsonView value={task.inputs} label="Input values" />
          </div>
        </Panel>
        <Panel title="Output">
          <div className="panel-body">
            {task.output === null ? (
              <p className="muted">{isOver(task) ? "It ended without one." : "Comes when it has succeeded."}</p>
            ) : (
              <JsonView value={task.output} label="Output values" />
            )}
          </div>
        </Panel>
      </div>
      <ArtifactsPanel taskId={task.id} />
    </>
  );
}

/** The way to the ask that holds a task up. */
function WaitingFor({ sessionId }: { sessionId: string | null }) {
  const asked = usePendingApprovals().find((approval) => approval.sessionId === sessionId);
  return <Link href={asked === undefined ? "/approvals" : `/approvals/${asked.id}`}>See what is asked</Link>;
}

function TaskActions({ task }: { task: Task }) {
  const attempt = useAttempt();
  const isOperator = useHasRole("operator");
  if (!isOperator) return null;
  return (
    <>
      {isOver(task) && (
        <Link
          className={`button ${isDeadLetter(task) ? "primary" : "plain"} normal`}
          href={`/tasks/new?from=${task.id}`}
        >
          Edit and run again
        </Link>
      )}
      {!isOver(task) && (
        <ConfirmButton
          label="Cancel task"
          title="Cancel this task?"
          onConfirm={() => attempt(() => call("POST", `/v1/tasks/${task.id}/cancel`), "Cancelled, or about to be")}
        >
          <p>A queued task ends at once; a running one as soon as its worker has heard of it.</p>
        </ConfirmButton>
      )}
    </>
  );
}
