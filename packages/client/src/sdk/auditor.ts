import type {
  AuditCase,
  AuditJudgement,
  AuditorReport,
  AuditPack,
  AuditReportKind,
  AuditVerdictName,
  PackTrial,
  Page,
  RulePackDocument,
} from "@deskfleet/contracts";
import { type Connection, request } from "./http.ts";

/** Where a list goes on, and how much of it is wanted at once (1 to 200). */
interface Paging {
  readonly limit?: number;
  /** `nextCursor` of the page before. */
  readonly cursor?: string;
}
export interface JudgementQuery extends Paging {
  readonly sessionId?: string;
  readonly verdict?: AuditVerdictName;
  /** Id of a rule that fired. */
  readonly rule?: string;
  readonly mode?: AuditJudgement["mode"];
  readonly report?: AuditReportKind;
  readonly overridden?: boolean;
}

/** What the auditor said of the tenant's actions, and the rules by which it does. Each call may throw DeskfleetError. */
export class Auditor {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Newest first, without their contexts. */
  judgements(query: JudgementQuery = {}): Promise<Page<AuditJudgement>> {
    return this.#ask("GET", `/judgements${queryOf({ ...query })}`);
  }

  /** With its context. */
  judgement(id: string): Promise<AuditJudgement> {
    return this.#ask("GET", `/judgements/${id}`);
  }

  /** Says what later turned out about an action. */
  report(id: string, kind: AuditReportKind, comment = ""): Promise<AuditJudgement> {
    return this.#ask("POST", `/judgements/${id}/report`, { kind, comment });
  }

  /** What came of the verdicts since then; by default of seven days. */
  summary(since?: Date): Promise<AuditorReport> {
    return this.#ask("GET", `/report${queryOf({ since: since?.toISOString() })}`);
  }

  /** Makes a judgement a case, with the verdict that it should get. */
  makeCase(judgementId: string, expect: AuditVerdictName, comment = ""): Promise<AuditCase> {
    return this.#ask("POST", "/cases", { judgementId, expect, comment });
  }

  cases(paging: Paging = {}): Promise<Page<AuditCase>> {
    return this.#ask("GET", `/cases${queryOf({ ...paging })}`);
  }

  deleteCase(id: string): Promise<AuditCase> {
    return this.#ask("DELETE", `/cases/${id}`);
  }

  /** Every version, newest first, without their documents; `active`: those in force. */
  packs(query: Paging & { readonly name?: string; readonly active?: true } = {}): Promise<Page<AuditPack>> {
    return this.#ask("GET", `/packs${queryOf({ ...query })}`);
  }

  /** The newest version, or the one named, with its document. */
  pack(name: string, version?: number): Promise<AuditPack> {
    return this.#ask("GET", `/packs/${name}${queryOf({ version })}`);
  }

  /** Stores the next version, not in force yet. `problem.faults` of the error says which example of which rule does not hold. */
  putPack(name: string, document: RulePackDocument): Promise<AuditPack> {
    return this.#ask("PUT", `/packs/${name}`, document);
  }

  /** What it would change on the samples that ship and the tenant's cases. */
  tryPack(name: string, version: number): Promise<PackTrial> {
    return this.#ask("POST", `/packs/${name}/activate`, { version, isTrial: true });
  }

  /** In force in running sessions within a second. `resource.conflict` where it does worse than the rules in force, unless forced. */
  activatePack(name: string, version: number, { isForced = false } = {}): Promise<PackTrial> {
    return this.#ask("POST", `/packs/${name}/activate`, { version, isForced });
  }

  deactivatePack(name: string): Promise<AuditPack> {
    return this.#ask("POST", `/packs/${name}/deactivate`);
  }

  #ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    return request<T>(this.#connection, method, `/auditor${path}`, body);
  }
}

function queryOf(values: Readonly<Record<string, string | number | boolean | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, String(value));
  return query.size === 0 ? "" : `?${query}`;
}
