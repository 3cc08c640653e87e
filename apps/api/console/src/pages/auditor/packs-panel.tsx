import type { AuditPack } from "@deskfleet/contracts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useHasRole } from "../../auth/auth-context.tsx";
import { call } from "../../client/http.ts";
import type { Page } from "../../client/types.ts";
import { useResource } from "../../client/use-resource.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Panel } from "../../ui/panel.tsx";
import { PlainTable } from "../../ui/plain-table.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { Ago } from "../../ui/time.tsx";
import { useAttempt } from "../../ui/toasts.tsx";
import { NewPack } from "./new-pack.tsx";
import { PackDialog } from "./pack-dialog.tsx";
import { TrialDialog } from "./trial-dialog.tsx";

/** The tenant's own rules beside the shipped ones. A version is tried on the cases before it comes into force. */
export function PacksPanel() {
  const isAdmin = useHasRole("admin");
  const queries = useQueryClient();
  const attempt = useAttempt();
  const [tried, setTried] = useState<AuditPack | null>(null);
  const [opened, setOpened] = useState<AuditPack | null>(null);
  const result = useResource<Page<AuditPack>>("auditor", "/v1/auditor/packs", { query: { limit: 200 } });
  const deactivate = async ({ name }: AuditPack) => {
    await attempt(() => call("POST", `/v1/auditor/packs/${name}/deactivate`));
    await queries.invalidateQueries({ queryKey: ["auditor"] });
  };
  return (
    <div className="stack">
      <Panel title="Rule packs" note="beside the shipped rules, which they can only make stricter">
        <Loaded result={result}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState title="No pack is stored.">
                <p>The shipped rules judge alone. {isAdmin ? "Store a pack below." : "Administrators store packs."}</p>
              </EmptyState>
            ) : (
              <PlainTable label="Rule packs" head={["Pack", "State", "Stored", ""]}>
                {items.map((pack) => (
                  <tr key={`${pack.name}@${pack.version}`}>
                    <td>
                      <button type="button" className="link mono" onClick={() => setOpened(pack)}>
                        {pack.name}@{pack.version}
                      </button>
                    </td>
                    <td>
                      {pack.isActive ? <StateBadge state="in_force" /> : <span className="muted">not in force</span>}
                    </td>
                    <td>
                      <Ago at={pack.createdAt} />
                    </td>
                    <td>
                      {isAdmin && (
                        <div className="buttons end">
                          {pack.isActive ? (
                            <Button size="small" onClick={() => void deactivate(pack)}>
                              Take out of force
                            </Button>
                          ) : (
                            <Button size="small" onClick={() => setTried(pack)}>
                              Try and activate…
                            </Button>
                          )}
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
      {isAdmin && <NewPack />}
      {opened !== null && <PackDialog pack={opened} onClose={() => setOpened(null)} />}
      {tried !== null && <TrialDialog pack={tried} onClose={() => setTried(null)} />}
    </div>
  );
}
