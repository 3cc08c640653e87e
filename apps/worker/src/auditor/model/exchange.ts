import type { Prompt } from "./prompt.ts";

/** Where a model is, and how it is spoken to. */
export interface Endpoint {
  /** As its own client takes it: `…/v1` for OpenAI's protocol, without it for Anthropic's. */
  readonly url: string;
  readonly key: string;
  readonly name: string;
  readonly timeoutMs: number;
}

/** What came back, in either protocol. `text` is null when the answer has not the protocol's form. */
export interface Reply {
  readonly text: string | null;
  readonly tokensIn: number;
  readonly tokensOut: number;
}

/** One request and its answer: no retries. Rejects with whatever the client throws; its message may hold anything, the key too. */
export type Exchange = (prompt: Prompt, signal: AbortSignal) => Promise<Reply>;

/** What is asked for in both protocols, by their common names. */
export const SAMPLING = { temperature: 0, top_p: 0.1 } as const;
export const TOKENS_MAX = 150;
/** An answer of 150 tokens with everything that a protocol packs around it is some kilobytes. */
export const BYTES_MAX = 256 * 1024;
export const NO_REPLY: Reply = { text: null, tokensIn: 0, tokensOut: 0 };
