import { hkdfSync } from "node:crypto";

const SECRET_BYTES = 32;

/**
 * What signs the deliveries of one webhook, or, for `task`, those to the addresses that a tenant's tasks name themselves:
 * derived from the fleet's secret, so that no table, backup or log has it. Another fleet secret means other webhook secrets.
 * @see https://www.standardwebhooks.com (the form `whsec_` + base64)
 */
export function webhookSecret(
  fleetSecret: string,
  owner: { readonly webhookId: string } | { readonly tenantId: string },
): string {
  const info =
    "webhookId" in owner ? `deskfleet webhook ${owner.webhookId}` : `deskfleet task webhooks ${owner.tenantId}`;
  const key = hkdfSync("sha256", Buffer.from(fleetSecret, "hex"), Buffer.alloc(0), info, SECRET_BYTES);
  return `whsec_${Buffer.from(key).toString("base64")}`;
}
