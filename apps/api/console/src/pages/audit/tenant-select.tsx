import type { Tenant } from "@deskfleet/contracts";
import { useQuery } from "@tanstack/react-query";
import { usePrincipal } from "../../auth/auth-context.tsx";
import { call } from "../../client/http.ts";
import { SelectField } from "../../ui/field.tsx";

/** Whose audit is read: for the fleet's operator, who alone gets an answer here. Each look into another tenant's is recorded. */
export function TenantSelect({ value, onChange }: { value: string; onChange(tenantId: string): void }) {
  const { tenantId: own } = usePrincipal();
  const { data } = useQuery({
    queryKey: ["tenants"],
    queryFn: ({ signal }) => call<{ items: Tenant[] }>("GET", "/v1/tenants", { signal }),
  });
  const others = data?.items.filter(({ id }) => id !== own) ?? [];
  return (
    <span className="filters">
      <SelectField label="Tenant" value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">your own</option>
        {others.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    </span>
  );
}
