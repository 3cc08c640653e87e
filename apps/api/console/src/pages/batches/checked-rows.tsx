import type { BatchCheck, CheckedRow } from "@deskfleet/contracts";
import { useMemo, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";

const COLUMNS_MAX = 8;

/** Every row with the server's judgement on it, faulty ones alone if wanted. */
export function CheckedRows({ check }: { check: BatchCheck }) {
  const [isFaultyOnly, setIsFaultyOnly] = useState(check.faultyRows > 0);
  const columns = useMemo(() => columnsOf(check), [check]);
  const rows = isFaultyOnly ? check.items.filter(({ faults }) => faults.length > 0) : check.items;
  return (
    <>
      <div className="buttons">
        <StateBadge
          state={
            check.faultyRows === 0
              ? `all ${check.rows} rows are valid`
              : `${check.faultyRows} of ${check.rows} rows have faults`
          }
          tone={check.faultyRows === 0 ? "good" : "bad"}
        />
        {check.faultyRows > 0 && (
          <Button size="small" aria-pressed={isFaultyOnly} onClick={() => setIsFaultyOnly((old) => !old)}>
            Faulty rows only
          </Button>
        )}
        {check.items.length < check.rows && (
          <span className="muted">The first {check.items.length} are listed; all were checked.</span>
        )}
      </div>
      <DataTable
        label="Rows as they were checked"
        columns={columns}
        rows={rows}
        rowKey={({ row }) => String(row)}
        empty={<p className="empty">No row to show.</p>}
      />
    </>
  );
}

function columnsOf({ columns }: BatchCheck): Column<CheckedRow>[] {
  const inputs = columns.slice(0, COLUMNS_MAX).map((name) => ({
    name,
    cell: ({ values, faults }: CheckedRow) => {
      const isAtFault = faults.some(({ path }) => path === `/${name}`);
      return <span className={isAtFault ? "fault-text" : undefined}>{String(values[name] ?? "")}</span>;
    },
  }));
  return [
    { name: "Row", width: "60px", cell: ({ row }) => row },
    {
      name: "Check",
      width: "30%",
      cell: ({ faults, line }) =>
        faults.length === 0 ? (
          <StateBadge state="valid" tone="good" />
        ) : (
          <span className="fault-text" title={faults.map(({ path, message }) => `${path} ${message}`).join("\n")}>
            line {line}: {faults.map(({ path, message }) => `${path.slice(1)} ${message}`).join("; ")}
          </span>
        ),
    },
    ...inputs,
  ];
}
