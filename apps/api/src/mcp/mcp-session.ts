import { randomUUID } from "node:crypto";
import type { Principal } from "@deskfleet/contracts";
import type { SessionRecord } from "@deskfleet/store";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  CallToolRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  type ListToolsResult,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { Services } from "../services.ts";
import { readSession } from "../sessions/locate-session.ts";
import type { Asking } from "./ask-person.ts";
import { callTool, type Extra } from "./call-tool.ts";
import type { ConnectionOptions } from "./connection-options.ts";
import { Desktop } from "./desktop.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import { listMcpTools, viewMcpTools } from "./list-mcp-tools.ts";
import { protocolError } from "./protocol-error.ts";
import { RESOURCES, readResource } from "./resources.ts";
import { SessionEvents } from "./session-events.ts";

export interface OpenMcpSession {
  readonly services: Services;
  readonly principal: Principal;
  readonly options: ConnectionOptions;
  /** How people reach this API. */
  readonly baseUrl: string;
}

/** One client's connection, from initialize to DELETE or idleness: its transport, its desktop and what it was shown. */
export class McpSession {
  readonly id = randomUUID();
  readonly services: Services;
  readonly options: ConnectionOptions;
  readonly baseUrl: string;
  readonly desktop: Desktop;
  readonly events = new SessionEvents();
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** As the latest request was authenticated: always the same one, whose role may have changed. */
  principal: Principal;
  lastUsedMs = performance.now();
  /** Open HTTP answers: of requests that run, and the stream of notifications. */
  open = 0;
  /** Requests that run. */
  running = 0;
  readonly #server: Server;
  readonly #revealed = new Set<string>();
  #isClosed = false;

  constructor({ services, principal, options, baseUrl }: OpenMcpSession) {
    this.services = services;
    this.principal = principal;
    this.options = options;
    this.baseUrl = baseUrl;
    this.desktop = new Desktop(services, options.desktop);
    this.transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => this.id,
      eventStore: this.events,
    });
    const serverInfo = { name: "deskfleet", title: "Deskfleet", version: "0.1.0" };
    const capabilities = { tools: { listChanged: true }, resources: {} };
    this.#server = new Server(serverInfo, { capabilities, instructions: INSTRUCTIONS });
    this.#handle();
  }

  async connect(): Promise<void> {
    // The SDK's own class leaves out `| undefined` where its interface has it.
    await this.#server.connect(this.transport as Transport);
  }

  /** Of the desktop; null: none was started yet. @throws FleetError `resource.not_found` */
  async findDesktopSession(): Promise<SessionRecord | null> {
    const { id } = this.desktop;
    return id === null ? null : readSession(this.services, this.principal, id);
  }

  /** Rare tools that a search found stay in the list from now on. */
  async reveal(names: readonly string[]): Promise<void> {
    const before = this.#revealed.size;
    for (const name of names) this.#revealed.add(name);
    if (this.#revealed.size > before) await this.tellToolsChanged();
  }

  async tellToolsChanged(): Promise<void> {
    await this.#server.sendToolListChanged();
  }

  listTools(): Promise<ListToolsResult> {
    return listMcpTools(this, this.#revealed);
  }

  /** What the list would have, to know whether it has changed. */
  async toolNames(): Promise<string> {
    const { listed } = await viewMcpTools(this, this.#revealed);
    return listed.map(({ id }) => id).join();
  }

  /** Null where the client has no forms. `timeoutMs`: until nobody can answer any more. */
  elicitor(extra: Extra, timeoutMs: number): Asking["elicit"] {
    if (this.#server.getClientCapabilities()?.elicitation?.form === undefined || timeoutMs <= 0) return null;
    const related = { relatedRequestId: extra.requestId, timeout: timeoutMs };
    return (params, signal) => this.#server.elicitInput(params, { ...related, signal });
  }

  /** Calls under way are given up, streams end, a desktop of its own too. Twice is once. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#server.close();
    await this.desktop.close(this.principal);
  }

  #handle(): void {
    const server = this.#server;
    server.setRequestHandler(ListToolsRequestSchema, (_request, extra) => this.#run(extra, () => this.listTools()));
    server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) =>
      this.#run(extra, () => callTool(this, params, extra)),
    );
    server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: [...RESOURCES] }));
    // Clients ask wherever there are resources.
    server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [] }));
    server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }, extra) =>
      this.#run(extra, () => readResource(this, uri, extra.signal)),
    );
  }

  /** A request that was given up gets no answer, so that its stream would stay open. */
  async #run<T>(extra: Extra, work: () => Promise<T>): Promise<T> {
    this.running += 1;
    try {
      return await protocolError(this.services, work);
    } finally {
      this.running -= 1;
      if (extra.signal.aborted) this.transport.closeSSEStream(extra.requestId);
    }
  }
}
