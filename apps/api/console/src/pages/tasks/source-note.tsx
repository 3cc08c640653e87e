import type { Task } from "@deskfleet/contracts";
import { Link } from "wouter";
import { useResource } from "../../client/use-resource.ts";
import { StateBadge } from "../../ui/state-badge.tsx";
import { taskName, taskNews } from "./task-columns.tsx";

/** Where an edited task comes from and what became of it, so that what has to be changed is in sight. */
export function SourceNote({ id }: { id: string }) {
  const { data: task } = useResource<Task>("tasks", `/v1/tasks/${id}`);
  if (task === undefined) return null;
  return (
    <section className="panel source-note" aria-label="Where it comes from">
      <p>
        From <Link href={`/tasks/${id}`}>{taskName(task)}</Link> <StateBadge state={task.outcome ?? task.state} />
      </p>
      {taskNews(task) !== "" && <p className="fault-text">{taskNews(task)}</p>}
      <p className="muted">
        What you send is a new task; this one stays as it is
        {task.batchId === null ? "." : ", and its batch still counts the old row."}
      </p>
    </section>
  );
}
