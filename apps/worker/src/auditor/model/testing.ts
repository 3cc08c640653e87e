import type { AuditContext } from "@deskfleet/contracts";
import { type AuditVerdict, exampleContext } from "@deskfleet/gates";
import type { ModelConfig } from "../../config.ts";
import { createMetrics, type Metrics } from "../../metrics.ts";
import type { ModelBudget } from "./ask-model.ts";
import type { AuditModel, ModelQuestion } from "./audit-model.ts";
import { openAuditModel } from "./open-audit-model.ts";
import type { Protocol } from "./testing-server.ts";

export const KEY = "sk-test-not-to-be-seen-4711";

export interface TestModel {
  readonly model: AuditModel;
  readonly metrics: Metrics;
  /** Every line that was logged, as JSON. */
  readonly lines: string[];
  readonly tokens: (readonly [tenantId: string, tokensIn: number, tokensOut: number])[];
}

/** The real client, its budget in memory, its log in a list. */
export async function testModel(
  protocol: Protocol,
  url: string,
  changes: Partial<ModelConfig> & { readonly takeModelCall?: ModelBudget["takeModelCall"] } = {},
): Promise<TestModel> {
  const { takeModelCall = async () => true, ...config } = changes;
  const metrics = createMetrics();
  const lines: string[] = [];
  const tokens: [string, number, number][] = [];
  const note = (...parts: unknown[]) => void lines.push(JSON.stringify(parts, errorsToo));
  const model = await openAuditModel(
    {
      ...{ protocol, key: KEY, name: "eye-1", timeoutMs: 10_000, priceIn: 3, priceOut: 15, ...config },
      url: protocol === "openai" ? `${url}/v1` : url,
    },
    {
      metrics,
      log: { debug: note, info: note, warn: note, error: note },
      budget: { takeModelCall, addModelTokens: async (...counted) => void tokens.push(counted) },
    },
  );
  if (model === null) throw new Error("there is a configuration");
  return { model, metrics, lines, tokens };
}

/** What a careless logger would print of an error. */
const errorsToo = (_key: string, value: unknown): unknown =>
  value instanceof Error ? { message: value.message, stack: value.stack } : value;

const PASSED: AuditVerdict = { verdict: "pass", evidence: [], rulesVersion: "1" };

export function question(changes: Partial<ModelQuestion> = {}, context: Partial<AuditContext> = {}): ModelQuestion {
  return {
    ...{ tenantId: "tenant-1", callsPerHour: 60, verdict: PASSED, picture: null },
    signal: new AbortController().signal,
    ...changes,
    context: {
      ...exampleContext({ action: "click", target: "button: Continue", goal: "Renew the passport" }),
      ...context,
    },
  };
}
