import { FleetError, Timestamp, ViewMode } from "@deskfleet/contracts";
import { createConsoleSession, redeemTicket as storeRedeem } from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { App } from "../../app-env.ts";
import { setViewCookie } from "../../http/cookies.ts";
import { problems } from "../../http/problems.ts";
import { json, jsonBody } from "../../http/responses.ts";
import { requireSameOrigin } from "../../http/same-origin.ts";
import { IdParam } from "../../http/schemas.ts";
import type { Services } from "../../services.ts";

/** The longest a desktop is watched by one link. An ended session ends it sooner: no ticket is given for it any more. */
const VISIT_TTL_SECONDS = 24 * 3_600;

const route = createRoute({
  tags: ["live view"],
  method: "post",
  path: "/v1/sessions/{id}/view/redeem",
  summary: "Exchange a view link's ticket for a cookie",
  description:
    "Called by the live view page. The cookie is HttpOnly and good for this session and the ticket's mode only.",
  security: [],
  request: { params: IdParam, ...jsonBody(z.strictObject({ ticket: z.string().min(1).max(200) })) },
  responses: {
    200: json(z.strictObject({ mode: ViewMode, expiresAt: Timestamp }), "The cookie is set"),
    ...problems("request.invalid", "ticket.invalid", "auth.forbidden", "request.rate_limited"),
  },
});

export function redeemTicket(app: App, services: Services): void {
  app.openapi(route, async (c) => {
    requireSameOrigin(c, services.config.publicUrl);
    const { id } = c.req.valid("param");
    const { ticket } = c.req.valid("json");
    const visit = await services.database.system(async (tx) => {
      const redeemed = await storeRedeem(tx, ticket);
      // Presented at the wrong session it is used up as well: a leaked ticket gets no second guess.
      if (redeemed === null || redeemed.sessionId !== id) return null;
      const { principal, mode } = redeemed;
      return {
        mode,
        ...(await createConsoleSession(tx, { principal, sessionId: id, mode, ttlSeconds: VISIT_TTL_SECONDS })),
      };
    });
    services.metrics.tickets.inc({ outcome: visit === null ? "refused" : "redeemed" });
    if (visit === null) {
      await services.failures.countFailure(c);
      throw new FleetError("ticket.invalid", "The link was used already or has expired; ask for a new one");
    }
    setViewCookie(c, { ...services, sessionId: id, maxAge: VISIT_TTL_SECONDS }, visit.token);
    return c.json({ mode: visit.mode, expiresAt: visit.expiresAt }, 200);
  });
}
