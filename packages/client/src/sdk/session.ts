import type { ActionResult, Approval, CreateSession, FoundElements, Session, Target } from "@deskfleet/contracts";
import { ElementHandle } from "./element.ts";
import { type Connection, request } from "./http.ts";

/** A person has to approve the action first; nothing was done. `code` confirms it, where policy asks for one. */
export class ApprovalRequired extends Error {
  override readonly name = "ApprovalRequired";
  readonly approval: Approval;
  readonly code: string | null;

  constructor({ approval, code = null }: { approval: Approval; code?: string | null }) {
    super(`${approval.tool} waits for a person: ${approval.id}`);
    this.approval = approval;
    this.code = code;
  }
}

/** A desktop in use by this caller. */
export class DesktopSession {
  readonly id: string;
  readonly #connection: Connection;

  constructor(connection: Connection, id: string) {
    this.#connection = connection;
    this.id = id;
  }

  /** Any tool of the registry. @throws DeskfleetError, ApprovalRequired */
  async act(tool: string, params: Record<string, unknown> = {}): Promise<ActionResult> {
    return this.#ask<ActionResult>("actions", { tool, params });
  }

  /** Looks without acting and without starting anything. @throws DeskfleetError, ApprovalRequired */
  async find(looking: { target: Target; state?: string; timeoutMs?: number }): Promise<FoundElements> {
    return this.#ask<FoundElements>("elements/find", looking);
  }

  /** `{ label: "Customer" }`, `{ app: "editor", role: "button", name: { contains: "Save" } }`, a picture, a text on the screen. */
  element(target: Target): ElementHandle {
    return new ElementHandle(this, target);
  }

  /** Ends the session; its desktop is destroyed. */
  async close(): Promise<void> {
    await request<Session>(this.#connection, "POST", `/sessions/${this.id}/close`);
  }

  async #ask<T extends object>(path: string, body: unknown): Promise<T> {
    const answer = await request<T | { approval: Approval; code: string }>(
      this.#connection,
      "POST",
      `/sessions/${this.id}/${path}`,
      body,
    );
    if ("approval" in answer) throw new ApprovalRequired(answer);
    return answer as T;
  }
}

/** A fresh desktop. @throws DeskfleetError */
export async function openSession(
  connection: Connection,
  options: Partial<CreateSession> = {},
): Promise<DesktopSession> {
  const { id } = await request<Session>(connection, "POST", "/sessions", options);
  return new DesktopSession(connection, id);
}
