import type { Task } from "@deskfleet/contracts";
import { useMemo } from "react";
import { useHasRole } from "../../auth/auth-context.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ProblemCard } from "../../ui/problem-card.tsx";
import { isDeadLetter } from "../tasks/outcomes.ts";
import { rowColumns } from "./row-columns.tsx";

interface RowTableProps {
  readonly rows: readonly Task[];
  /** Rows whose inputs decide which of them are shown. */
  readonly telling: readonly Task[];
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly hasMore: boolean;
  loadMore(): void;
  retry(): void;
}

export function RowTable({ rows, telling, isLoading, error, hasMore, loadMore, retry }: RowTableProps) {
  const isOperator = useHasRole("operator");
  const hasRetry = isOperator && rows.some(isDeadLetter);
  const columns = useMemo(() => rowColumns(telling, { hasRetry }), [telling, hasRetry]);
  if (error !== null && rows.length === 0) return <ProblemCard error={error} onRetry={retry} />;
  return (
    <DataTable
      label="Rows"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      href={({ id }) => `/tasks/${id}`}
      isLoading={isLoading}
      hasMore={hasMore}
      loadMore={loadMore}
      empty={
        <EmptyState title="No row is like this any more.">
          <p>Rows move on while the batch runs: choose another count above, or all of them.</p>
        </EmptyState>
      }
    />
  );
}
