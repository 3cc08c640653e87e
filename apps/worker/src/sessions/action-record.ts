import type { Approval, AuditRecord, Evaluation, NewAuditRecord, Principal } from "@deskfleet/contracts";
import type { PlannedAction } from "../approvals/planned-action.ts";
import type { LiveSession } from "./live-session.ts";
import { recordedParams } from "./recorded-params.ts";

type Result = NonNullable<AuditRecord["result"]>;

/** What an action leaves behind, in audit, live events and metrics. Parameters are redacted once, here. */
export class ActionRecord {
  /** The intent's id, and the action's id for its caller. */
  readonly id: string;
  readonly #session: LiveSession;
  readonly #planned: PlannedAction;
  readonly #actor: string;
  readonly #note: string | null;
  #params: NewAuditRecord["params"];
  readonly #startedMs = performance.now();

  /** `note`: why it happens beside the caller's wish, such as the approval that it executes. */
  constructor(session: LiveSession, planned: PlannedAction, principal: Principal, note: string | null) {
    this.id = session.services.newId();
    this.#session = session;
    this.#planned = planned;
    this.#actor = `principal:${principal.id}`;
    this.#note = note;
    this.#params = recordedParams(session.content, planned);
  }

  /** Of an action about a control: where that is on the screen, for whoever replays the session. Points are parameters already. */
  goesTo(frame: NonNullable<Approval["frame"]>["target"]): void {
    const { target } = this.#params;
    if (frame === null || typeof target !== "object" || target === null || !("role" in target)) return;
    this.#params = { ...this.#params, target: { ...target, frame } };
  }

  /** To a tenth; more digits would be noise. */
  get durationMs(): number {
    return Math.round((performance.now() - this.#startedMs) * 10) / 10;
  }

  /** Committed before anything happens. `how`: how it will be carried out, where that was decided. @throws FleetError `audit.unavailable`: then nothing may happen. */
  async intent(evaluation: Evaluation, how: string | null): Promise<void> {
    const reason = [this.#note, how].filter((each) => each !== null).join("; ") || null;
    await this.#append({ id: this.id, kind: "intent", evaluation, reason });
  }

  /** Judged, and not done. `note`: what came of it, such as the approval that is asked for. @throws FleetError `audit.unavailable` */
  async refused(result: "denied" | "asked" | "waited", evaluation: Evaluation, note?: string): Promise<void> {
    const { durationMs } = this;
    const { code, reason } = evaluation.decisive;
    this.#announce(result, durationMs, code);
    const why = note === undefined ? reason : `${reason}; ${note}`;
    // Consents that would answer an ask repeat the command.
    const { value } = result === "asked" ? this.#session.content.redactValue(evaluation) : { value: evaluation };
    await this.#append({ kind: "outcome", evaluation: value, result, reason: why, durationMs });
  }

  /**
   * How the intent ended. A store that fails now changes nothing about what happened: the action is answered, and the
   * reconciler closes the open intent as unknown.
   */
  async outcome(result: Result, facts: { code: string | null; frame?: NewAuditRecord["frame"] }): Promise<void> {
    const { durationMs } = this;
    this.#announce(result, durationMs, facts.code);
    try {
      await this.#append({
        kind: "outcome",
        intentId: this.id,
        result,
        reason: facts.code,
        durationMs,
        frame: facts.frame ?? null,
      });
    } catch (error) {
      this.#session.services.log.error(
        { sessionId: this.#session.id, actionId: this.id, err: error },
        "an outcome could not be recorded; its intent stays open until it is closed as unknown",
      );
    }
  }

  async #append(facts: Partial<NewAuditRecord> & Pick<NewAuditRecord, "kind">): Promise<void> {
    const { tool } = this.#planned;
    const record = this.#session.auditRecord({ actor: this.#actor, action: tool.id, params: this.#params, ...facts });
    await this.#session.services.audit.append(record);
  }

  #announce(result: Result, durationMs: number, code: string | null): void {
    const { metrics } = this.#session.services;
    const { id: tool } = this.#planned.tool;
    metrics.actions.inc({ tool, result });
    metrics.actionSeconds.observe({ tool }, durationMs / 1_000);
    this.#session.emit("session.action", {
      actionId: this.id,
      tool,
      result,
      code,
      durationMs,
    });
  }
}
