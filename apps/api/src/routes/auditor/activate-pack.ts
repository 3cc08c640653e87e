import { ActivatePack, type CaseScore, FleetError, PackTrial, type Principal } from "@deskfleet/contracts";
import { type ActivePack, activePacks, findPack, lockPacks, setActivePack, type Tx } from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import type { App } from "../../app-env.ts";
import { auditEvent } from "../../audit-event.ts";
import { problems } from "../../http/problems.ts";
import { requireRole } from "../../http/require-role.ts";
import { json, jsonBody } from "../../http/responses.ts";
import type { Services } from "../../services.ts";
import { Turns } from "../workflows/turns.ts";
import { NameParam, PackSchema } from "./pack-schema.ts";
import { readCases } from "./read-cases.ts";
import { isWorse, readPack, rulesWith, type Trial, tryRules } from "./try-pack.ts";

const tags = ["auditor"];
const refusals = [
  ...(["request.invalid", "request.malformed", "auth.required", "auth.forbidden"] as const),
  ...(["resource.not_found", "resource.conflict", "audit.unavailable"] as const),
] as const;

const activate = createRoute({
  tags,
  middleware: requireRole("admin"),
  method: "post",
  path: "/v1/auditor/packs/{name}/activate",
  summary: "Put a version of a rule pack in force, after a trial",
  description:
    "First the samples that ship and the tenant's cases are judged by the rules in force and by those with the pack. Where fewer dangerous cases would be stopped, or more harmless ones, it is refused unless `isForced`. `isTrial` only shows both scores. Running sessions obey within a second.",
  request: { params: NameParam, ...jsonBody(ActivatePack) },
  responses: { 200: json(PackTrial.meta({ id: "PackTrial" }), "Both scores"), ...problems(...refusals) },
});

const deactivate = createRoute({
  tags,
  middleware: requireRole("admin"),
  method: "post",
  path: "/v1/auditor/packs/{name}/deactivate",
  summary: "Take a rule pack out of force",
  description: "Running sessions obey within a second.",
  request: { params: NameParam },
  responses: { 200: json(PackSchema, "The version that was in force"), ...problems(...refusals) },
});

export function activatePack(app: App, services: Services): void {
  const { database, audit } = services;
  // A trial takes a second or more of this process; those of many requests side by side would add up for everybody else.
  const turns = new Turns();

  app.openapi(activate, async (c) => {
    const { principal } = c.var;
    const { name } = c.req.valid("param");
    const { version, isTrial, isForced } = c.req.valid("json");
    const { active, trial } = await turns.take(() => tryPack(services, principal, { name, version }));
    if (isTrial) return c.json({ ...trial, isActivated: false }, 200);
    if (isWorse(trial) && !isForced)
      throw new FleetError(
        "resource.conflict",
        "With this pack fewer dangerous cases would be stopped, or more harmless ones; isForced puts it in force all the same",
        { data: { before: countsOf(trial.before), after: countsOf(trial.after) } },
      );
    await database.tenant(principal.tenantId, async (tx) => {
      await lockPacks(tx, principal.tenantId);
      if (keyOf(await activePacks(tx)) !== keyOf(active))
        throw new FleetError("resource.conflict", "Other packs came into force during the trial; try it again");
      await setActivePack(tx, { tenantId: principal.tenantId, name, version });
      const scores = { before: countsOf(trial.before), after: countsOf(trial.after) };
      const params = { pack: name, version, isForced, ...scores };
      await audit.append(auditEvent(principal, { action: "auditor.activate_pack", params }));
    });
    return c.json({ ...trial, isActivated: true }, 200);
  });

  app.openapi(deactivate, async (c) => {
    const { principal } = c.var;
    const { name } = c.req.valid("param");
    const pack = await database.tenant(principal.tenantId, async (tx) => {
      await lockPacks(tx, principal.tenantId);
      const active = (await activePacks(tx)).find((each) => each.name === name);
      if (active === undefined) throw await notActive(tx, name);
      await setActivePack(tx, { tenantId: principal.tenantId, name, version: null });
      const params = { pack: name, version: active.version };
      await audit.append(auditEvent(principal, { action: "auditor.deactivate_pack", params }));
      return findPack(tx, name, active.version);
    });
    return c.json(pack!, 200);
  });
}

/** @throws FleetError `resource.not_found`, `request.invalid` where the stored version cannot be used any more */
async function tryPack(
  { database }: Services,
  { tenantId }: Principal,
  { name, version }: { name: string; version: number },
): Promise<{ active: ActivePack[]; trial: Trial }> {
  const { pack, active } = await database.tenant(tenantId, async (tx) => ({
    pack: await findPack(tx, name, version),
    active: await activePacks(tx),
  }));
  if (pack === null) throw new FleetError("resource.not_found", "there is no such pack or version");
  const read = await readPack(pack);
  if ("faults" in read)
    throw new FleetError("request.invalid", "This version of the pack cannot be used any more; store another one", {
      faults: read.faults.slice(0, 100),
    });
  // As they are merged in force: by name.
  const after = [...active.filter((each) => each.name !== name), pack].sort((a, b) => (a.name < b.name ? -1 : 1));
  const rules = { before: await rulesWith(active), after: await rulesWith(after) };
  return { active, trial: await tryRules(rules, readCases(database, tenantId)) };
}

const keyOf = (packs: readonly ActivePack[]): string => packs.map(({ name, version }) => `${name}@${version}`).join();

/** Without the cases, which are many. */
const countsOf = ({ wrong: _wrong, ...counts }: CaseScore) => counts;

async function notActive(tx: Tx, name: string): Promise<FleetError> {
  if ((await findPack(tx, name)) === null) return new FleetError("resource.not_found", "there is no such pack");
  return new FleetError("resource.conflict", "no version of this pack is in force");
}
