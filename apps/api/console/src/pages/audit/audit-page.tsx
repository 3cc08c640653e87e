import type { AuditRecord } from "@deskfleet/contracts";
import { Link } from "wouter";
import { useIsFleetOperator } from "../../auth/auth-context.tsx";
import { urlOf } from "../../client/http.ts";
import { useLiveList } from "../../live/use-live-list.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Page } from "../../ui/page.tsx";
import { ProblemCard } from "../../ui/problem-card.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";
import { useUrlFilters } from "../../ui/use-url-filters.ts";
import { auditColumns } from "./audit-columns.tsx";
import { AuditFilterBar } from "./audit-filters.tsx";
import { AUDIT_FILTERS, toAuditQuery } from "./audit-query.ts";
import { AuditRecordDialog } from "./audit-record-dialog.tsx";
import { TenantSelect } from "./tenant-select.tsx";
import { useRecord } from "./use-record.ts";
import { VerifyChains } from "./verify-chains.tsx";

/** `?tenantId=` is for the fleet's operator and holds for all parts; `?record=` opens one, `?chain=` is verified at once. */
export function AuditPage({ tab }: { tab: string }) {
  const isOperator = useIsFleetOperator();
  const [filters, change] = useUrlFilters(AUDIT_FILTERS);
  const query = toAuditQuery(useDebounced(filters));
  const { tenantId } = filters;
  const suffix = tenantId === "" ? "" : `?tenantId=${tenantId}`;
  return (
    <Page
      title="Audit"
      layout="fill"
      lead={isOperator && <TenantSelect value={tenantId} onChange={(id) => change({ tenantId: id })} />}
      actions={
        <a className="button plain normal" href={urlOf("/v1/audit/export", query)} download="audit.jsonl">
          <Icon name="download" size={14} /> Export JSONL
        </a>
      }
    >
      <Tabs
        tabs={[
          { name: "records", label: "Records", href: `/audit${suffix}` },
          { name: "verify", label: "Verify", href: `/audit/verify${suffix}` },
        ]}
        current={tab}
        label="Audit"
      />
      {tab === "verify" ? (
        <VerifyChains key={tenantId} tenantId={tenantId} />
      ) : (
        <>
          <AuditFilterBar filters={filters} onChange={change} />
          <Records query={query} isFiltered={Object.keys(query).some((name) => name !== "tenantId")} />
        </>
      )}
    </Page>
  );
}

const LIVE = [
  "session.action",
  "session.controlled",
  "session.stopped",
  "approval.answered",
  "policy.changed",
] as const;

function Records({ query, isFiltered }: { query: Readonly<Record<string, string>>; isFiltered: boolean }) {
  const [{ record: openId }, change] = useUrlFilters(["record"]);
  const { tenantId } = query;
  const isOther = tenantId !== undefined;
  const list = useLiveList<AuditRecord>({
    ...{ resource: "audit", path: "/v1/audit", query, limit: 100 },
    // No event tells of another tenant's records, and each look at them is a record itself.
    types: isOther ? [] : LIVE,
  });
  const open = useRecord(openId, list.items, tenantId);
  if (list.error !== null) return <ProblemCard error={list.error} onRetry={list.retry} />;
  return (
    <>
      {isOther && (
        <p className="note other-tenant">
          Another tenant's records, as they were when they were read. Looking is recorded in your own audit.
          <Button size="small" onClick={list.retry}>
            Read again
          </Button>
        </p>
      )}
      <DataTable
        label="Audit records, newest first"
        columns={auditColumns({ onOpen: ({ id }) => change({ record: id }), isOther })}
        rows={list.items}
        rowKey={({ id }) => id}
        isLoading={list.isLoading}
        hasMore={list.hasMore}
        loadMore={list.loadMore}
        empty={
          <EmptyState title={isFiltered ? "No record matches these filters." : "Nothing has been recorded yet."}>
            {isFiltered ? (
              <Link href={isOther ? `/audit?tenantId=${tenantId}` : "/audit"}>Show all records</Link>
            ) : (
              <p>Every action and every decision of a person is.</p>
            )}
          </EmptyState>
        }
      />
      {open !== null && <AuditRecordDialog record={open} isOther={isOther} onClose={() => change({ record: "" })} />}
    </>
  );
}
