import { z } from "zod";
import { Id, Timestamp } from "./common.ts";
import { EVENT_TYPES } from "./events.ts";

/** Where events may be sent. `allowPrivate` (DESKFLEET_WEBHOOK_ALLOW_PRIVATE=1) adds http to this machine itself. */
export function webhookUrlFault(text: string, options: { readonly allowPrivate: boolean }): string | null {
  if (!URL.canParse(text)) return "an absolute https URL";
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") return "without a user name or password; deliveries are signed";
  if (url.hash !== "") return "without a fragment";
  if (url.protocol === "https:") return null;
  if (url.protocol === "http:" && options.allowPrivate && isLoopbackName(url.hostname)) return null;
  return "an https URL";
}

/** `hostname` as URL gives it: lower case, numbers in any notation made dotted, IPv6 in brackets. */
const isLoopbackName = (hostname: string) => /^(localhost|127(\.[0-9]{1,3}){3}|\[::1\])$/.test(hostname);

export const WebhookUrl = z.url({ protocol: /^https?$/ }).max(2_000);

export const CreateWebhook = z.strictObject({
  url: WebhookUrl,
  /** Empty: all. */
  types: z.array(z.enum(EVENT_TYPES)).max(EVENT_TYPES.length).default([]),
});
export type CreateWebhook = z.infer<typeof CreateWebhook>;

export const Webhook = z.strictObject({
  id: Id,
  url: z.string(),
  types: z.array(z.enum(EVENT_TYPES)),
  createdAt: Timestamp,
});
export type Webhook = z.infer<typeof Webhook>;

/** Why a try failed, without a word of the other side: `status` means an answer outside 200 to 299. */
export const DELIVERY_ERRORS = [
  "status",
  "timeout",
  "connection",
  "name_not_found",
  "address_refused",
  "webhook_removed",
] as const;
export type DeliveryError = (typeof DELIVERY_ERRORS)[number];

/** One event on its way to one address. `id` is the header `webhook-id`: the same at every try. */
export const WebhookDelivery = z.strictObject({
  id: Id,
  /** Null: the task named the address itself. */
  webhookId: Id.nullable(),
  eventType: z.enum(EVENT_TYPES),
  taskId: Id.nullable(),
  url: z.string(),
  state: z.enum(["pending", "delivered", "failed"]),
  tries: z.number().int(),
  lastStatus: z.number().int().nullable(),
  lastError: z.enum(DELIVERY_ERRORS).nullable(),
  /** Of the next try, while it is pending. */
  nextAt: Timestamp.nullable(),
  createdAt: Timestamp,
  deliveredAt: Timestamp.nullable(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;
