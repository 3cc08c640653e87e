import { FleetError } from "@deskfleet/contracts";
import { isInitializeRequest } from "@modelcontextprotocol/sdk/types.js";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { App, AppEnv } from "../app-env.ts";
import { StreamLimit } from "../http/stream-limit.ts";
import type { Services } from "../services.ts";
import { readSession } from "../sessions/locate-session.ts";
import { readOptions } from "./connection-options.ts";
import { followStream } from "./follow-stream.ts";
import { RPC, rpcError } from "./json-rpc-error.ts";
import type { McpSession } from "./mcp-session.ts";
import { McpSessions } from "./mcp-sessions.ts";
import { readMessage } from "./read-message.ts";
import { watchTools } from "./watch-tools.ts";

export const MCP_PATH = "/mcp";
/** From this version of the protocol on a body is one message. */
const NO_BATCH_SINCE = "2025-06-18";

/** Only a key opens this door: a cookie would let any page of the browser's act. */
export const requireKey = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.header("authorization") === undefined)
    throw new FleetError("auth.required", "Send a key as Authorization: Bearer");
  await next();
});

/** MCP over streamable HTTP: one connection is an MCP session, whose requests all carry its id and its principal's key. */
export function mcpRoutes(app: App, services: Services): void {
  const sessions = new McpSessions(services.config, services.metrics.mcpSessions);
  const streams = new StreamLimit(services.config.streamsPerPrincipal);
  services.atEnd.push(() => sessions.closeAll());

  app.all(MCP_PATH, async (c) => {
    const { body, status, headers } = await handle(c);
    // As an answer of this context, it keeps the headers that the middleware has set.
    return c.newResponse(body, status as 200, Object.fromEntries(headers));
  });

  async function handle(c: Context<AppEnv>): Promise<Response> {
    const id = c.req.header("mcp-session-id");
    const body = c.req.method === "POST" ? await readMessage(c, services.logger) : { message: undefined };
    if ("refusal" in body) return body.refusal;
    const { message } = body;
    if (id === undefined) return isInitializeRequest(message) ? connect(c, message) : noSession(c);
    const session = sessions.find(id, c.var.principal);
    if (session === null) return rpcError(404, RPC.noSession, "Session not found");
    if (Array.isArray(message) && (c.req.header("mcp-protocol-version") ?? "") >= NO_BATCH_SINCE)
      return rpcError(400, RPC.invalidRequest, "Invalid Request: this version of the protocol has no batches");
    if (c.req.method === "GET") return listen(c, session);
    if (c.req.method === "DELETE") return end(c, session);
    return answer(session, await session.transport.handleRequest(c.req.raw, { parsedBody: message }));
  }

  async function connect(c: Context<AppEnv>, message: unknown): Promise<Response> {
    const { principal } = c.var;
    const url = new URL(c.req.url);
    const options = readOptions(url, c.req.raw.headers);
    // A session that the caller cannot see is refused now, not at the first call.
    if ("sessionId" in options.desktop) await readSession(services, principal, options.desktop.sessionId);
    const baseUrl = services.config.publicUrl ?? url.origin;
    const session = await sessions.open({ services, principal, options, baseUrl });
    const response = await session.transport.handleRequest(c.req.raw, { parsedBody: message });
    if (!response.ok) await sessions.close(session);
    return answer(session, response);
  }

  /** The stream of notifications, or what was left of an answer that broke off. */
  async function listen(c: Context<AppEnv>, session: McpSession): Promise<Response> {
    const ended = resumeEnded(c, session);
    if (ended !== null) return ended;
    const release = streams.take(c.var.principal.id);
    const response = await session.transport.handleRequest(c.req.raw);
    if (!response.ok) {
      release();
      return response;
    }
    const unwatch = watchTools(session);
    services.metrics.streams.inc();
    return answer(session, response, () => {
      release();
      unwatch();
      services.metrics.streams.dec();
    });
  }

  async function end(c: Context<AppEnv>, session: McpSession): Promise<Response> {
    const response = await session.transport.handleRequest(c.req.raw);
    if (response.ok) await sessions.close(session);
    return response;
  }
}

/** While an answer is open the session is in use. */
function answer(session: McpSession, response: Response, onEnd?: () => void): Response {
  session.open += 1;
  return followStream(response, () => {
    session.open -= 1;
    session.lastUsedMs = performance.now();
    onEnd?.();
  });
}

/**
 * For a client that comes back to a stream on which nothing more can be said than what it missed. 204 tells it not to come
 * again: the request was given up, or all of its answer was read.
 */
function resumeEnded(c: Context<AppEnv>, { events, running }: McpSession): Response | null {
  const lastEventId = c.req.header("last-event-id");
  if (lastEventId === undefined || !(c.req.header("accept") ?? "").includes("text/event-stream")) return null;
  const rest = events.restOfAnswered(lastEventId) ?? (running === 0 && events.isOfRequest(lastEventId) ? "" : null);
  if (rest === null) return null;
  if (rest === "") return new Response(null, { status: 204 });
  return new Response(rest, { headers: { "content-type": "text/event-stream", "cache-control": "no-cache" } });
}

function noSession(c: Context<AppEnv>): Response {
  if (["POST", "GET", "DELETE"].includes(c.req.method))
    return rpcError(400, RPC.transport, "Bad Request: Mcp-Session-Id header is required; initialize first");
  const response = rpcError(405, RPC.transport, "Method not allowed");
  response.headers.set("Allow", "GET, POST, DELETE");
  return response;
}
