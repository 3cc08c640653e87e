import { randomUUID } from "node:crypto";
import {
  ERRORS,
  FindElements,
  FleetError,
  FrameRequest,
  Id,
  InternalAction,
  InternalCreateSession,
  InternalLook,
  InternalSelfTest,
  InternalStop,
  type Principal,
  ROLES,
  type Role,
  type SelfTestReport,
  toFaults,
  toProblem,
} from "@deskfleet/contracts";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { z } from "zod";
import { LookAsked } from "../anchors/capture-for.ts";
import { findElements } from "../app-state/find-elements.ts";
import { withFrameInstead } from "../app-state/frame-instead.ts";
import { perform } from "../perform.ts";
import type { SelfTestOptions } from "../selftest/run-self-test.ts";
import { lookForGates } from "../sessions/gate-context.ts";
import type { LiveSession, Services } from "../sessions/live-session.ts";
import type { StoredSession } from "../sessions/records.ts";
import type { SessionHost } from "../sessions/session-host.ts";
import { readForPerson } from "../view/read-for-person.ts";
import { answerPerformed } from "./framed.ts";
import type { VerifyToken } from "./verify-token.ts";

export interface InternalAppOptions {
  readonly host: SessionHost;
  readonly services: Services;
  readonly verifyToken: VerifyToken;
  /** Runs the self-test on a session of its own, in its turn. */
  readonly selfTest: (session: SelfTestOptions["session"]) => Promise<SelfTestReport>;
}
type Env = { Variables: { principal: Principal } };
type Ctx = Context<Env>;

/** Four million characters of file content, each escaped. */
const ACTION_BYTES_MAX = 32 * 1_048_576;
const ORDER_BYTES_MAX = 65_536;

/**
 * The worker's internal API (contracts' internal.ts): parse, one call, answer. Everything under /internal needs a token,
 * unknown paths too; a session of another tenant answers like a missing one. `/metrics` is for the operator's scraper.
 */
export function createInternalApp({ host, services, verifyToken, selfTest }: InternalAppOptions): Hono<Env> {
  const app = new Hono<Env>();
  app.onError((error, c) => problem(c, error, services));
  app.notFound((c) => problem(c, new FleetError("resource.not_found", "There is no such path"), services));

  app.use("/internal/*", async (c, next) => {
    const { pathname, search } = new URL(c.req.url);
    const authorization = c.req.header("authorization");
    c.set("principal", await verifyToken({ authorization, method: c.req.method, path: pathname + search }));
    await next();
  });
  for (const verb of ["actions", "look", "find"]) app.use(`/internal/sessions/:id/${verb}`, limit(ACTION_BYTES_MAX));
  app.use("/internal/*", async (c, next) =>
    /\/(?:actions|look|find)$/.test(c.req.path) ? next() : limit(ORDER_BYTES_MAX)(c, next),
  );

  app.get("/internal/healthz", (c) => c.json({ workerId: services.workerId, used: host.used }));
  app.get("/metrics", async (c) => {
    const { registry } = services.metrics;
    return c.text(await registry.metrics(), 200, { "content-type": registry.contentType });
  });

  app.post("/internal/sessions", async (c) => {
    const principal = allow(c, "operator");
    const { sessionId } = await body(c, InternalCreateSession);
    const row = await rowToStart(services, principal, sessionId);
    const { desktop, grants, fencingToken, idleTimeoutSeconds, projectId, goal, trustedDomains } = row;
    await host.open({
      ...{ sessionId, principal, projectId, desktop, grants, fencingToken, idleTimeoutSeconds },
      ...{ goal, trustedDomains },
      tenantId: principal.tenantId,
    });
    return c.body(null, 204);
  });
  app.post("/internal/selftest", async (c) => {
    const principal = allow(c, "admin");
    const { sessionId } = await body(c, InternalSelfTest);
    const { desktop, fencingToken } = await rowToStart(services, principal, sessionId);
    return c.json(await selfTest({ sessionId, principal, desktop, fencingToken }));
  });
  app.post("/internal/sessions/:id/actions", async (c) => {
    const principal = allow(c, "operator");
    const session = sessionOf(host, c);
    // The API ends the connection of a call that its caller gave up.
    const { signal } = c.req.raw;
    const call = { ...(await body(c, InternalAction)), principal, signal };
    try {
      return answerPerformed(await perform(session, call));
    } catch (error) {
      if (error instanceof LookAsked) return answerPerformed({ outcome: "ask", ...error.asked });
      throw await withFrameInstead(error, session, call);
    }
  });
  app.post("/internal/sessions/:id/frame", async (c) => {
    const principal = allow(c, "viewer");
    const session = sessionOf(host, c);
    const params = await body(c, FrameRequest);
    return answerPerformed(await perform(session, { tool: "computer_screen_capture", params, principal }));
  });
  app.post("/internal/sessions/:id/look", async (c) => {
    allow(c, "operator");
    const session = sessionOf(host, c);
    const { tool, params } = await body(c, InternalLook);
    return c.json(await lookForGates(session, tool, params));
  });
  app.post("/internal/sessions/:id/find", async (c) => {
    const principal = allow(c, "operator");
    const session = sessionOf(host, c);
    const { signal } = c.req.raw;
    const finding = await findElements(session, { ...(await body(c, FindElements)), principal, signal });
    return finding.outcome === "ask" ? answerPerformed(finding) : c.json(finding.found);
  });
  app.post("/internal/sessions/:id/clipboard", async (c) => {
    const principal = allow(c, "operator");
    return c.json(await readForPerson(sessionOf(host, c), principal));
  });
  app.post("/internal/sessions/:id/stop", async (c) => {
    const principal = allow(c, "operator");
    await host.stop(sessionOf(host, c).id, "stopped by a person", actorOf(principal));
    return c.body(null, 204);
  });
  app.post("/internal/sessions/:id/pause", async (c) => {
    const principal = allow(c, "operator");
    await host.pause(sessionOf(host, c).id, principal);
    return c.body(null, 204);
  });
  app.post("/internal/sessions/:id/resume", async (c) => {
    const principal = allow(c, "operator");
    await host.resume(sessionOf(host, c).id, actorOf(principal));
    return c.body(null, 204);
  });
  app.post("/internal/sessions/:id/close", async (c) => {
    allow(c, "operator");
    await host.close(sessionOf(host, c).id, "closed");
    return c.body(null, 204);
  });
  app.post("/internal/stop", async (c) => {
    const principal = allow(c, "admin");
    const { scope } = await body(c, InternalStop);
    const order = { scope, actor: actorOf(principal), reason: `${scope} stopped` };
    await host.stopAll(scope === "tenant" ? principal.tenantId : null, order);
    return c.body(null, 204);
  });
  app.post("/internal/approvals/:id/execute", async (c) => {
    const principal = allow(c, "operator");
    const id = parse(Id, c.req.param("id"));
    const record = await services.records.findApproval(principal.tenantId, id);
    const session = record === null ? undefined : host.find(record.approval.sessionId);
    if (record === null) throw new FleetError("resource.not_found", "There is no such approval");
    // The attempt that asked waits for the answer and executes it itself; a second one here would take it away from it.
    if (record.approval.isTaskStep)
      throw new FleetError("resource.conflict", "The task that asked goes on by itself once it is answered");
    if (session === undefined) throw new FleetError("session.ended", "The session that asked has ended");
    const { tool } = record.approval;
    return answerPerformed(await perform(session, { tool, params: {}, principal, approvalId: id }));
  });
  return app;
}

