import Anthropic from "@anthropic-ai/sdk";
import { z } from "zod";
import { boundedFetch } from "./bounded-fetch.ts";
import { BYTES_MAX, type Endpoint, type Exchange, NO_REPLY, SAMPLING, TOKENS_MAX } from "./exchange.ts";
import { leaveOut } from "./leave-out.ts";
import type { ModelPictures } from "./model-pictures.ts";
import type { Prompt } from "./prompt.ts";
import { Tokens } from "./tokens.ts";

/** What of a message is read. */
const Message = z.object({
  content: z.array(z.object({ type: z.string(), text: z.string().optional() })),
  usage: z.object({ input_tokens: Tokens, output_tokens: Tokens }).nullish(),
});

/** Any endpoint that speaks Anthropic's messages. The form of the answer is asked for in words: older models know no schema. */
export function anthropicExchange({ url, key, name, timeoutMs }: Endpoint): Exchange {
  const client = new Anthropic({
    ...{ baseURL: url, apiKey: key, webhookKey: null, openTelemetry: false },
    ...{ timeout: timeoutMs, maxRetries: 0, fetch: boundedFetch(BYTES_MAX), logLevel: "off" },
  });
  const ask = leaveOut({ ...SAMPLING }, {});
  return async (prompt, signal) => {
    const answer: unknown = await ask((wishes) =>
      client.messages.create(
        { model: name, max_tokens: TOKENS_MAX, system: prompt.system, messages: messagesOf(prompt), ...wishes },
        { signal },
      ),
    );
    const parsed = Message.safeParse(answer);
    if (!parsed.success) return NO_REPLY;
    const { content, usage } = parsed.data;
    const texts = content.flatMap(({ type, text }) => (type === "text" && text !== undefined ? [text] : []));
    return {
      text: texts.length === 1 ? (texts[0] ?? null) : null,
      tokensIn: usage?.input_tokens ?? 0,
      tokensOut: usage?.output_tokens ?? 0,
    };
  };
}

function messagesOf({ text, pictures }: Prompt): Anthropic.MessageParam[] {
  return [{ role: "user", content: [{ type: "text", text }, ...(pictures === null ? [] : partsOf(pictures))] }];
}

function partsOf({ frame, crop }: ModelPictures): Anthropic.ImageBlockParam[] {
  return [frame, ...(crop === null ? [] : [crop])].map(({ mime, image }) => ({
    type: "image",
    source: { type: "base64", media_type: mime, data: image.toString("base64") },
  }));
}
