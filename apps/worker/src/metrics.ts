import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** Everything the worker counts, in one registry per process (and one per test). Labels are ids of ours, never input. */
export interface Metrics {
  readonly registry: Registry;
  readonly actions: Counter<"tool" | "result">;
  readonly actionSeconds: Histogram<"tool">;
  readonly gateSeconds: Histogram;
  readonly audits: Counter<"mode" | "verdict">;
  readonly auditSeconds: Histogram<"mode">;
  readonly auditReadings: Counter<"reading">;
  readonly stops: Counter<"scope">;
  readonly stopSeconds: Histogram;
  readonly sessions: Gauge<"state">;
  readonly viewers: Gauge<"mode">;
  readonly confinement: Gauge<"kind">;
  readonly modelAnswers: Counter<"outcome" | "verdict">;
  readonly modelSeconds: Histogram;
  readonly modelTokens: Counter<"direction">;
  readonly modelCost: Counter;
}

const ACTION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

export function createMetrics(options: { readonly withProcess?: boolean } = {}): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (options.withProcess) collectDefaultMetrics({ register: registry });
  return {
    registry,
    actions: new Counter({
      name: "deskfleet_actions_total",
      help: "Actions by tool and result as the audit store knows it",
      labelNames: ["tool", "result"],
      registers,
    }),
    actionSeconds: new Histogram({
      name: "deskfleet_action_seconds",
      help: "From the call to the answer, gates and audit included",
      labelNames: ["tool"],
      buckets: ACTION_BUCKETS,
      registers,
    }),
    gateSeconds: new Histogram({
      name: "deskfleet_gate_seconds",
      help: "The gate pipeline alone",
      buckets: [0.000_01, 0.000_05, 0.000_1, 0.000_5, 0.001, 0.005, 0.05],
      registers,
    }),
    audits: new Counter({
      name: "deskfleet_audits_total",
      help: "Actions judged in their context, by mode and verdict: pass, warn, block, or failed where it could not be judged",
      labelNames: ["mode", "verdict"],
      registers,
    }),
    auditSeconds: new Histogram({
      name: "deskfleet_audit_seconds",
      help: "What the auditor adds before an action: reading the application, rules, a model that is waited for",
      labelNames: ["mode"],
      buckets: ACTION_BUCKETS,
      registers,
    }),
    auditReadings: new Counter({
      name: "deskfleet_audit_readings_total",
      help: "Looks at the screen around a target: read, remembered, masked (known from masking), or unread where it took too long",
      labelNames: ["reading"],
      registers,
    }),
    stops: new Counter({
      name: "deskfleet_stops_total",
      help: "Stops by scope: session, tenant, fleet",
      labelNames: ["scope"],
      registers,
    }),
    stopSeconds: new Histogram({
      name: "deskfleet_stop_seconds",
      help: "From the arrival of a stop to the executor's word that it is in force",
      buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
      registers,
    }),
    sessions: new Gauge({
      name: "deskfleet_sessions",
      help: "Live sessions by state",
      labelNames: ["state"],
      registers,
    }),
    confinement: new Gauge({
      name: "deskfleet_confinement",
      help: "1 for how the newest desktop confines commands: namespaces, or none where every such command is denied or asked",
      labelNames: ["kind"],
      registers,
    }),
    modelAnswers: new Counter({
      name: "deskfleet_model_answers_total",
      help: "Questions to the auditor's model by outcome and by the verdict that it counts as",
      labelNames: ["outcome", "verdict"],
      registers,
    }),
    modelSeconds: new Histogram({
      name: "deskfleet_model_seconds",
      help: "From a question to the auditor's model to its answer or its absence",
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16],
      registers,
    }),
    modelTokens: new Counter({
      name: "deskfleet_model_tokens_total",
      help: "Tokens of the auditor's model as its endpoint counts them, in and out",
      labelNames: ["direction"],
      registers,
    }),
    modelCost: new Counter({
      name: "deskfleet_model_cost_total",
      help: "Cost of those tokens by DESKFLEET_MODEL_PRICE_IN and DESKFLEET_MODEL_PRICE_OUT, in their currency",
      registers,
    }),
    viewers: new Gauge({ name: "deskfleet_viewers", help: "Open live views by mode", labelNames: ["mode"], registers }),
  };
}
