import OpenAI from "openai";
import { z } from "zod";
import { boundedFetch } from "./bounded-fetch.ts";
import { BYTES_MAX, type Endpoint, type Exchange, NO_REPLY, SAMPLING, TOKENS_MAX } from "./exchange.ts";
import { leaveOut } from "./leave-out.ts";
import type { ModelPicture, ModelPictures } from "./model-pictures.ts";
import { ANSWER_SCHEMA } from "./parse-answer.ts";
import type { Prompt } from "./prompt.ts";
import { Tokens } from "./tokens.ts";

/** What of a chat completion is read; compatible endpoints add and leave out the rest. */
const Completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
  usage: z.object({ prompt_tokens: Tokens, completion_tokens: Tokens }).nullish(),
});

/** Any endpoint that speaks OpenAI's chat completions. */
export function openaiExchange({ url, key, name, timeoutMs }: Endpoint): Exchange {
  const client = new OpenAI({
    ...{ baseURL: url, apiKey: key, adminAPIKey: null, organization: null, project: null, webhookSecret: null },
    ...{ timeout: timeoutMs, maxRetries: 0, fetch: boundedFetch(BYTES_MAX), logLevel: "off" },
  });
  const ask = leaveOut(
    {
      ...SAMPLING,
      max_tokens: TOKENS_MAX,
      response_format: {
        type: "json_schema" as const,
        json_schema: { name: "judgement", strict: true, schema: ANSWER_SCHEMA },
      },
    },
    { max_tokens: { max_completion_tokens: TOKENS_MAX } },
  );
  return async (prompt, signal) => {
    const answer: unknown = await ask((wishes) =>
      client.chat.completions.create({ model: name, messages: messagesOf(prompt), ...wishes }, { signal }),
    );
    const parsed = Completion.safeParse(answer);
    if (!parsed.success) return NO_REPLY;
    const { choices, usage } = parsed.data;
    return {
      text: choices[0]?.message.content ?? null,
      tokensIn: usage?.prompt_tokens ?? 0,
      tokensOut: usage?.completion_tokens ?? 0,
    };
  };
}

function messagesOf({ system, text, pictures }: Prompt): OpenAI.ChatCompletionMessageParam[] {
  return [
    { role: "system", content: system },
    { role: "user", content: [{ type: "text", text }, ...(pictures === null ? [] : partsOf(pictures))] },
  ];
}

function partsOf({ frame, crop }: ModelPictures): OpenAI.ChatCompletionContentPartImage[] {
  return [frame, ...(crop === null ? [] : [crop])].map((picture) => ({
    type: "image_url",
    image_url: { url: dataUrl(picture) },
  }));
}

const dataUrl = ({ mime, image }: ModelPicture): string => `data:${mime};base64,${image.toString("base64")}`;
