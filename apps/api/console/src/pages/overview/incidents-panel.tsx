import type { Task } from "@deskfleet/contracts";
import { Link } from "wouter";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Panel } from "../../ui/panel.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { Ago } from "../../ui/time.tsx";
import { taskName, taskNews } from "../tasks/task-columns.tsx";

export function IncidentsPanel({ tasks }: { tasks: readonly Task[] }) {
  return (
    <Panel title="Last failures" actions={<Link href="/tasks?state=failed">All</Link>}>
      {tasks.length === 0 ? (
        <EmptyState title="No task has failed." />
      ) : (
        <ul className="lines">
          {tasks.map((task) => (
            <li key={task.id}>
              <Link className="cut incident-name" href={`/tasks/${task.id}`}>
                {taskName(task)}
              </Link>
              <StateBadge state={task.outcome ?? "failed"} />
              <span className="muted cut" title={taskNews(task)}>
                {taskNews(task)}
              </span>
              <Ago at={task.endedAt ?? task.createdAt} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
