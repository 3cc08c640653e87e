import type { ApiKey, CreatedKey, Role } from "@deskfleet/contracts";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ROLE_NAMES } from "../../auth/roles.ts";
import { call } from "../../client/http.ts";
import { useResource } from "../../client/use-resource.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmButton } from "../../ui/confirm-button.tsx";
import { CopyId } from "../../ui/copy-id.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Panel } from "../../ui/panel.tsx";
import { PlainTable } from "../../ui/plain-table.tsx";
import { SecretOnce } from "../../ui/secret-once.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { At } from "../../ui/time.tsx";
import { useAttempt } from "../../ui/toasts.tsx";

const ROLE_SAYS: Readonly<Record<Role, string>> = {
  viewer: "watches and reads",
  operator: "submits tasks, acts and takes control too",
  approver: "answers approvals too",
  admin: "keys, webhooks, the tenant's policy too",
};

export function KeysPanel() {
  const queries = useQueryClient();
  const result = useResource<{ items: ApiKey[] }>("keys", "/v1/keys");
  const refresh = () => queries.invalidateQueries({ queryKey: ["keys"] });
  return (
    <div className="stack">
      <NewKey onMade={refresh} />
      <Panel title="Keys" note="the keys themselves are kept nowhere">
        <Loaded result={result}>
          {({ items }) => (
            <PlainTable label="Keys" head={["Name", "Role", "Id", "Made", "State", ""]}>
              {items.toReversed().map((key) => (
                <KeyRow key={key.id} apiKey={key} onRevoked={refresh} />
              ))}
            </PlainTable>
          )}
        </Loaded>
      </Panel>
      <Panel title="Roles" note="each may do what the ones before it may">
        <ul className="lines">
          {ROLE_NAMES.map((role) => (
            <li key={role}>
              <strong className="role-name">{role}</strong> <span className="muted">{ROLE_SAYS[role]}</span>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}

function NewKey({ onMade }: { onMade(): void }) {
  const attempt = useAttempt();
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("operator");
  const [secret, setSecret] = useState<string | null>(null);
  const make = async (event: FormEvent) => {
    event.preventDefault();
    const made = await attempt(() => call<CreatedKey>("POST", "/v1/keys", { body: { name: name.trim(), role } }));
    if (made === null) return;
    setSecret(made.key);
    setName("");
    onMade();
  };
  return (
    <Panel title="Make a key">
      <form className="panel-body" onSubmit={make}>
        <div className="filters">
          <TextField
            label="Name"
            placeholder="who or what uses it"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <SelectField label="Role" value={role} onChange={(event) => setRole(event.target.value as Role)}>
            {ROLE_NAMES.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </SelectField>
          <Button kind="primary" type="submit" disabled={name.trim() === ""}>
            Make key
          </Button>
        </div>
        {secret !== null && <SecretOnce label="The new key." secret={secret} onDone={() => setSecret(null)} />}
      </form>
    </Panel>
  );
}

function KeyRow({ apiKey, onRevoked }: { apiKey: ApiKey; onRevoked(): void }) {
  const attempt = useAttempt();
  const { id, name, role, createdAt, revokedAt } = apiKey;
  const revoke = async () => {
    await attempt(() => call("DELETE", `/v1/keys/${id}`), `${name} is revoked`);
    onRevoked();
  };
  return (
    <tr>
      <td>{name}</td>
      <td>{role}</td>
      <td>
        <CopyId id={id} />
      </td>
      <td>
        <At at={createdAt} />
      </td>
      <td>{revokedAt === null ? <StateBadge state="in_force" /> : <StateBadge state="revoked" tone="none" />}</td>
      <td>
        {revokedAt === null && (
          <div className="buttons end">
            <ConfirmButton label="Revoke" title={`Revoke ${name}?`} size="small" onConfirm={revoke}>
              <p>At once: its next request is refused, and its log-ins and view links end with it.</p>
            </ConfirmButton>
          </div>
        )}
      </td>
    </tr>
  );
}
