import { OpenAPIHono } from "@hono/zod-openapi";
import type { App, AppEnv } from "./app-env.ts";
import { serveAssets } from "./http/assets.ts";
import { authenticate, isOpen } from "./http/authenticate.ts";
import { dropHeadBody } from "./http/drop-head-body.ts";
import { onError, onNotFound, onValidated } from "./http/problems.ts";
import { rateLimit } from "./http/rate-limit.ts";
import { BODY_BYTES_MAX, limitBody, OPEN_BODY_BYTES_MAX, readBody } from "./http/read-body.ts";
import { requestId } from "./http/request-id.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { guardHost } from "./mcp/guard-host.ts";
import { MCP_PATH, mcpRoutes, requireKey } from "./mcp/mcp-routes.ts";
import { observeRequests } from "./metrics.ts";
import { describeApi } from "./openapi.ts";
import { approvalRoutes } from "./routes/approvals/approval-routes.ts";
import { grantRoutes } from "./routes/approvals/grant-routes.ts";
import { artifactRoutes } from "./routes/artifacts/artifact-routes.ts";
import { auditRoutes } from "./routes/audit/audit-routes.ts";
import { caseRoutes } from "./routes/auditor/case-routes.ts";
import { judgementRoutes } from "./routes/auditor/judgement-routes.ts";
import { packRoutes } from "./routes/auditor/pack-routes.ts";
import { batchRoutes } from "./routes/batches/batch-routes.ts";
import { createBatch } from "./routes/batches/create-batch.ts";
import { getResults } from "./routes/batches/get-results.ts";
import { rerunBatch } from "./routes/batches/rerun-batch.ts";
import { capacity } from "./routes/capacity.ts";
import { consoleRoutes } from "./routes/console/console-routes.ts";
import { events } from "./routes/events.ts";
import { health } from "./routes/health.ts";
import { images } from "./routes/images.ts";
import { keyRoutes } from "./routes/keys/key-routes.ts";
import { createTicket } from "./routes/live-view/create-ticket.ts";
import { redeemTicket } from "./routes/live-view/redeem-ticket.ts";
import { effectivePolicy } from "./routes/policies/effective.ts";
import { explain } from "./routes/policies/explain.ts";
import { readPolicies } from "./routes/policies/read-policies.ts";
import { writePolicy } from "./routes/policies/write-policy.ts";
import { projectRoutes } from "./routes/projects/project-routes.ts";
import { downloadVideo } from "./routes/recordings/download-video.ts";
import { recordingRoutes } from "./routes/recordings/recording-routes.ts";
import { selfTest } from "./routes/selftest/self-test.ts";
import { controlSession } from "./routes/sessions/control-session.ts";
import { findElements } from "./routes/sessions/find-elements.ts";
import { getFrame } from "./routes/sessions/get-frame.ts";
import { performAction } from "./routes/sessions/perform-action.ts";
import { readClipboard } from "./routes/sessions/read-clipboard.ts";
import { sessionRoutes } from "./routes/sessions/session-routes.ts";
import { stopAll } from "./routes/sessions/stop-all.ts";
import { statistics } from "./routes/statistics/statistics.ts";
import { taskRoutes } from "./routes/tasks/task-routes.ts";
import { listTenants } from "./routes/tenants/list-tenants.ts";
import { listTools } from "./routes/tools/list-tools.ts";
import { searchTools } from "./routes/tools/search-tools.ts";
import { deliveryRoutes } from "./routes/webhooks/delivery-routes.ts";
import { webhookRoutes } from "./routes/webhooks/webhook-routes.ts";
import { drainWorker } from "./routes/workers/drain-worker.ts";
import { dryRun } from "./routes/workflows/dry-run.ts";
import { workflowRoutes } from "./routes/workflows/workflow-routes.ts";
import type { Services } from "./services.ts";

/** All routes in the order in which the reference lists them. */
const ROUTES: readonly ((app: App, services: Services) => void)[] = [
  taskRoutes,
  artifactRoutes,
  createBatch,
  batchRoutes,
  getResults,
  rerunBatch,
  workflowRoutes,
  dryRun,
  sessionRoutes,
  performAction,
  findElements,
  readClipboard,
  getFrame,
  recordingRoutes,
  downloadVideo,
  controlSession,
  stopAll,
  createTicket,
  redeemTicket,
  approvalRoutes,
  grantRoutes,
  effectivePolicy,
  explain,
  readPolicies,
  writePolicy,
  projectRoutes,
  auditRoutes,
  judgementRoutes,
  caseRoutes,
  packRoutes,
  listTenants,
  listTools,
  searchTools,
  capacity,
  images,
  drainWorker,
  statistics,
  selfTest,
  events,
  webhookRoutes,
  deliveryRoutes,
  keyRoutes,
  consoleRoutes,
  health,
];

/**
 * The whole of HTTP. Before a route of /v1 sees a request: an id, security headers on whatever is answered, who calls, the
 * caller's rate, the body's size (before it is read) and whether it can be kept. MCP has the same in its own form.
 */
export function createApp(services: Services): App {
  const app: App = new OpenAPIHono<AppEnv>({ defaultHook: onValidated });
  app.onError(onError);
  app.notFound(onNotFound);
  app.use(dropHeadBody, requestId(services.logger), securityHeaders(services), observeRequests(services.metrics));

  const { database, failures, config } = services;
  const authenticated = authenticate({ database, failures, publicUrl: config.publicUrl });
  const limitRate = rateLimit(config.requestsPerMinute);
  const limitOpenBody = limitBody(OPEN_BODY_BYTES_MAX);
  const limitBodyOfCaller = limitBody(BODY_BYTES_MAX);
  app.use("/v1/*", authenticated);
  app.use("/v1/*", (c, next) => (isOpen(c.req.method, c.req.path) ? next() : limitRate(c, next)));
  app.use("/v1/*", (c, next) => (isOpen(c.req.method, c.req.path) ? limitOpenBody : limitBodyOfCaller)(c, next));
  app.use("/v1/*", readBody);

  app.use(MCP_PATH, guardHost(config), requireKey, authenticated, limitRate, limitBodyOfCaller);

  for (const register of ROUTES) register(app, services);
  mcpRoutes(app, services);
  describeApi(app);
  serveAssets(app);
  return app;
}