/** The row that the API wrote for a session that this worker shall start. */
async function rowToStart({ records }: Services, principal: Principal, sessionId: string): Promise<StoredSession> {
  const row = await records.findSession(principal.tenantId, sessionId);
  if (row === null || row.principalId !== principal.id)
    throw new FleetError("resource.not_found", "There is no such session");
  if (row.state !== "starting") throw new FleetError("resource.conflict", "The session was started already");
  return row;
}

/** @throws FleetError `auth.forbidden`: the API checked already, this is the second lock on the same door */
function allow(c: Ctx, role: Role): Principal {
  const { principal } = c.var;
  if (ROLES.indexOf(principal.role) >= ROLES.indexOf(role)) return principal;
  throw new FleetError("auth.forbidden", "The role does not allow this");
}

function sessionOf(host: SessionHost, c: Ctx): LiveSession {
  const session = host.find(c.req.param("id") ?? "");
  if (session !== undefined && session.tenantId === c.var.principal.tenantId) return session;
  throw new FleetError("resource.not_found", "This worker does not hold the session");
}

const actorOf = ({ id }: Principal): string => `principal:${id}`;

const limit = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw new FleetError("request.too_large", `The body holds at most ${maxSize} bytes`);
    },
  });

async function body<T extends z.ZodType>(c: Ctx, schema: T): Promise<z.output<T>> {
  let value: unknown;
  try {
    value = await c.req.json();
  } catch (cause) {
    if (cause instanceof FleetError) throw cause;
    throw new FleetError("request.malformed", "The body is not JSON", { cause });
  }
  return parse(schema, value);
}

function parse<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new FleetError("request.invalid", "The request is not valid", { faults: toFaults(parsed.error) });
}

function problem(c: Context, error: unknown, services: Services): Response {
  const rendered = toProblem(error, randomUUID());
  if (rendered.code === "internal") services.log.error({ path: c.req.path, err: error }, "an internal call failed");
  const status: ContentfulStatusCode = ERRORS[rendered.code as keyof typeof ERRORS].status;
  return c.json(rendered, status, { "content-type": "application/problem+json" });
}
