import { createHmac } from "node:crypto";

/**
 * The headers of Standard Webhooks: HMAC-SHA256 over `id.timestamp.body`. The receiver compares the signature, refuses old
 * timestamps, and knows a repeat by its id.
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signDelivery(
  secret: string,
  message: { readonly id: string; readonly atSeconds: number; readonly body: string },
): Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string> {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const { id, atSeconds, body } = message;
  const signature = createHmac("sha256", key).update(`${id}.${atSeconds}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": String(atSeconds), "webhook-signature": `v1,${signature}` };
}
