import type { AuditCase } from "@deskfleet/contracts";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "wouter";
import { useHasRole } from "../../auth/auth-context.tsx";
import { call, urlOf } from "../../client/http.ts";
import type { Page } from "../../client/types.ts";
import { useResource } from "../../client/use-resource.ts";
import { ConfirmButton } from "../../ui/confirm-button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Panel } from "../../ui/panel.tsx";
import { PlainTable } from "../../ui/plain-table.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { Ago } from "../../ui/time.tsx";
import { useAttempt } from "../../ui/toasts.tsx";

/** Contexts with the verdict that they should get: replayed before a rule pack is activated. */
export function CasesPanel() {
  const isAdmin = useHasRole("admin");
  const queries = useQueryClient();
  const attempt = useAttempt();
  const result = useResource<Page<AuditCase>>("auditor", "/v1/auditor/cases", { query: { limit: 200 } });
  const remove = async (id: string) => {
    await attempt(() => call("DELETE", `/v1/auditor/cases/${id}`));
    await queries.invalidateQueries({ queryKey: ["auditor"] });
  };
  return (
    <Panel
      title="Regression cases"
      note="newest first; the shipped samples count beside them"
      actions={
        <a href={urlOf("/v1/auditor/cases.jsonl")} download="cases.jsonl">
          Download for npm run corpus
        </a>
      }
    >
      <Loaded result={result}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="No case is kept yet.">
              <p>A judgement becomes one on its page, with the verdict that would have been right.</p>
            </EmptyState>
          ) : (
            <PlainTable label="Cases" head={["Should get", "Action", "Target", "Goal", "Comment", "Kept", ""]}>
              {items.map(({ id, judgementId, expect, context, comment, createdAt }) => (
                <tr key={id}>
                  <td>
                    <StateBadge state={expect} />
                  </td>
                  <td>
                    {judgementId === null ? (
                      context.action
                    ) : (
                      <Link href={`/auditor/judgements/${judgementId}`}>{context.action}</Link>
                    )}
                  </td>
                  <td>{context.target?.text}</td>
                  <td className="muted">{context.goal}</td>
                  <td className="muted">{comment}</td>
                  <td>
                    <Ago at={createdAt} />
                  </td>
                  <td>
                    {isAdmin && (
                      <div className="buttons end">
                        <ConfirmButton
                          label="Remove"
                          title="Remove this case"
                          size="small"
                          kind="plain"
                          onConfirm={() => remove(id)}
                        >
                          <p>Rule packs are not measured by it any more. Its judgement stays.</p>
                        </ConfirmButton>
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
  );
}
