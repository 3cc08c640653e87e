import type { App } from "./app-env.ts";

const DESCRIPTION = `Work on real Linux desktops: tasks and batches, interactive sessions, approvals, policies, audit.

Send a key as \`Authorization: Bearer dk_…\`. Errors are RFC 9457 problem documents; programs read \`code\`. Lists are paged by
\`cursor\`. A resource of another tenant answers like one that does not exist. Creates take an \`Idempotency-Key\`.`;

/** `/openapi.json`, made of the very schemas that parse the requests. */
export function describeApi(app: App): void {
  app.openAPIRegistry.registerComponent("securitySchemes", "key", {
    type: "http",
    scheme: "bearer",
    description: "An API key; its role decides what it may do: viewer, operator, approver, admin",
  });
  app.doc31("/openapi.json", {
    openapi: "3.1.0",
    info: { title: "Deskfleet", version: "1.0.0", description: DESCRIPTION, license: { name: "Apache-2.0" } },
    security: [{ key: [] }],
  });
}
