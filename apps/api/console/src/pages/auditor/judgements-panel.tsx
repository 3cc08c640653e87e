import type { AuditJudgement, AuditorMode, AuditVerdictName } from "@deskfleet/contracts";
import { Link } from "wouter";
import { useLiveList } from "../../live/use-live-list.ts";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { ProblemCard } from "../../ui/problem-card.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { At } from "../../ui/time.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";
import { useUrlFilters } from "../../ui/use-url-filters.ts";

const VERDICTS: Readonly<Record<AuditVerdictName, true>> = { block: true, warn: true, pass: true };
const MODES: Readonly<Record<AuditorMode, true>> = { enforce: true, canary: true, shadow: true, off: true };
const REPORTS = ["harmful", "fine"] as const;

const COLUMNS: readonly Column<AuditJudgement>[] = [
  { name: "At", width: "144px", cell: ({ at }) => <At at={at} /> },
  { name: "Verdict", width: "92px", cell: ({ verdict }) => <StateBadge state={verdict} /> },
  {
    name: "Action",
    width: "190px",
    cell: ({ id, tool }) => (
      <Link className="mono cut" href={`/auditor/judgements/${id}`}>
        {tool}
      </Link>
    ),
  },
  { name: "Why", cell: ({ evidence }) => <span className="muted">{evidence[0]?.reason ?? ""}</span> },
  {
    name: "Rule",
    width: "190px",
    isExtra: true,
    cell: ({ evidence }) => <span className="mono">{evidence[0]?.rule}</span>,
  },
  { name: "Mode", width: "110px", cell: ({ mode, isEnforced }) => (isEnforced ? `${mode}, decided` : mode) },
  {
    name: "What came of it",
    width: "130px",
    cell: ({ report, overriddenBy }) => report?.kind ?? (overriddenBy !== null ? "run anyway" : ""),
  },
  {
    name: "Session",
    width: "96px",
    isExtra: true,
    cell: ({ sessionId }) => (
      <Link className="mono" href={`/sessions/${sessionId}`}>
        {sessionId.slice(-8)}
      </Link>
    ),
  },
];

/** Every action that was judged, newest first; the filters are in the address. */
export function JudgementsPanel() {
  const [filters, change] = useUrlFilters(["verdict", "rule", "mode", "report", "sessionId"]);
  const query = useDebounced(filters);
  const list = useLiveList<AuditJudgement>({
    ...{ resource: "auditor", path: "/v1/auditor/judgements", query, types: ["session.action"], idOf: () => null },
  });
  const select = (name: "verdict" | "mode" | "report", label: string, values: readonly string[]) => (
    <SelectField label={label} value={filters[name]} onChange={({ target }) => change({ [name]: target.value })}>
      <option value="">any</option>
      {values.map((value) => (
        <option key={value}>{value}</option>
      ))}
    </SelectField>
  );
  return (
    <>
      <search className="filters">
        {select("verdict", "Verdict", Object.keys(VERDICTS))}
        {select("mode", "Mode", Object.keys(MODES))}
        {select("report", "Reported", REPORTS)}
        <TextField
          label="Rule"
          className="mono"
          placeholder="whole id"
          value={filters.rule}
          onChange={({ target }) => change({ rule: target.value })}
        />
        <TextField
          label="Session"
          className="mono"
          placeholder="whole id"
          value={filters.sessionId}
          onChange={({ target }) => change({ sessionId: target.value })}
        />
      </search>
      {list.error !== null ? (
        <ProblemCard error={list.error} onRetry={list.retry} />
      ) : (
        <DataTable
          label="Judgements, newest first"
          columns={COLUMNS}
          rows={list.items}
          rowKey={({ id }) => id}
          href={({ id }) => `/auditor/judgements/${id}`}
          isLoading={list.isLoading}
          hasMore={list.hasMore}
          loadMore={list.loadMore}
          empty={
            <EmptyState
              title={
                Object.values(filters).some((value) => value !== "")
                  ? "No judgement matches."
                  : "Nothing was judged yet."
              }
            >
              <p>
                Where policy's <code>auditor.mode</code> is not off, each action that can do something is judged before
                it runs.
              </p>
            </EmptyState>
          }
        />
      )}
    </>
  );
}
