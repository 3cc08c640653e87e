import type { StoredGrant } from "@deskfleet/contracts";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "wouter";
import { useHasRole, usePrincipal } from "../../auth/auth-context.tsx";
import { call } from "../../client/http.ts";
import type { Page } from "../../client/types.ts";
import { useResource } from "../../client/use-resource.ts";
import { Actor } from "../../ui/actor.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyId } from "../../ui/copy-id.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SelectField } from "../../ui/field.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Panel } from "../../ui/panel.tsx";
import { PlainTable } from "../../ui/plain-table.tsx";
import { Ago, At } from "../../ui/time.tsx";
import { useAttempt } from "../../ui/toasts.tsx";
import { useUrlFilters } from "../../ui/use-url-filters.ts";

/** Standing consents: who holds what, who gave it, by which approval; approvers see everybody's. */
export function ConsentsPanel() {
  const principal = usePrincipal();
  const isApprover = useHasRole("approver");
  const queries = useQueryClient();
  const attempt = useAttempt();
  const [filters, change] = useUrlFilters(["state"]);
  const state = filters.state === "" ? "in_force" : filters.state;
  const query = { state, limit: 200, everybody: isApprover };
  const result = useResource<Page<StoredGrant>>("grants", "/v1/grants", { query });
  const revoke = async (id: string) => {
    await attempt(() => call("DELETE", `/v1/grants/${id}`), "Revoked; gone from running sessions within a second");
    void queries.invalidateQueries({ queryKey: ["grants"] });
  };
  return (
    <div className="stack">
      <div className="filters">
        <SelectField label="State" value={state} onChange={(event) => change({ state: event.target.value })}>
          <option value="in_force">in force</option>
          <option value="revoked">revoked</option>
          <option value="expired">expired</option>
          <option value="all">all</option>
        </SelectField>
      </div>
      <Panel title="Standing consents" note={isApprover ? "of everybody" : "your own"}>
        <Loaded result={result}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState title="There is none.">
                <p>A lasting answer to an approval gives one; what it allows is not asked again.</p>
              </EmptyState>
            ) : (
              <PlainTable label="Consents" head={["Consent", "For", "Holder", "Given by", "Given", "Until", ""]}>
                {items.map((grant) => (
                  <tr key={grant.id}>
                    <td>
                      <code>{grant.grant}</code>
                    </td>
                    <td>
                      {grant.sessionId === null ? (
                        grant.scope
                      ) : (
                        <Link href={`/sessions/${grant.sessionId}`}>{grant.scope}</Link>
                      )}
                    </td>
                    <td>
                      {grant.principalId === null ? (
                        "everybody"
                      ) : grant.principalId === principal.id ? (
                        "you"
                      ) : (
                        <CopyId id={grant.principalId} />
                      )}
                    </td>
                    <td>
                      {grant.approvalId === null ? (
                        <Actor actor={grant.givenBy} />
                      ) : (
                        <Link href={`/approvals/${grant.approvalId}`}>an approval</Link>
                      )}
                    </td>
                    <td>
                      <Ago at={grant.createdAt} />
                    </td>
                    <td>
                      {grant.expiresAt === null ? <span className="muted">revoked</span> : <At at={grant.expiresAt} />}
                    </td>
                    <td>
                      {grant.revokedAt === null && (isApprover || grant.principalId === principal.id) && (
                        <div className="buttons end">
                          <Button kind="danger" size="small" onClick={() => void revoke(grant.id)}>
                            Revoke
                          </Button>
                        </div>
                      )}
                    </td>
                  </tr>
                ))}
              </PlainTable>
            )
          }
        </Loaded>
      </Panel>
    </div>
  );
}
