import type { Approval } from "@deskfleet/contracts";
import { useEffect } from "react";
import { useLocation } from "wouter";
import { useLiveList } from "../../live/use-live-list.ts";
import { useShortcuts } from "../../shell/shortcuts.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { useUrlFilters } from "../../ui/use-url-filters.ts";
import { ApprovalDetail } from "./approval-detail.tsx";
import { ApprovalList } from "./approval-list.tsx";
import { usePendingApprovals } from "./use-pending-approvals.ts";

const TYPES = ["approval.requested", "approval.answered", "approval.expired"] as const;

/** The inbox: what waits on the left, the one that is looked at on the right. `?show=all` lists the answered ones too. */
export function ApprovalsPage({ id }: { id: string | null }) {
  const [, navigate] = useLocation();
  const [filters] = useUrlFilters(["show"]);
  const pending = usePendingApprovals();
  const isAll = filters.show === "all";
  const all = useLiveList<Approval>({
    ...{ resource: "approvals", path: "/v1/approvals", query: {}, types: TYPES, limit: 50 },
  });
  const shown = isAll ? all.items : pending;
  const suffix = isAll ? "?show=all" : "";
  const open = (next: string | undefined, replace = false) =>
    next !== undefined && navigate(`/approvals/${next}${suffix}`, { replace });
  const at = shown.findIndex((each) => each.id === id);
  const first = shown[0]?.id;
  useEffect(() => {
    if (id === null && first !== undefined) navigate(`/approvals/${first}${suffix}`, { replace: true });
  }, [id, first, suffix, navigate]);
  useShortcuts([
    { keys: "j", says: "Next approval", run: () => open(shown[at + 1]?.id) },
    { keys: "k", says: "Previous approval", run: () => open(shown[Math.max(0, at - 1)]?.id) },
  ]);
  return (
    <Page title="Approvals" layout="fill">
      <Tabs
        label="Which approvals"
        current={isAll ? "all" : "pending"}
        tabs={[
          { name: "pending", label: "Waiting", href: "/approvals", count: pending.length },
          { name: "all", label: "All", href: "/approvals?show=all" },
        ]}
      />
      {shown.length === 0 && id === null ? (
        <EmptyState title={isAll ? "Nobody has been asked yet." : "Nothing waits for an answer."}>
          <p>
            An action that policy wants a person to approve appears here with what it would do, and waits. Policies say
            which ones those are.
          </p>
        </EmptyState>
      ) : (
        <div className="inbox grow">
          <ApprovalList approvals={shown} current={id} suffix={suffix} />
          {id !== null && (
            <ApprovalDetail
              key={id}
              id={id}
              pending={pending}
              onAnswered={() => open((shown[at + 1] ?? shown[at - 1])?.id, true)}
            />
          )}
        </div>
      )}
    </Page>
  );
}
