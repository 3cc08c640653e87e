import { setImmediate as nextTurn } from "node:timers/promises";
import { RulePackDocument, type Signal, toFaults } from "@deskfleet/contracts";
import {
  type ActiveRules,
  fires,
  mergePacks,
  packOf,
  type RulePack,
  SHIPPED_RULES,
  validatePack,
} from "@deskfleet/gates";
import type { Logger } from "../log.ts";
import type { Records } from "../sessions/records.ts";

/** Of what is wrong with a pack, as many faults go into the log. */
const FAULTS_LOGGED_MAX = 20;

/**
 * The rules in force for each tenant: the shipped ones and, merged into them, its active packs. Read once and kept until a signal
 * says that other packs are active, so that running sessions obey those from their next action on. A pack that cannot be used is
 * left out and said so in the log: it can only make the rules stricter, so the shipped ones and the other packs stand without it.
 */
export class RulePacks {
  readonly #records: Pick<Records, "activePacks">;
  readonly #log: Logger;
  readonly #byTenant = new Map<string, Promise<ActiveRules>>();

  constructor({ records, log }: { records: Pick<Records, "activePacks">; log: Logger }) {
    this.#records = records;
    this.#log = log;
  }

  /** Rejects when the packs cannot be read: what holds for the tenant is not known then. */
  rules(tenantId: string): Promise<ActiveRules> {
    const known = this.#byTenant.get(tenantId);
    if (known !== undefined) return known;
    const loading = this.#load(tenantId);
    this.#byTenant.set(tenantId, loading);
    loading.catch(() => {
      // Unless a signal dropped it already, and somebody asked anew.
      if (this.#byTenant.get(tenantId) === loading) this.#byTenant.delete(tenantId);
    });
    return loading;
  }

  /** What is being read at this moment counts as old, too. */
  onSignal(signal: Signal): void {
    if (signal.kind === "auditor.changed") this.#byTenant.delete(signal.tenantId);
  }

  /** Signals may have been missed. */
  onReconnect(): void {
    this.#byTenant.clear();
  }

  async #load(tenantId: string): Promise<ActiveRules> {
    const packs: RulePack[] = [SHIPPED_RULES];
    for (const { name, version, document } of await this.#records.activePacks(tenantId)) {
      const parsed = RulePackDocument.safeParse(document);
      const faults = parsed.success
        ? await faultsOf(packOf(name, version, parsed.data))
        : toFaults(parsed.error).map(({ path, message }) => `${path}: ${message}`);
      if (parsed.success && faults.length === 0) packs.push(packOf(name, version, parsed.data));
      else {
        const shown = faults.slice(0, FAULTS_LOGGED_MAX);
        this.#log.error({ tenantId, pack: `${name}@${version}`, faults: shown }, "a rule pack in force cannot be used");
      }
    }
    return mergePacks(packs);
  }
}

/** Rule by rule, so that sessions go on in between: examples are many. */
async function faultsOf(pack: RulePack): Promise<string[]> {
  const faults: string[] = [];
  for (const rule of pack.rules) {
    faults.push(...validatePack({ ...pack, rules: [rule] }, fires));
    await nextTurn();
  }
  return faults;
}
