import type { ModelOpinion } from "@deskfleet/contracts";
import type { Logger } from "../../log.ts";
import type { Metrics } from "../../metrics.ts";
import type { AuditModel, ModelQuestion } from "./audit-model.ts";
import type { Exchange, Reply } from "./exchange.ts";
import { modelPictures } from "./model-pictures.ts";
import { parseAnswer } from "./parse-answer.ts";
import { promptFor } from "./prompt.ts";

/** Who keeps count of a tenant's calls and tokens, for all workers together. */
export interface ModelBudget {
  /** False: this hour's calls are used up. */
  takeModelCall(tenantId: string, callsPerHour: number): Promise<boolean>;
  addModelTokens(tenantId: string, tokensIn: number, tokensOut: number): Promise<void>;
}

export interface AskModelOptions {
  readonly name: string;
  readonly exchange: Exchange;
  /** For everything together: the budget, the pictures, the request and its answer. */
  readonly timeoutMs: number;
  /** Of a million tokens, in the operator's currency. */
  readonly priceIn: number;
  readonly priceOut: number;
  readonly budget: ModelBudget;
  readonly metrics: Pick<Metrics, "modelAnswers" | "modelSeconds" | "modelTokens" | "modelCost">;
  readonly log: Logger;
}

type Finding = Pick<ModelOpinion, "outcome" | "verdict" | "reason"> & Pick<Reply, "tokensIn" | "tokensOut">;

const nothing = (outcome: ModelOpinion["outcome"], reason: string): Finding => ({
  ...{ outcome, verdict: "warn", reason, tokensIn: 0, tokensOut: 0 },
});
const LATE = nothing("late", "The model did not answer in time");
const GIVEN_UP = nothing("failed", "The question was given up");
const FAILED = nothing("failed", "The model could not be asked");
const OVER_BUDGET = nothing("over_budget", "This hour's calls of the model are used up");

/** A model behind an endpoint: one question, one request, and a warning for whatever goes wrong. */
export function askModel(options: AskModelOptions): AuditModel {
  const { name, metrics } = options;
  return {
    name,
    ask: async (question) => {
      const startedAt = performance.now();
      const finding = await findWithin(options, question);
      const durationMs = Math.round((performance.now() - startedAt) * 10) / 10;
      const { outcome, verdict, tokensIn, tokensOut } = finding;
      metrics.modelAnswers.inc({ outcome, verdict });
      metrics.modelSeconds.observe(durationMs / 1_000);
      metrics.modelTokens.inc({ direction: "in" }, tokensIn);
      metrics.modelTokens.inc({ direction: "out" }, tokensOut);
      metrics.modelCost.inc((tokensIn * options.priceIn + tokensOut * options.priceOut) / 1_000_000);
      return { ...finding, model: name, durationMs };
    },
  };
}

/** The time is up when it is up, whatever a step does with its signal. */
async function findWithin(options: AskModelOptions, question: ModelQuestion): Promise<Finding> {
  if (question.signal.aborted) return GIVEN_UP;
  const ending = new AbortController();
  let end: (finding: Finding) => void = () => undefined;
  const ended = new Promise<Finding>((resolve) => {
    end = (finding) => {
      resolve(finding);
      ending.abort();
    };
  });
  // No AbortSignal.timeout: one that only AbortSignal.any knows can be collected as garbage, and then never fires.
  const timer = setTimeout(() => end(LATE), options.timeoutMs);
  const giveUp = () => end(GIVEN_UP);
  question.signal.addEventListener("abort", giveUp, { once: true });
  const found = find(options, question, ending.signal).catch((error: unknown) => {
    const finding = isNoJson(error) ? unparsable(0, 0) : FAILED;
    if (!ending.signal.aborted) warn(options, finding, error);
    return finding;
  });
  try {
    return await Promise.race([ended, found]);
  } finally {
    clearTimeout(timer);
    question.signal.removeEventListener("abort", giveUp);
  }
}

async function find(options: AskModelOptions, question: ModelQuestion, signal: AbortSignal): Promise<Finding> {
  const { tenantId, callsPerHour, context, verdict, picture } = question;
  const pictures = picture && (await modelPictures(picture));
  const prompt = promptFor(context, verdict, pictures);
  signal.throwIfAborted();
  if (!(await options.budget.takeModelCall(tenantId, callsPerHour))) return OVER_BUDGET;
  signal.throwIfAborted();
  const reply = await options.exchange(prompt, signal);
  const { tokensIn, tokensOut } = reply;
  countTokens(options, tenantId, reply);
  const answer = reply.text === null ? null : parseAnswer(reply.text);
  if (answer !== null) return { outcome: "answered", ...answer, tokensIn, tokensOut };
  const finding = unparsable(tokensIn, tokensOut);
  warn(options, finding, null);
  return finding;
}

const unparsable = (tokensIn: number, tokensOut: number): Finding => ({
  ...nothing("unparsable", "The model did not answer with the object that it was asked for"),
  ...{ tokensIn, tokensOut },
});

/** Says that it is JSON and is not. */
const isNoJson = (error: unknown): boolean => error instanceof SyntaxError;

/** Not awaited: the answer is not worth less because it could not be counted. */
function countTokens({ budget, log }: AskModelOptions, tenantId: string, { tokensIn, tokensOut }: Reply): void {
  budget.addModelTokens(tenantId, tokensIn, tokensOut).catch((err: unknown) => {
    log.error({ err }, "the tokens of a model's answer could not be counted");
  });
}

/** A client's message can hold the key, the prompt or what an endpoint made up: only the status is told. */
function warn({ log, name }: AskModelOptions, { outcome }: Finding, error: unknown): void {
  const status = error instanceof Error && "status" in error && typeof error.status === "number" ? error.status : null;
  log.warn({ model: name, outcome, status }, "the auditor's model gave no usable answer");
}
