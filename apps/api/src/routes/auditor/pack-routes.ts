import { FleetError, PackName, RulePackDocument } from "@deskfleet/contracts";
import { packOf } from "@deskfleet/gates";
import { findPack, listPacks, putPack } from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { App } from "../../app-env.ts";
import { auditEvent } from "../../audit-event.ts";
import { problems } from "../../http/problems.ts";
import { requireRole } from "../../http/require-role.ts";
import { json, jsonBody } from "../../http/responses.ts";
import { PageParams, pageOf } from "../../http/schemas.ts";
import type { Services } from "../../services.ts";
import { activatePack } from "./activate-pack.ts";
import { packFaults } from "./pack-faults.ts";
import { NameParam, PackSchema } from "./pack-schema.ts";

const tags = ["auditor"];
const FAULTS_MAX = 100;

const list = createRoute({
  tags,
  method: "get",
  path: "/v1/auditor/packs",
  summary: "List the versions of the tenant's rule packs, newest first",
  description: "Without their documents.",
  request: {
    query: PageParams.extend({
      name: PackName.optional(),
      active: z.enum(["true"]).optional().meta({ description: "Only those in force" }),
    }),
  },
  responses: { 200: json(pageOf(PackSchema), "One page"), ...problems("request.invalid", "auth.required") },
});

const get = createRoute({
  tags,
  method: "get",
  path: "/v1/auditor/packs/{name}",
  summary: "Read a rule pack",
  request: {
    params: NameParam,
    query: z.strictObject({
      version: z.coerce
        .number()
        .int()
        .min(1)
        .max(1_000_000_000)
        .optional()
        .meta({ description: "Default: the newest" }),
    }),
  },
  responses: {
    200: json(PackSchema, "The version"),
    ...problems("request.invalid", "auth.required", "resource.not_found"),
  },
});

const put = createRoute({
  tags,
  middleware: requireRole("admin"),
  method: "put",
  path: "/v1/auditor/packs/{name}",
  summary: "Store a rule pack's next version",
  description:
    "Not in force before it is activated. Every example is judged by its rule first; a rule that does not do what its examples say is refused, with the place of the example.",
  request: { params: NameParam, ...jsonBody(RulePackDocument.meta({ id: "RulePackDocument" })) },
  responses: {
    200: json(PackSchema, "The new version"),
    ...problems(
      ...(["request.invalid", "request.malformed", "request.too_large"] as const),
      ...(["auth.required", "auth.forbidden", "audit.unavailable"] as const),
    ),
  },
});

export function packRoutes(app: App, services: Services): void {
  const { database, audit } = services;

  app.openapi(list, async (c) => {
    const { limit, cursor, name, active } = c.req.valid("query");
    const filters = { name, isActive: active && true };
    const page = await database.tenant(c.var.principal.tenantId, (tx) => listPacks(tx, filters, { limit, cursor }));
    return c.json(page, 200);
  });

  app.openapi(get, async (c) => {
    const { name } = c.req.valid("param");
    const { version } = c.req.valid("query");
    const pack = await database.tenant(c.var.principal.tenantId, (tx) => findPack(tx, name, version));
    if (pack === null) throw new FleetError("resource.not_found", "there is no such pack or version");
    return c.json(pack, 200);
  });

  app.openapi(put, async (c) => {
    const { principal } = c.var;
    const { tenantId } = principal;
    const { name } = c.req.valid("param");
    const document = c.req.valid("json");
    const faults = await packFaults(packOf(name, 1, document));
    if (faults.length > 0)
      throw new FleetError("request.invalid", "The pack has faults; each says where", {
        faults: faults.slice(0, FAULTS_MAX),
        ...(faults.length > FAULTS_MAX ? { data: { faultCount: faults.length } } : {}),
      });
    const stored = await database.tenant(tenantId, async (tx) => {
      const pack = await putPack(tx, { tenantId, name, document, createdBy: `principal:${principal.id}` });
      const params = { pack: name, version: pack.version, rules: document.rules.length };
      await audit.append(auditEvent(principal, { action: "auditor.put_pack", params }));
      return pack;
    });
    return c.json(stored, 200);
  });

  activatePack(app, services);
}
