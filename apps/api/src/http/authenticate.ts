import { FleetError, type Principal, type ViewMode } from "@deskfleet/contracts";
import { type Database, findConsoleSession, findPrincipalByKey } from "@deskfleet/store";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../app-env.ts";
import { readConsoleCookie, readViewCookie } from "./cookies.ts";
import type { FailureLimit } from "./rate-limit.ts";
import { requireSameOrigin } from "./same-origin.ts";

/** Below /v1 everything needs a caller, a route written tomorrow too; these few answer without one. */
const OPEN = [
  ["POST", /^\/v1\/console\/sign-in$/],
  ["GET", /^\/v1\/sessions\/[^/]+\/view$/],
  ["POST", /^\/v1\/sessions\/[^/]+\/view\/redeem$/],
] as const;
/** What a view link's cookie is good for: reading that session, and asking for the next socket's ticket. */
const VISITED = [
  ["GET", /^\/v1\/sessions\/([^/]+)$/],
  ["POST", /^\/v1\/sessions\/([^/]+)\/tickets$/],
] as const;
const READS = new Set(["GET", "HEAD", "OPTIONS"]);

export interface Authenticator {
  readonly database: Database;
  readonly failures: FailureLimit;
  readonly publicUrl: string | null;
}

export const isOpen = (method: string, path: string) =>
  OPEN.some(([openMethod, pattern]) => openMethod === method && pattern.test(path));

/**
 * Bearer key, console cookie, or the cookie of a view link, in this order; an Authorization header that is wrong is never made
 * good by a cookie. Reads Postgres for every request: a revoked key is refused by the next one.
 * @throws FleetError `auth.required`, `auth.forbidden` for a cookie's write from another site, `request.rate_limited`
 */
export const authenticate = (options: Authenticator) =>
  createMiddleware<AppEnv>(async (c, next) => {
    if (isOpen(c.req.method, c.req.path)) return next();
    const header = c.req.header("authorization");
    if (header !== undefined) c.set("principal", await byKey(c, options, header));
    else await byCookie(c, options);
    await next();
  });

async function byKey(c: Context<AppEnv>, options: Authenticator, header: string): Promise<Principal> {
  const [, key] = /^Bearer +(\S+)$/i.exec(header) ?? [];
  const principal = key === undefined ? null : await options.database.system((tx) => findPrincipalByKey(tx, key));
  if (principal !== null) return principal;
  await options.failures.countFailure(c);
  throw new FleetError("auth.required", "The key is unknown or was revoked");
}

async function byCookie(c: Context<AppEnv>, options: Authenticator): Promise<void> {
  const visited = VISITED.find(([method, pattern]) => method === c.req.method && pattern.test(c.req.path));
  const sessionId = visited?.[1].exec(c.req.path)?.[1];
  const consoleToken = readConsoleCookie(c);
  const viewToken = sessionId === undefined ? undefined : readViewCookie(c);
  const [consoleSession, visit] = await options.database.system(async (tx) => [
    consoleToken === undefined ? null : await findConsoleSession(tx, consoleToken),
    viewToken === undefined ? null : await findConsoleSession(tx, viewToken),
  ]);
  if (!READS.has(c.req.method)) requireSameOrigin(c, options.publicUrl);
  const isConsole = consoleSession !== null && consoleSession.sessionId === null;
  // A visit is looked at first where it counts: the console may be signed in to another tenant than the link's.
  if (visit !== null && visit.mode !== null && visit.sessionId === sessionId) {
    c.set("principal", visit.principal);
    c.set("visit", { mode: visit.mode, signedIn: isConsole ? consoleSession.principal : null });
  } else if (isConsole) c.set("principal", consoleSession.principal);
  else throw new FleetError("auth.required", "Send a key as Authorization: Bearer, or sign in to the console");
}

/** The caller came with a view link's cookie; `signedIn` is who the same browser is signed in to the console as. */
export interface Visit {
  readonly mode: ViewMode;
  readonly signedIn: Principal | null;
}
