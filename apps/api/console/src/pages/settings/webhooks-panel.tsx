import type { EventType, Webhook } from "@deskfleet/contracts";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Link } from "wouter";
import { call } from "../../client/http.ts";
import { useResource } from "../../client/use-resource.ts";
import { EVENT_NAMES } from "../../live/event-types.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmButton } from "../../ui/confirm-button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { TextField } from "../../ui/field.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Panel } from "../../ui/panel.tsx";
import { PlainTable } from "../../ui/plain-table.tsx";
import { SecretOnce } from "../../ui/secret-once.tsx";
import { Ago } from "../../ui/time.tsx";
import { useAttempt } from "../../ui/toasts.tsx";

export function WebhooksPanel() {
  const queries = useQueryClient();
  const result = useResource<{ items: Webhook[] }>("webhooks", "/v1/webhooks");
  const refresh = () => queries.invalidateQueries({ queryKey: ["webhooks"] });
  return (
    <div className="stack">
      <NewWebhook onMade={refresh} />
      <Panel title="Webhooks" note="signed by Standard Webhooks">
        <Loaded result={result}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState title="No events are sent anywhere.">
                <p>
                  Give an https address above: it gets each event as it is committed, and the page shows every delivery.
                </p>
              </EmptyState>
            ) : (
              <PlainTable label="Webhooks" head={["Address", "Events", "Made", ""]}>
                {items.map((webhook) => (
                  <WebhookRow key={webhook.id} webhook={webhook} onRemoved={refresh} />
                ))}
              </PlainTable>
            )
          }
        </Loaded>
      </Panel>
    </div>
  );
}

function NewWebhook({ onMade }: { onMade(): void }) {
  const attempt = useAttempt();
  const [url, setUrl] = useState("");
  const [types, setTypes] = useState<readonly EventType[]>([]);
  const [secret, setSecret] = useState<string | null>(null);
  const make = async (event: FormEvent) => {
    event.preventDefault();
    const made = await attempt(() =>
      call<{ secret: string }>("POST", "/v1/webhooks", { body: { url: url.trim(), types } }),
    );
    if (made === null) return;
    setSecret(made.secret);
    setUrl("");
    onMade();
  };
  const toggle = (type: EventType) =>
    setTypes((old) => (old.includes(type) ? old.filter((each) => each !== type) : [...old, type]));
  return (
    <Panel title="Send events to an address">
      <form className="panel-body" onSubmit={make}>
        <TextField
          label="Address"
          type="url"
          placeholder="https://example.com/hooks/deskfleet"
          value={url}
          onChange={(event) => setUrl(event.target.value)}
        />
        <fieldset className="checks">
          <legend className="muted">Events; none chosen means all</legend>
          {EVENT_NAMES.map((type) => (
            <label key={type} className="check">
              <input type="checkbox" checked={types.includes(type)} onChange={() => toggle(type)} />
              <span className="mono">{type}</span>
            </label>
          ))}
        </fieldset>
        <div className="buttons">
          <Button kind="primary" type="submit" disabled={url.trim() === ""}>
            Add webhook
          </Button>
        </div>
        {secret !== null && (
          <SecretOnce label="The secret that signs its deliveries." secret={secret} onDone={() => setSecret(null)} />
        )}
      </form>
    </Panel>
  );
}

function WebhookRow({ webhook, onRemoved }: { webhook: Webhook; onRemoved(): void }) {
  const attempt = useAttempt();
  const { id, url, types, createdAt } = webhook;
  const remove = async () => {
    await attempt(() => call("DELETE", `/v1/webhooks/${id}`), "Removed");
    onRemoved();
  };
  return (
    <tr>
      <td>
        <Link href={`/settings/webhooks/${id}`}>{url}</Link>
      </td>
      <td className="muted">{types.length === 0 ? "all" : types.join(", ")}</td>
      <td>
        <Ago at={createdAt} />
      </td>
      <td>
        <div className="buttons end">
          <Link className="button plain small" href={`/settings/webhooks/${id}`}>
            Deliveries
          </Link>
          <ConfirmButton label="Remove" title="Send no more events there?" size="small" onConfirm={remove}>
            <p>At once; deliveries that wait are given up.</p>
          </ConfirmButton>
        </div>
      </td>
    </tr>
  );
}
