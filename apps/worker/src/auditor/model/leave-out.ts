/** Tried first to last: of two that may not stand together, `temperature` stays. */
const REFUSABLE = ["top_p", "temperature", "response_format", "max_tokens"] as const;
const WORDS: Readonly<Record<(typeof REFUSABLE)[number], RegExp>> = {
  top_p: /\btop_p\b/,
  temperature: /\btemperature\b/,
  response_format: /\bresponse_format\b|\bjson_schema\b/,
  max_tokens: /\bmax_tokens\b/,
};

/**
 * Asks with `wishes`, and leaves out, from then on, one that the endpoint refuses by name: newer models answer 400 to a
 * temperature, some endpoints to a schema, instead of ignoring what they do not have. `instead`: what takes a wish's place.
 * Any other failure is the caller's; nothing is asked twice for it.
 */
export function leaveOut<Wishes extends object>(
  wishes: Wishes,
  instead: Readonly<Record<string, object>>,
): <T>(ask: (wishes: Partial<Wishes>) => Promise<T>) => Promise<T> {
  let left: Partial<Wishes> = wishes;
  return async (ask) => {
    for (;;) {
      const sent = left;
      try {
        return await ask(sent);
      } catch (error) {
        const refused = REFUSABLE.find((name) => name in sent && isRefused(error, WORDS[name]));
        if (refused === undefined) throw error;
        // Of what is left now: another question may have learned of other refusals meanwhile.
        const { [refused as keyof Wishes]: _refused, ...rest } = left;
        left = { ...(rest as Partial<Wishes>), ...instead[refused] };
      }
    }
  };
}

function isRefused(error: unknown, words: RegExp): boolean {
  if (!(error instanceof Error) || !("status" in error)) return false;
  return (error.status === 400 || error.status === 422) && words.test(error.message);
}
