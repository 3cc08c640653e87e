import type { Task } from "@deskfleet/contracts";
import { Link } from "wouter";
import type { Column } from "../../ui/data-table.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { Lasted } from "../../ui/time.tsx";
import { newsColumn, retryColumn } from "../tasks/task-columns.tsx";
import { tellingColumns } from "./telling-columns.ts";

/** Inputs tell rows apart better than any id. */
const INPUTS_SHOWN = 2;
const OWN_NAMES = ["Row", "State", "Tries", "Took", "Again", newsColumn.name];

/** Of a batch's rows: their number, how they are, the inputs that tell them apart, and the way to send one again. */
export function rowColumns(rows: readonly Task[], { hasRetry }: { hasRetry: boolean }): Column<Task>[] {
  const names = tellingColumns(
    rows.map(({ inputs }) => inputs),
    INPUTS_SHOWN,
  );
  return [
    {
      name: "Row",
      width: "66px",
      cell: ({ id, row }) => (
        <Link className="plain-link" href={`/tasks/${id}`}>
          {row}
        </Link>
      ),
    },
    // A failure says more by its outcome.
    {
      name: "State",
      width: "160px",
      cell: ({ state, outcome }) => <StateBadge state={state === "failed" ? (outcome ?? state) : state} />,
    },
    ...names.map((name) => ({
      ...{ name: OWN_NAMES.includes(name) ? `input ${name}` : name, width: "16%" },
      cell: ({ inputs }: Task) => String(inputs[name] ?? ""),
    })),
    newsColumn,
    { name: "Tries", width: "64px", align: "end", isExtra: true, cell: ({ attempts }) => attempts.length },
    {
      ...{ name: "Took", width: "104px", align: "end", isExtra: true },
      cell: ({ startedAt, endedAt }) => (startedAt === null ? "" : <Lasted from={startedAt} to={endedAt} />),
    },
    ...(hasRetry ? [retryColumn] : []),
  ];
}
