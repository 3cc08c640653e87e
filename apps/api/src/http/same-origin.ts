import { FleetError } from "@deskfleet/contracts";
import type { Context } from "hono";
import type { AppEnv } from "../app-env.ts";

/**
 * Whether a browser sent this from one of our own pages. `Sec-Fetch-Site` cannot be set by script; where a browser is too
 * old to send it, Origin has to name the host that was asked. A request with neither is not from our page.
 */
export function isSameOrigin(headers: { get(name: string): string | null }, publicUrl: string | null): boolean {
  const origin = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin") return false;
  if (origin === null) return site === "same-origin";
  if (!URL.canParse(origin)) return false;
  return new URL(origin).host === headers.get("host") || (publicUrl !== null && new URL(publicUrl).origin === origin);
}

/** For every write that a cookie authenticates. @throws FleetError `auth.forbidden` */
export function requireSameOrigin(c: Context<AppEnv>, publicUrl: string | null): void {
  if (isSameOrigin(c.req.raw.headers, publicUrl)) return;
  throw new FleetError("auth.forbidden", "A cookie only counts for writes that come from the console's own pages");
}
