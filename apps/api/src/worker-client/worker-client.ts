import {
  ClipboardText,
  type CreateSession,
  type FindElements,
  FleetError,
  FoundElements,
  FRAMED_CONTENT_TYPE,
  type FrameRequest,
  fromProblem,
  InternalAsk,
  InternalLookReply,
  MASKED_VIEW_PROTOCOL,
  type PerformAction,
  type Principal,
  Problem,
  SelfTestReport,
  timeLimit,
  type ViewMode,
} from "@deskfleet/contracts";
import { WebSocket } from "ws";
import type { z } from "zod";
import { decodeFramed, type FramedReply } from "./framed.ts";
import { signInternalToken } from "./internal-token.ts";

/** Where a session lives. */
export interface WorkerAddress {
  readonly id: string;
  /** Base URL without a path: `http://10.0.0.7:41234`. */
  readonly url: string;
}
export type Performed =
  | ({ readonly outcome: "done" } & FramedReply)
  | ({ readonly outcome: "ask" } & Pick<z.infer<typeof InternalAsk>, "approval" | "code">);

/** An action may run for two minutes (`computer_process_start` waits); a desktop may have to be started from cold. */
const ACTION_TIMEOUT_MS = 150_000;
const START_TIMEOUT_MS = 90_000;
/** A desktop from cold, its applications, and the cases, for which the worker takes two minutes at most. */
const SELF_TEST_TIMEOUT_MS = 240_000;
const CONTROL_TIMEOUT_MS = 10_000;
/** Of one worker among many, and the same order is out by signal too. */
const STOP_ALL_TIMEOUT_MS = 3_000;
const CONNECT_TIMEOUT_MS = 10_000;
/** A frame of a large screen as raw RFB, with room. */
const RFB_MESSAGE_BYTES_MAX = 64 * 1_024 * 1_024;
/** The worker cannot have seen the request. */
const NOT_SENT = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

interface Call {
  readonly worker: WorkerAddress;
  readonly principal: Principal;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: unknown;
  readonly timeoutMs: number;
  /** Whether the desktop may have changed when the answer is lost. */
  readonly hasEffect: boolean;
  /** The caller gave the call up: the connection ends, which tells the worker. */
  readonly signal?: AbortSignal;
}

/** The API's side of the worker's internal HTTP. Problems of the worker are thrown as the FleetErrors they were. */
export class WorkerClient {
  readonly #secret: string;

  constructor(options: { secret: string }) {
    this.#secret = options.secret;
  }

