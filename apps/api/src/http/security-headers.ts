import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../app-env.ts";

const PAGE_POLICY = [
  "default-src 'self'",
  "img-src 'self' data: blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];
/** Answers of the API are data: a browser that is made to show one runs nothing. */
const DATA_CSP = "default-src 'none'; frame-ancestors 'none'";
/** No inline script and no inline style; noVNC draws its pointer from a data URL. */
export const PAGE_CSP = PAGE_POLICY.join("; ");
/** Swagger UI sets style attributes from script. */
export const DOCS_CSP = [...PAGE_POLICY, "style-src 'self' 'unsafe-inline'"].join("; ");

/** On every answer. A handler that serves a page sets its own Content-Security-Policy and Cache-Control first. */
export const securityHeaders = (options: { isHttps: boolean }) =>
  createMiddleware<AppEnv>(async (c, next) => {
    await next();
    const headers = c.res.headers;
    if (!headers.has("Content-Security-Policy")) headers.set("Content-Security-Policy", DATA_CSP);
    if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("X-Frame-Options", "DENY");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    headers.set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()");
    if (options.isHttps) headers.set("Strict-Transport-Security", "max-age=31536000");
  });
