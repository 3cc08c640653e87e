import { type CreateSession, FleetError, type Principal } from "@deskfleet/contracts";
import { describeError } from "../http/describe-error.ts";
import { closeSession } from "../routes/sessions/control-session.ts";
import type { Services } from "../services.ts";
import { insertRequested, startSession } from "../sessions/start-session.ts";

/**
 * The desktop session that an MCP session's tools act on: one that the client named, or one of its own that the first call starts
 * and that ends with the MCP session. A desktop of its own that has ended is replaced by the next call, never by the one that
 * finds out: the caller has to hear that what was open is gone.
 */
export class Desktop {
  readonly #services: Services;
  readonly #choice: { readonly sessionId: string } | { readonly request: CreateSession };
  #own: Promise<string> | null = null;
  #ownId: string | null = null;
  #isClosed = false;

  constructor(services: Services, choice: { readonly sessionId: string } | { readonly request: CreateSession }) {
    this.#services = services;
    this.#choice = choice;
  }

  /** Of the session in use; null: none was started yet. */
  get id(): string | null {
    return "sessionId" in this.#choice ? this.#choice.sessionId : this.#ownId;
  }

  /** Whether it ends with the MCP session. */
  get isOwn(): boolean {
    return "request" in this.#choice;
  }

  /** Calls side by side start one desktop. @throws FleetError as `POST /v1/sessions` */
  async sessionId(principal: Principal): Promise<string> {
    if ("sessionId" in this.#choice) return this.#choice.sessionId;
    if (this.#isClosed) throw new FleetError("session.ended", "The MCP session has ended");
    this.#own ??= this.#start(principal, this.#choice.request);
    return this.#own;
  }

  /** A call met the end of the session. */
  forget(sessionId: string): void {
    if (this.#ownId !== sessionId) return;
    this.#own = null;
    this.#ownId = null;
  }

  /** Ends a desktop of its own, also one that is still starting. Never throws: idleness ends what could not be told. */
  async close(principal: Principal): Promise<void> {
    this.#isClosed = true;
    try {
      const sessionId = await this.#own;
      if (sessionId !== null) await closeSession(this.#services, principal, sessionId);
    } catch (error) {
      this.#services.logger.warn({ error: describeError(error) }, "an MCP session's desktop could not be closed");
    }
  }

  async #start(principal: Principal, request: CreateSession): Promise<string> {
    try {
      const { id } = await this.#services.database.tenant(principal.tenantId, (tx) =>
        insertRequested(tx, principal, request),
      );
      await startSession(this.#services, principal, { sessionId: id, request });
      this.#ownId = id;
      return id;
    } catch (error) {
      this.#own = null;
      throw error;
    }
  }
}
