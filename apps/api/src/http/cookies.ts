import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { AppEnv } from "../app-env.ts";

/** A log-in of the console: good for everything that the principal may do. */
const CONSOLE_COOKIE = "deskfleet_console";
/** Bought with a view link's ticket: good for one session's page and mode. Sent only below that session's path. */
const VIEW_COOKIE = "deskfleet_view";

export interface CookieOptions {
  /** Behind https. Without it a browser would drop the cookie of a local `npm start`. */
  readonly isHttps: boolean;
  readonly config: { readonly publicUrl: string | null };
}

export const readConsoleCookie = (c: Context<AppEnv>) => getCookie(c, CONSOLE_COOKIE);
export const readViewCookie = (c: Context<AppEnv>) => getCookie(c, VIEW_COOKIE);
/** As the browser sees it: below the path that a proxy takes off, where there is one. */
const viewPath = ({ config, sessionId }: CookieOptions & { sessionId: string }) =>
  `${config.publicUrl === null ? "" : new URL(config.publicUrl).pathname.replace(/\/$/, "")}/v1/sessions/${sessionId}`;

const attributes = (options: CookieOptions) =>
  ({ httpOnly: true, sameSite: "Strict", secure: options.isHttps }) as const;

export function setConsoleCookie(c: Context<AppEnv>, options: CookieOptions, token: string, maxAge: number): void {
  setCookie(c, CONSOLE_COOKIE, token, { ...attributes(options), path: "/", maxAge });
}

export function setViewCookie(
  c: Context<AppEnv>,
  options: CookieOptions & { sessionId: string; maxAge: number },
  token: string,
): void {
  setCookie(c, VIEW_COOKIE, token, {
    ...attributes(options),
    path: viewPath(options),
    maxAge: options.maxAge,
  });
}

export function dropConsoleCookie(c: Context<AppEnv>, options: CookieOptions): void {
  deleteCookie(c, CONSOLE_COOKIE, { ...attributes(options), path: "/" });
}
