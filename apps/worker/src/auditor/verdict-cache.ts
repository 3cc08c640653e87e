import { createHash } from "node:crypto";
import type { AuditContext, ModelOpinion } from "@deskfleet/contracts";
import type { AuditVerdict, Judged } from "@deskfleet/gates";
import { canonical } from "../approvals/planned-action.ts";

/** Pages and elements that a session goes back and forth between. */
const ENTRIES_MAX = 32;

export interface Kept {
  readonly verdict: AuditVerdict;
  readonly judged: Judged;
  /** Null: no model was asked. */
  readonly opinion: ModelOpinion | null;
}

/**
 * Verdicts of one session, of its tenant and for its goal. A key holds everything that rules read: their version, place, action, target,
 * the whole text of the page, hidden text and fields, what is put in, and what the run did so far. A changed page is another key.
 */
export class VerdictCache {
  readonly #entries = new Map<string, { readonly kept: Kept; readonly others: string }>();

  find(key: string, context: AuditContext): Kept | null {
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.others !== otherOrders(context, entry.kept.judged)) return null;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.kept;
  }

  keep(key: string, context: AuditContext, kept: Kept): void {
    this.#entries.delete(key);
    this.#entries.set(key, { kept, others: otherOrders(context, kept.judged) });
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > ENTRIES_MAX && oldest !== undefined) this.#entries.delete(oldest);
  }
}

export function cacheKey(context: AuditContext, rulesVersion: string, withModel: boolean): string {
  const { recent: _recent, ledger, atSeconds: _at, ...rest } = context;
  return digest({ ...rest, rulesVersion, withModel, run: runSoFar(context, ledger) });
}

/** What of the ledger rules read. What this very page adds each time that it is looked at is left out: it is in the key itself. */
function runSoFar(context: AuditContext, ledger: AuditContext["ledger"]): unknown {
  const { place, sees, content, page } = context;
  const isOwn = (entry: (typeof ledger.data)[number]) =>
    entry.how === "seen" && entry.place === place.url && sees.includes(entry.kind);
  const { failuresInRow, done, files, copied, lookups, confirmations } = ledger;
  return {
    ...{ done, files, copied, lookups, confirmations },
    failures: Math.min(failuresInRow, FAILURES_READ),
    data: [
      ...new Set(
        ledger.data.filter((entry) => !isOwn(entry)).map(({ kind, how, place: at }) => `${kind} ${how} ${at}`),
      ),
    ],
    moved: ledger.data
      .filter(({ step }) => content.fromSteps.includes(step))
      .map(({ kind, how, place: at }) => [kind, how, at]),
    lastCopied: ledger.data.findLast(({ how }) => how === "copied") ?? null,
    page: page.text === "" ? (ledger.pages[place.url] ?? "") : "",
  };
}
/** Rules tell three failures in a row from fewer. */
const FAILURES_READ = 3;

/** Orders that were read elsewhere in the run; those of the page itself are judged with it. */
function otherOrders({ ledger }: AuditContext, { directives }: Judged): string {
  const own = new Set(directives.map((text) => text.slice(0, DIRECTIVE_KEPT)));
  return digest(ledger.directives.filter(({ text }) => !own.has(text)).map(({ text }) => text));
}
/** As much of a directive as a ledger keeps. */
const DIRECTIVE_KEPT = 500;

const digest = (value: unknown): string => createHash("sha256").update(canonical(value)).digest("base64");