  async createSession(
    worker: WorkerAddress,
    principal: Principal,
    input: { sessionId: string; request: CreateSession },
  ): Promise<void> {
    await this.#call({
      worker,
      principal,
      method: "POST",
      path: "/internal/sessions",
      body: { sessionId: input.sessionId, request: input.request },
      timeoutMs: START_TIMEOUT_MS,
      hasEffect: false,
    });
  }

  /** @throws FleetError `action.unknown` when the answer is lost after the request was sent, or `signal` gave it up. */
  async act(
    worker: WorkerAddress,
    principal: Principal,
    { sessionId, action, signal }: { sessionId: string; action: PerformAction; signal?: AbortSignal },
  ): Promise<Performed> {
    const path = `/internal/sessions/${sessionId}/actions`;
    return this.#perform({ worker, principal, path, body: action, ...(signal === undefined ? {} : { signal }) });
  }

  /** Looks for elements, for up to a minute, or until `signal` gives it up. */
  async find(
    worker: WorkerAddress,
    principal: Principal,
    input: { sessionId: string; request: FindElements; signal: AbortSignal },
  ): Promise<{ readonly outcome: "found"; readonly found: FoundElements } | Extract<Performed, { outcome: "ask" }>> {
    const path = `/internal/sessions/${input.sessionId}/find`;
    const call = { worker, principal, method: "POST", path, body: input.request, signal: input.signal } as const;
    const { status, body } = await this.#call({ ...call, timeoutMs: ACTION_TIMEOUT_MS, hasEffect: false });
    const answer: unknown = JSON.parse(body.toString("utf8"));
    return status === 202 ? InternalAsk.parse(answer) : { outcome: "found", found: FoundElements.parse(answer) };
  }

  /** What was copied on the desktop, for the person who has control of it. */
  async readClipboard(worker: WorkerAddress, principal: Principal, sessionId: string): Promise<ClipboardText> {
    const path = `/internal/sessions/${sessionId}/clipboard`;
    const call = { worker, principal, method: "POST", path, body: {}, timeoutMs: CONTROL_TIMEOUT_MS } as const;
    const { body } = await this.#call({ ...call, hasEffect: false });
    return ClipboardText.parse(JSON.parse(body.toString("utf8")));
  }

  async frame(
    worker: WorkerAddress,
    principal: Principal,
    input: { sessionId: string; request: FrameRequest },
  ): Promise<Performed> {
    return this.#perform({
      worker,
      principal,
      path: `/internal/sessions/${input.sessionId}/frame`,
      body: input.request,
    });
  }

  async control(
    worker: WorkerAddress,
    principal: Principal,
    input: { sessionId: string; verb: "stop" | "pause" | "resume" | "close" },
  ): Promise<void> {
    const path = `/internal/sessions/${input.sessionId}/${input.verb}`;
    await this.#call({
      worker,
      principal,
      method: "POST",
      path,
      body: {},
      timeoutMs: CONTROL_TIMEOUT_MS,
      hasEffect: false,
    });
  }

  /** Stops every session of the caller's tenant there, or of everybody. */
  async stopAll(worker: WorkerAddress, principal: Principal, scope: "tenant" | "fleet"): Promise<void> {
    await this.#call({
      ...{ worker, principal, method: "POST", path: "/internal/stop", body: { scope } },
      timeoutMs: STOP_ALL_TIMEOUT_MS,
      hasEffect: false,
    });
  }

  /** What an action would be judged by on the session's desktop; nothing is done there. */
  async look(
    worker: WorkerAddress,
    principal: Principal,
    { sessionId, ...action }: { sessionId: string; tool: string; params: Readonly<Record<string, unknown>> },
  ): Promise<InternalLookReply> {
    const { body } = await this.#call({
      ...{ worker, principal, method: "POST", path: `/internal/sessions/${sessionId}/look`, body: action },
      timeoutMs: CONTROL_TIMEOUT_MS,
      hasEffect: false,
    });
    return InternalLookReply.parse(JSON.parse(body.toString("utf8")));
  }

  /** Opens the session, whose row exists, tries every tool on it and closes it. */
  async selfTest(worker: WorkerAddress, principal: Principal, sessionId: string): Promise<SelfTestReport> {
    const { body } = await this.#call({
      ...{ worker, principal, method: "POST", path: "/internal/selftest", body: { sessionId } },
      timeoutMs: SELF_TEST_TIMEOUT_MS,
      hasEffect: false,
    });
    return SelfTestReport.parse(JSON.parse(body.toString("utf8")));
  }

  async executeApproval(worker: WorkerAddress, principal: Principal, approvalId: string): Promise<Performed> {
    return this.#perform({ worker, principal, path: `/internal/approvals/${approvalId}/execute`, body: {} });
  }

  /** A socket of RFB that is still connecting, whose `protocol` will say whose pictures it has; `open`, `unexpected-response` or `error` follows. */
  openVnc(worker: WorkerAddress, principal: Principal, input: { sessionId: string; mode: ViewMode }): WebSocket {
    const path = `/internal/sessions/${input.sessionId}/vnc?mode=${input.mode}`;
    return new WebSocket(worker.url.replace(/^http/, "ws") + path, ["binary", MASKED_VIEW_PROTOCOL], {
      headers: { authorization: this.#authorization(worker, principal, "GET", path) },
      perMessageDeflate: false,
      handshakeTimeout: CONNECT_TIMEOUT_MS,
      maxPayload: RFB_MESSAGE_BYTES_MAX,
      followRedirects: false,
    });
  }

  async #perform(call: Pick<Call, "worker" | "principal" | "path" | "body" | "signal">): Promise<Performed> {
    const reply = await this.#call({ ...call, method: "POST", timeoutMs: ACTION_TIMEOUT_MS, hasEffect: true });
    if (reply.type.startsWith(FRAMED_CONTENT_TYPE)) return { outcome: "done", ...decodeFramed(reply.body) };
    return InternalAsk.parse(JSON.parse(reply.body.toString("utf8")));
  }

  async #call(call: Call): Promise<{ status: number; type: string; body: Buffer }> {
    let response: Response;
    let body: Buffer;
    const limit = timeLimit(call.timeoutMs, ...(call.signal ? [call.signal] : []));
    try {
      response = await fetch(call.worker.url + call.path, {
        method: call.method,
        headers: {
          authorization: this.#authorization(call.worker, call.principal, call.method, call.path),
          ...(call.body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
        redirect: "error",
        signal: limit.signal,
      });
      body = Buffer.from(await response.arrayBuffer());
    } catch (error) {
      throw transportError(error, call);
    } finally {
      limit.clear();
    }
    if (response.ok) return { status: response.status, type: response.headers.get("content-type") ?? "", body };
    const error = problemOf(response.status, body);
    // The session is in the store, or it would not be asked here: a worker that holds it no longer has ended it.
    if (error.code === "resource.not_found" && call.path.startsWith("/internal/sessions/"))
      throw new FleetError("session.ended", "The session has ended", { cause: error });
    throw error;
  }

  #authorization(worker: WorkerAddress, principal: Principal, method: string, path: string): string {
    return `Bearer ${signInternalToken({ workerId: worker.id, method, path, principal }, this.#secret, Date.now())}`;
  }
}

function transportError(error: unknown, call: Call): FleetError {
  const code = (error as { cause?: { code?: string } }).cause?.code ?? "";
  if (!call.hasEffect || NOT_SENT.has(code))
    return new FleetError("worker.unreachable", "The worker that holds the session does not answer", { cause: error });
  if ((error as Error).name === "TimeoutError")
    return new FleetError("action.timeout", `The worker did not answer within ${call.timeoutMs} ms`, { cause: error });
  return new FleetError("action.unknown", "The connection to the worker broke before its answer arrived", {
    cause: error,
  });
}

function problemOf(status: number, body: Buffer): FleetError {
  try {
    return fromProblem(Problem.parse(JSON.parse(body.toString("utf8"))));
  } catch (cause) {
    return new FleetError("internal", "Unexpected error", {
      cause: new Error(`worker answered ${status} without a problem`, { cause }),
    });
  }
}
