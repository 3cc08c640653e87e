import { CreateTicket, FleetError, type Principal, Ticket, type ViewMode } from "@deskfleet/contracts";
import { createTicket as storeTicket } from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { App, AppEnv } from "../../app-env.ts";
import { auditEvent } from "../../audit-event.ts";
import { problems } from "../../http/problems.ts";
import { hasRole } from "../../http/require-role.ts";
import { json, jsonBody } from "../../http/responses.ts";
import { IdParam } from "../../http/schemas.ts";
import type { Services } from "../../services.ts";

const TICKET_TTL_SECONDS = 15;

const route = createRoute({
  tags: ["live view"],
  method: "post",
  path: "/v1/sessions/{id}/tickets",
  summary: "Get a ticket for the live view",
  description:
    "Good once and for 15 seconds, for this session and mode: open `url` in a browser, or the WebSocket `/v1/sessions/{id}/vnc?ticket=…` with subprotocol `binary` (raw RFB). `control` needs the role operator.",
  request: { params: IdParam, ...jsonBody(CreateTicket) },
  responses: {
    201: json(Ticket.meta({ id: "Ticket" }), "The ticket"),
    ...problems("request.invalid", "auth.required", "auth.forbidden", "resource.not_found", "session.ended"),
  },
});

export function createTicket(app: App, services: Services): void {
  app.openapi(route, async (c) => {
    const { id } = c.req.valid("param");
    const { mode } = c.req.valid("json");
    const principal = ticketHolder(c, mode);
    const made = await services.database.tenant(principal.tenantId, (tx) =>
      storeTicket(tx, { sessionId: id, principalId: principal.id, mode, ttlSeconds: TICKET_TTL_SECONDS }),
    );
    if (mode === "control")
      await services.audit.append(
        auditEvent(principal, { action: "session.control_ticket", params: { sessionId: id } }),
      );
    // The fragment stays in the browser: no server, proxy or log on the way sees it.
    const root = services.config.publicUrl?.replace(/\/?$/, "/") ?? new URL("/", c.req.url).href;
    const url = new URL(`v1/sessions/${id}/view#ticket=${made.ticket}`, root);
    return c.json({ ...made, mode, url: url.href }, 201);
  });
}

/** A view link's cookie gives no more than its own mode; whoever is signed in to the console beside it may have more. */
function ticketHolder(c: Context<AppEnv>, mode: ViewMode): Principal {
  const { principal, visit } = c.var;
  const isEnough = (holder: Principal) => mode === "view" || hasRole(holder, "operator");
  const isWithinVisit = visit === undefined || mode === "view" || visit.mode === "control";
  if (isWithinVisit && isEnough(principal)) return principal;
  if (visit?.signedIn && isEnough(visit.signedIn)) return visit.signedIn;
  throw new FleetError("auth.forbidden", "Control needs the role operator, and a link or log-in that includes it");
}
