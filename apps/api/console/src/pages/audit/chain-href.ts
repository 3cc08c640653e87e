/** Address of the proof of one chain; of another tenant's with the tenant. */
export const chainHref = (chain: string, tenantId: string | null): string =>
  `/audit/verify?${new URLSearchParams({ chain, ...(tenantId !== null && { tenantId }) })}`;
