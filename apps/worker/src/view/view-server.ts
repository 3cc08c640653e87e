import { randomUUID } from "node:crypto";
import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { FleetError, InternalVncQuery, type Principal, ROLES, toProblem, type ViewMode } from "@deskfleet/contracts";
import { type WebSocket, WebSocketServer } from "ws";
import type { VerifyToken } from "../internal/verify-token.ts";
import type { LiveSession, Services } from "../sessions/live-session.ts";
import type { SessionHost } from "../sessions/session-host.ts";
import type { HumanControl, Turn } from "./human-control.ts";
import { RfbFilter } from "./rfb-filter.ts";
import { pipeVnc } from "./vnc-pipe.ts";

export interface ViewServerOptions {
  readonly host: SessionHost;
  readonly services: Services;
  readonly verifyToken: VerifyToken;
  readonly control: HumanControl;
}

/** Close codes of a live view, read by the page. */
const CLOSE_SESSION_ENDED = [4001, "session ended"] as const;
const CLOSE_CONTROL_ENDED = [4003, "control handed back"] as const;
const CLOSE_DESKTOP_VIEW_LOST = [4000, "the desktop's view ended"] as const;

const VIEWERS_MAX = 20;
/** A client sends input and small requests only. */
const CLIENT_MESSAGE_BYTES_MAX = 2 * 1_048_576;
const PATH = /^\/internal\/sessions\/([0-9a-f-]{36})\/vnc$/;

/** `GET /internal/sessions/{id}/vnc?mode=view|control`: refused with a problem before the upgrade, or piped. */
export class ViewServer {
  readonly #options: ViewServerOptions;
  readonly #viewers = new Map<string, number>();
  readonly #upgrade = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false, // RFB is compressed already
    maxPayload: CLIENT_MESSAGE_BYTES_MAX,
    handleProtocols: (protocols) => (protocols.has("binary") ? "binary" : false),
  });

  constructor(options: ViewServerOptions) {
    this.#options = options;
  }

  /** The listener of the server's `upgrade` event. Never throws. */
  async onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const ignore = () => undefined; // a client that hangs up while it is being judged
    socket.on("error", ignore);
    let turn: Turn | null = null;
    try {
      const { session, principal, mode } = await this.#admit(request);
      turn = mode === "control" ? await this.#options.control.take(session, principal) : null;
      const held = turn;
      let isUpgraded = false;
      this.#upgrade.handleUpgrade(request, socket, head, (client) => {
        isUpgraded = true;
        socket.off("error", ignore);
        this.#serve(session, client, mode, held).catch((error: unknown) => {
          this.#options.services.log.warn({ sessionId: session.id, err: error }, "a live view failed");
          client.close(...CLOSE_DESKTOP_VIEW_LOST);
        });
      });
      if (!isUpgraded) turn?.release(); // the handshake was not one, and has been refused
    } catch (error) {
      turn?.release();
      refuse(socket, error, this.#options.services);
    }
  }

  async #admit(request: IncomingMessage): Promise<{ session: LiveSession; principal: Principal; mode: ViewMode }> {
    const { host, verifyToken } = this.#options;
    const path = request.url ?? "";
    const { authorization } = request.headers;
    const principal = await verifyToken({ authorization, method: request.method ?? "", path });
    const url = new URL(path, "http://worker");
    const query = InternalVncQuery.safeParse(Object.fromEntries(url.searchParams));
    const session = host.find(PATH.exec(url.pathname)?.[1] ?? "");
    if (session === undefined || session.tenantId !== principal.tenantId)
      throw new FleetError("resource.not_found", "This worker does not hold the session");
    if (!query.success)
      throw new FleetError("request.invalid", "The mode is not valid", {
        faults: [{ path: "/mode", message: "view or control" }],
      });
    if (query.data.mode === "control" && ROLES.indexOf(principal.role) < ROLES.indexOf("operator"))
      throw new FleetError("auth.forbidden", "The role does not allow this");
    if ((this.#viewers.get(session.id) ?? 0) >= VIEWERS_MAX)
      throw new FleetError("capacity.exhausted", "Too many people watch this session already");
    return { session, principal, mode: query.data.mode };
  }

  async #serve(session: LiveSession, client: WebSocket, mode: ViewMode, turn: Turn | null): Promise<void> {
    const { metrics } = this.#options.services;
    const onEnd = () => client.close(...CLOSE_SESSION_ENDED);
    this.#viewers.set(session.id, (this.#viewers.get(session.id) ?? 0) + 1);
    metrics.viewers.inc({ mode });
    if (turn !== null)
      turn.onTaken = (reason) => {
        const [code, text] = reason === "session_ended" ? CLOSE_SESSION_ENDED : CLOSE_CONTROL_ENDED;
        client.close(code, text);
      };
    session.endSignal.addEventListener("abort", onEnd, { once: true });
    try {
      client.pause(); // until the desktop's side is open, nothing may be lost
      const vnc = await session.desktop.openVnc();
      client.resume();
      if (client.readyState !== client.OPEN) return void vnc.destroy();
      await pipeVnc({
        socket: client,
        vnc,
        // Pasting from a person's own clipboard is not a setting of any policy yet, so it does not happen.
        filter: new RfbFilter({ mode, isClipboardAllowed: false }),
        onInput: (input) => turn?.count(input),
        closeCode: () => (session.endSignal.aborted ? CLOSE_SESSION_ENDED : CLOSE_DESKTOP_VIEW_LOST),
      });
    } finally {
      session.endSignal.removeEventListener("abort", onEnd);
      metrics.viewers.dec({ mode });
      const left = (this.#viewers.get(session.id) ?? 1) - 1;
      if (left > 0) this.#viewers.set(session.id, left);
      else this.#viewers.delete(session.id);
      turn?.release();
    }
  }

  /** Closes what is open; sessions that end have closed theirs already. */
  close(): void {
    for (const client of this.#upgrade.clients) client.close(1001, "the worker shuts down");
    this.#upgrade.close();
  }
}

function refuse(socket: Duplex, error: unknown, services: Services): void {
  const problem = toProblem(error, randomUUID());
  if (problem.code === "internal") services.log.error({ err: error }, "a live view could not be opened");
  const body = Buffer.from(JSON.stringify(problem));
  socket.end(
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? "Error"}\r\n` +
      `Content-Type: application/problem+json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}
