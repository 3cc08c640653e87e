import { FleetError, Principal, Timestamp } from "@deskfleet/contracts";
import { createConsoleSession, endConsoleSession, findPrincipalByKey } from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { App } from "../../app-env.ts";
import { dropConsoleCookie, readConsoleCookie, setConsoleCookie } from "../../http/cookies.ts";
import { problems } from "../../http/problems.ts";
import { json, jsonBody } from "../../http/responses.ts";
import { requireSameOrigin } from "../../http/same-origin.ts";
import { isOperator, type Services } from "../../services.ts";

/** A working day. */
const CONSOLE_TTL_SECONDS = 12 * 3_600;
const ConsoleSession = z.strictObject({ principal: Principal, expiresAt: Timestamp }).meta({ id: "ConsoleSession" });
const Caller = z
  .strictObject({
    principal: Principal,
    isOperator: z.boolean().meta({ description: "May stop the fleet, drain workers and read every tenant's audit" }),
  })
  .meta({ id: "Caller" });
const tags = ["console"];

const signIn = createRoute({
  tags,
  method: "post",
  path: "/v1/console/sign-in",
  summary: "Sign in with an API key",
  description: "Answers with an HttpOnly, SameSite=Strict cookie. Only from the console's own pages.",
  security: [],
  request: jsonBody(z.strictObject({ key: z.string().min(1).max(200) })),
  responses: {
    200: json(ConsoleSession, "Signed in"),
    ...problems("request.invalid", "auth.required", "auth.forbidden", "request.rate_limited"),
  },
});

const current = createRoute({
  tags,
  method: "get",
  path: "/v1/console/session",
  summary: "Who calls",
  responses: { 200: json(Caller, "The caller"), ...problems("auth.required") },
});

const signOut = createRoute({
  tags,
  method: "post",
  path: "/v1/console/sign-out",
  summary: "Sign out",
  responses: { 204: { description: "Signed out" }, ...problems("auth.required", "auth.forbidden") },
});

export function consoleRoutes(app: App, services: Services): void {
  const { database, failures, config } = services;

  app.openapi(signIn, async (c) => {
    // Without this a foreign page could sign a browser in to the attacker's tenant.
    requireSameOrigin(c, config.publicUrl);
    const { key } = c.req.valid("json");
    const made = await database.system(async (tx) => {
      const principal = await findPrincipalByKey(tx, key);
      if (principal === null) return null;
      return { principal, ...(await createConsoleSession(tx, { principal, ttlSeconds: CONSOLE_TTL_SECONDS })) };
    });
    if (made === null) {
      await failures.countFailure(c);
      throw new FleetError("auth.required", "The key is unknown or was revoked");
    }
    setConsoleCookie(c, services, made.token, CONSOLE_TTL_SECONDS);
    return c.json({ principal: made.principal, expiresAt: made.expiresAt }, 200);
  });

  app.openapi(current, (c) => {
    const { principal } = c.var;
    return c.json({ principal, isOperator: isOperator(services, principal) }, 200);
  });

  app.openapi(signOut, async (c) => {
    const token = readConsoleCookie(c);
    if (token !== undefined) await database.system((tx) => endConsoleSession(tx, token));
    dropConsoleCookie(c, services);
    return c.body(null, 204);
  });
}
