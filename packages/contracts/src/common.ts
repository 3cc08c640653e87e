import { z } from "zod";

export const Id = z.uuid();
/** ISO 8601 UTC. There is no year 0: Postgres refuses it. */
export const Timestamp = z.iso.datetime().regex(/^(?!0000)/, "a year from 0001 on");

const DURATION_MS_MAX = 7 * 24 * 3_600_000;
/** `500ms`, `10s`, `5m`, `2h`; more than nothing, and at most a week: timers and columns hold 24 days. */
export const Duration = z
  .string()
  .regex(/^[0-9]{1,9}(ms|s|m|h)$/, "a duration such as 500ms, 10s, 5m or 2h")
  .refine((text) => durationMs(text) >= 1 && durationMs(text) <= DURATION_MS_MAX, "from 1ms to 168h");
const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;
export function durationMs(duration: string): number {
  const [, amount, unit] = /^([0-9]+)(ms|s|m|h)$/.exec(duration) ?? [];
  return Number(amount) * UNIT_MS[unit as keyof typeof UNIT_MS];
}

/** Lowest to highest; a role may do all that the ones before it may. */
export const ROLES = ["viewer", "operator", "approver", "admin"] as const;
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;

/** Who calls: an API key or a console user, always inside one tenant. */
export const Principal = z.strictObject({ id: Id, tenantId: Id, role: Role, name: z.string() });
export type Principal = z.infer<typeof Principal>;

/** Cursor paging: `nextCursor` is null on the last page. */
export const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(512).optional(),
});
export type PageQuery = z.infer<typeof PageQuery>;
export interface Page<T> {
  readonly items: T[];
  readonly nextCursor: string | null;
}

/** Pixels; x and y are the top-left corner. */
export const Rectangle = z.strictObject({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
});

/** A JSON value as data that callers give and get back. */
export const JsonObject = z.record(z.string(), z.unknown());
export type JsonObject = z.infer<typeof JsonObject>;
