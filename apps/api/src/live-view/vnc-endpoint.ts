import { randomUUID } from "node:crypto";
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { FleetError, type Principal, toProblem, type ViewMode } from "@deskfleet/contracts";
import { findPrincipal, redeemTicket } from "@deskfleet/store";
import { type WebSocket, WebSocketServer } from "ws";
import { describeError } from "../http/describe-error.ts";
import { hasRole } from "../http/require-role.ts";
import { isSameOrigin } from "../http/same-origin.ts";
import { StreamLimit } from "../http/stream-limit.ts";
import type { Services } from "../services.ts";
import { locateSession } from "../sessions/locate-session.ts";
import { relay } from "./relay.ts";

const PATH = /^\/v1\/sessions\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/vnc$/;
/** RFB from a viewer is small; the largest is a pasted text. */
const VIEWER_MESSAGE_BYTES_MAX = 1_024 * 1_024;
/** How soon a revoked key loses a picture that it already has. */
const RECHECK_MS = 15_000;
const CLOSE_MS = 2_000;

interface Admission {
  readonly principal: Principal;
  readonly sessionId: string;
  readonly mode: ViewMode;
}

/**
 * `GET /v1/sessions/{id}/vnc?ticket=…`: refused before the upgrade with a problem, or joined with the worker's socket. The mode is
 * the ticket's; nothing that the client says later can widen it.
 */
export function attachVncEndpoint(server: Server, services: Services): { close(): void } {
  const limit = new StreamLimit(services.config.streamsPerPrincipal);
  /** What the worker has answered: by it the page says whose pictures it shows. */
  const protocols = new WeakMap<IncomingMessage, string>();
  const upgrader = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: VIEWER_MESSAGE_BYTES_MAX,
    handleProtocols: (offered, request) => {
      const protocol = protocols.get(request);
      if (protocol !== undefined && offered.has(protocol)) return protocol;
      return offered.has("binary") ? "binary" : false;
    },
  });

  const onUpgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Until ws takes over, a client that goes away would otherwise end the process.
    const onError = () => socket.destroy();
    socket.on("error", onError);
    try {
      const admission = await admit(request, services);
      // Who hung up meanwhile has had its `close` already; it would keep the place for ever.
      if (socket.destroyed) return;
      socket.once("close", limit.take(admission.principal.id));
      const worker = await openWorkerSocket(services, admission);
      if (socket.destroyed) return worker.terminate();
      socket.removeListener("error", onError);
      protocols.set(request, worker.protocol);
      upgrader.handleUpgrade(request, socket, head, (viewer) => join(services, admission, viewer, worker));
    } catch (error) {
      if (!(error instanceof FleetError)) services.logger.error({ error: describeError(error) }, "live view failed");
      refuse(socket, error);
    }
  };
  server.on("upgrade", onUpgrade);
  return {
    close: () => {
      server.removeListener("upgrade", onUpgrade);
      for (const viewer of upgrader.clients) viewer.close(1001, "the server is closing");
      // A viewer that does not answer its close must not hold up the end of the process.
      setTimeout(() => {
        for (const viewer of upgrader.clients) viewer.terminate();
      }, CLOSE_MS).unref();
    },
  };
}

/** @throws FleetError `resource.not_found`, `auth.forbidden`, `ticket.invalid` */
async function admit(request: IncomingMessage, services: Services): Promise<Admission> {
  const [path = "", query] = (request.url ?? "").split("?", 2);
  const [, sessionId] = PATH.exec(path) ?? [];
  if (sessionId === undefined) throw new FleetError("resource.not_found", "No WebSocket answers at this path");
  const headers = new Headers(
    Object.entries(request.headers).filter(([, value]) => typeof value === "string") as [string, string][],
  );
  // Programs send no Origin and need none: the ticket is what counts. A browser must be on one of our pages.
  if (headers.has("origin") && !isSameOrigin(headers, services.config.publicUrl))
    throw new FleetError("auth.forbidden", "The live view only opens from its own page");
  const ticket = new URLSearchParams(query).get("ticket") ?? "";
  const redeemed = ticket === "" ? null : await services.database.system((tx) => redeemTicket(tx, ticket));
  const isGood = redeemed !== null && redeemed.sessionId === sessionId;
  services.metrics.tickets.inc({ outcome: isGood ? "opened" : "refused" });
  if (!isGood) throw new FleetError("ticket.invalid", "The ticket is unknown, was used already or has expired");
  const { principal, mode } = redeemed;
  if (mode === "control" && !hasRole(principal, "operator"))
    throw new FleetError("auth.forbidden", "Control needs the role operator");
  return { principal, sessionId, mode };
}

/** Resolves with a socket that is open, nothing read from it yet. @throws FleetError of the worker, or `worker.unreachable` */
async function openWorkerSocket(services: Services, { principal, sessionId, mode }: Admission): Promise<WebSocket> {
  const { worker } = await locateSession(services, principal, sessionId);
  const socket = services.workers.openVnc(worker, principal, { sessionId, mode });
  return new Promise((resolve, reject) => {
    socket.once("open", () => {
      socket.pause();
      resolve(socket);
    });
    socket.once("unexpected-response", (_request, response) => {
      reject(REFUSALS[response.statusCode ?? 0] ?? UNREACHABLE());
      response.destroy();
    });
    socket.once("error", (cause) => reject(UNREACHABLE(cause)));
  });
}

const UNREACHABLE = (cause?: unknown) =>
  new FleetError("worker.unreachable", "The worker that holds the session does not answer", { cause });
const REFUSALS: Record<number, FleetError | undefined> = {
  404: new FleetError("session.ended", "The session has ended"),
  409: new FleetError("session.human_control", "Another person is in control of the session"),
  410: new FleetError("session.ended", "The session has ended"),
};

function join(services: Services, admission: Admission, viewer: WebSocket, worker: WebSocket): void {
  const { mode, principal } = admission;
  services.metrics.viewers.inc({ mode });
  const recheck = setInterval(async () => {
    try {
      const current = await services.database.system((tx) => findPrincipal(tx, principal.id));
      if (current === null || (mode === "control" && !hasRole(current, "operator")))
        viewer.close(1008, "not allowed any more");
    } catch (error) {
      // A store that does not answer leaves the picture as it is; the next look decides.
      services.logger.warn({ error: describeError(error) }, "a viewer's right could not be checked");
    }
  }, RECHECK_MS);
  viewer.once("close", () => {
    clearInterval(recheck);
    services.metrics.viewers.dec({ mode });
  });
  relay(viewer, worker);
  worker.resume();
}

function refuse(socket: Duplex, error: unknown): void {
  const problem = toProblem(error, randomUUID());
  const body = JSON.stringify(problem);
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${problem.title}`,
      "Content-Type: application/problem+json",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Cache-Control: no-store",
      "Connection: close",
      "",
      body,
    ].join("\r\n"),
  );
}
