import { randomUUID } from "node:crypto";
import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import {
  FleetError,
  InternalVncQuery,
  MASKED_VIEW_PROTOCOL,
  type Principal,
  ROLES,
  toProblem,
  type ViewMode,
  type ViewPictures,
} from "@deskfleet/contracts";
import { type WebSocket, WebSocketServer } from "ws";
import type { VerifyToken } from "../internal/verify-token.ts";
import type { LiveSession, Services } from "../sessions/live-session.ts";
import type { SessionHost } from "../sessions/session-host.ts";
import type { HumanControl, Turn } from "./human-control.ts";
import { openMaskedVnc } from "./masked-vnc.ts";
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
/** Policy wants other pictures than these: the page connects again and gets them. */
const CLOSE_OTHER_PICTURES = [4004, "policy has changed what is shown"] as const;
const CLOSE_DESKTOP_VIEW_LOST = [4000, "the desktop's view ended"] as const;

const VIEWERS_MAX = 20;
/** A client sends input and small requests only. */
const CLIENT_MESSAGE_BYTES_MAX = 2 * 1_048_576;
const PATH = /^\/internal\/sessions\/([0-9a-f-]{36})\/vnc$/;

interface Served {
  readonly mode: ViewMode;
  readonly pictures: ViewPictures;
  readonly turn: Turn | null;
}

/** `GET /internal/sessions/{id}/vnc?mode=view|control`: refused with a problem before the upgrade, or piped. */
export class ViewServer {
  readonly #options: ViewServerOptions;
  readonly #viewers = new Map<string, number>();
  /** Requests that are served masked frames. */
  readonly #masked = new WeakSet<IncomingMessage>();
  readonly #upgrade = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false, // RFB is compressed already
    maxPayload: CLIENT_MESSAGE_BYTES_MAX,
    handleProtocols: (protocols, request) => protocolOf(protocols, this.#masked.has(request)),
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
      const pictures = session.policy.viewPictures.value;
      if (pictures === "masked") this.#masked.add(request);
      let isUpgraded = false;
      this.#upgrade.handleUpgrade(request, socket, head, (client) => {
        isUpgraded = true;
        socket.off("error", ignore);
        this.#serve(session, client, { mode, pictures, turn: held }).catch((error: unknown) => {
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

  async #serve(session: LiveSession, client: WebSocket, { mode, pictures, turn }: Served): Promise<void> {
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
    const onPolicy = () => {
      if (session.policy.viewPictures.value !== pictures) client.close(...CLOSE_OTHER_PICTURES);
    };
    const unwatch = session.onPolicy(onPolicy);
    try {
      client.pause(); // until the desktop's side is open, nothing may be lost
      const desktop = await session.desktop.openVnc();
      const vnc = pictures === "masked" ? await openMaskedVnc(session, desktop) : desktop;
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
      unwatch();
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

/** The subprotocol tells the page what it shows: nothing on the desktop has a say in it. */
function protocolOf(offered: ReadonlySet<string>, isMasked: boolean): string | false {
  if (isMasked && offered.has(MASKED_VIEW_PROTOCOL)) return MASKED_VIEW_PROTOCOL;
  return offered.has("binary") ? "binary" : false;
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
