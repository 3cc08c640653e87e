import type { ModelConfig } from "../../config.ts";
import { type AskModelOptions, askModel } from "./ask-model.ts";
import type { AuditModel } from "./audit-model.ts";
import type { Endpoint, Exchange } from "./exchange.ts";

/** The configured model, or null where there is none. A client is loaded when it is needed: each is some megabytes. */
export async function openAuditModel(
  config: ModelConfig | null,
  rest: Pick<AskModelOptions, "budget" | "metrics" | "log">,
): Promise<AuditModel | null> {
  if (config === null) return null;
  const { name, timeoutMs, priceIn, priceOut } = config;
  return askModel({ ...rest, name, timeoutMs, priceIn, priceOut, exchange: await exchangeFor(config) });
}

async function exchangeFor({ protocol, ...endpoint }: ModelConfig & Endpoint): Promise<Exchange> {
  if (protocol === "anthropic") return (await import("./anthropic-exchange.ts")).anthropicExchange(endpoint);
  return (await import("./openai-exchange.ts")).openaiExchange(endpoint);
}
