import { FleetError } from "@deskfleet/contracts";
import type { Gauge } from "prom-client";
import type { Config } from "../config.ts";
import { describeError } from "../http/describe-error.ts";
import { McpSession, type OpenMcpSession } from "./mcp-session.ts";

const SWEEP_MS = 5_000;

/** The connections of this process: each belongs to one principal, there are only so many, and idle ones end. */
export class McpSessions {
  readonly #sessions = new Map<string, McpSession>();
  readonly #limits: Pick<Config, "mcpSessions" | "mcpSessionsPerPrincipal" | "mcpIdleSeconds">;
  readonly #sweeper: NodeJS.Timeout;

  readonly #gauge: Gauge;

  constructor(limits: Pick<Config, "mcpSessions" | "mcpSessionsPerPrincipal" | "mcpIdleSeconds">, gauge: Gauge) {
    this.#limits = limits;
    this.#gauge = gauge;
    this.#sweeper = setInterval(() => void this.#sweep(), Math.min(SWEEP_MS, limits.mcpIdleSeconds * 250));
    this.#sweeper.unref();
  }

  /**
   * A place is made by ending the principal's own connection that was idle for longest, never another's.
   * @throws FleetError `request.rate_limited` when all its connections are in use, `capacity.exhausted` when the process is full
   */
  async open(input: OpenMcpSession): Promise<McpSession> {
    const { principal } = input;
    const own = [...this.#sessions.values()].filter((session) => session.principal.id === principal.id);
    const isFull = this.#sessions.size >= this.#limits.mcpSessions;
    if (isFull || own.length >= this.#limits.mcpSessionsPerPrincipal) {
      const [idlest] = own.filter(({ open }) => open === 0).toSorted((a, b) => a.lastUsedMs - b.lastUsedMs);
      if (idlest === undefined)
        throw new FleetError(
          isFull ? "capacity.exhausted" : "request.rate_limited",
          `At most ${isFull ? this.#limits.mcpSessions : this.#limits.mcpSessionsPerPrincipal} MCP sessions at a time; end one first`,
          { data: { retryAfterMs: 5_000 } },
        );
      void this.close(idlest);
    }
    const session = new McpSession(input);
    this.#sessions.set(session.id, session);
    this.#gauge.set(this.#sessions.size);
    try {
      await session.connect();
      return session;
    } catch (error) {
      this.#forget(session);
      throw error;
    }
  }

  /** Another principal's is not there. */
  find(id: string, principal: OpenMcpSession["principal"]): McpSession | null {
    const session = this.#sessions.get(id);
    if (session === undefined || session.principal.id !== principal.id) return null;
    session.principal = principal;
    session.lastUsedMs = performance.now();
    return session;
  }

  /** Never throws. */
  async close(session: McpSession): Promise<void> {
    this.#forget(session);
    try {
      await session.close();
    } catch (error) {
      session.services.logger.warn({ error: describeError(error) }, "an MCP session did not end cleanly");
    }
  }

  async closeAll(): Promise<void> {
    clearInterval(this.#sweeper);
    await Promise.all([...this.#sessions.values()].map((session) => this.close(session)));
  }

  #forget(session: McpSession): void {
    this.#sessions.delete(session.id);
    this.#gauge.set(this.#sessions.size);
  }

  async #sweep(): Promise<void> {
    const idleSince = performance.now() - this.#limits.mcpIdleSeconds * 1_000;
    const idle = [...this.#sessions.values()].filter(({ open, lastUsedMs }) => open === 0 && lastUsedMs < idleSince);
    await Promise.all(idle.map((session) => this.close(session)));
  }
}
