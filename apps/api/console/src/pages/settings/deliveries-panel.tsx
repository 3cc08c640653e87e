import type { WebhookDelivery } from "@deskfleet/contracts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { call } from "../../client/http.ts";
import type { Page } from "../../client/types.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SelectField } from "../../ui/field.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Panel } from "../../ui/panel.tsx";
import { PlainTable } from "../../ui/plain-table.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { Ago, At } from "../../ui/time.tsx";
import { useAttempt } from "../../ui/toasts.tsx";
import { useUrlFilters } from "../../ui/use-url-filters.ts";

/** Nothing tells the page of a delivery, so it looks. */
const POLL_MS = 5_000;

export function DeliveriesPanel({ webhookId }: { webhookId: string }) {
  const attempt = useAttempt();
  const [filters, change] = useUrlFilters(["state"]);
  const path = `/v1/webhooks/${webhookId}/deliveries`;
  const result = useQuery({
    queryKey: ["webhooks", "deliveries", webhookId, filters.state],
    queryFn: ({ signal }) =>
      call<Page<WebhookDelivery>>("GET", path, { query: { state: filters.state, limit: 100 }, signal }),
    refetchInterval: POLL_MS,
  });
  const again = async (id: string) => {
    await attempt(() => call("POST", `${path}/${id}/redeliver`), "It is sent again within a second");
    void result.refetch();
  };
  return (
    <div className="stack">
      <div className="filters">
        <SelectField label="State" value={filters.state} onChange={(event) => change({ state: event.target.value })}>
          <option value="">any</option>
          {["pending", "delivered", "failed"].map((state) => (
            <option key={state}>{state}</option>
          ))}
        </SelectField>
        <Link className="button quiet normal" href="/settings/webhooks">
          All webhooks
        </Link>
      </div>
      <Panel title="Deliveries" note="kept for a week">
        <Loaded result={result}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState title="Nothing has been sent yet.">
                <p>The next event of its types is.</p>
              </EmptyState>
            ) : (
              <PlainTable
                label="Deliveries"
                head={["Event", "State", "Tries", "Last answer", "Event at", "Next or sent", ""]}
              >
                {items.map((delivery) => (
                  <tr key={delivery.id}>
                    <td className="mono">{delivery.eventType}</td>
                    <td>
                      <StateBadge state={delivery.state} />
                    </td>
                    <td>{delivery.tries}</td>
                    <td className="muted">{delivery.lastStatus ?? delivery.lastError?.replaceAll("_", " ")}</td>
                    <td>
                      <At at={delivery.createdAt} />
                    </td>
                    <td>
                      {delivery.deliveredAt !== null && <Ago at={delivery.deliveredAt} />}
                      {delivery.deliveredAt === null && delivery.nextAt !== null && <Ago at={delivery.nextAt} />}
                    </td>
                    <td>
                      <div className="buttons end">
                        <Button size="small" onClick={() => void again(delivery.id)}>
                          Send again
                        </Button>
                      </div>
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
