import type { AuditRecord } from "@deskfleet/contracts";
import { useState } from "react";
import { Link } from "wouter";
import { urlOf } from "../../client/http.ts";
import { useLiveList } from "../../live/use-live-list.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Page } from "../../ui/page.tsx";
import { ProblemCard } from "../../ui/problem-card.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";
import { useUrlFilters } from "../../ui/use-url-filters.ts";
import { AUDIT_COLUMNS } from "./audit-columns.tsx";
import { AuditFilters, FILTER_NAMES, toQuery } from "./audit-filters.tsx";
import { AuditRecordDialog } from "./audit-record-dialog.tsx";
import { VerifyChains } from "./verify-chains.tsx";

const TABS = [
  { name: "records", label: "Records", href: "/audit" },
  { name: "verify", label: "Verify", href: "/audit/verify" },
];

export function AuditPage({ tab }: { tab: string }) {
  const [filters, change] = useUrlFilters(FILTER_NAMES);
  const query = toQuery(useDebounced(filters));
  return (
    <Page
      title="Audit"
      layout="fill"
      actions={
        <a className="button plain normal" href={urlOf("/v1/audit/export", query)} download="audit.jsonl">
          <Icon name="download" size={14} /> Export JSONL
        </a>
      }
    >
      <Tabs tabs={TABS} current={tab} label="Audit" />
      {tab === "verify" ? (
        <VerifyChains />
      ) : (
        <>
          <AuditFilters filters={filters} onChange={change} />
          <Records query={query} isFiltered={Object.keys(query).length > 0} />
        </>
      )}
    </Page>
  );
}

function Records({ query, isFiltered }: { query: Readonly<Record<string, string>>; isFiltered: boolean }) {
  const [open, setOpen] = useState<AuditRecord | null>(null);
  const list = useLiveList<AuditRecord>({
    ...{ resource: "audit", path: "/v1/audit", query, limit: 100 },
    types: ["session.action", "session.controlled", "session.stopped", "approval.answered", "policy.changed"],
  });
  if (list.error !== null) return <ProblemCard error={list.error} onRetry={list.retry} />;
  return (
    <>
      <DataTable
        label="Audit records, newest first"
        columns={AUDIT_COLUMNS(setOpen)}
        rows={list.items}
        rowKey={({ id }) => id}
        isLoading={list.isLoading}
        hasMore={list.hasMore}
        loadMore={list.loadMore}
        empty={
          <EmptyState title={isFiltered ? "No record matches these filters." : "Nothing has been recorded yet."}>
            {isFiltered ? (
              <Link href="/audit">Show all records</Link>
            ) : (
              <p>Every action and every decision of a person is.</p>
            )}
          </EmptyState>
        }
      />
      {open !== null && <AuditRecordDialog record={open} onClose={() => setOpen(null)} />}
    </>
  );
}
