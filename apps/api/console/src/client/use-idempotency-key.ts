import { useRef } from "react";

const KEY_BYTES = 16;

/**
 * A key for each thing that is submitted, the same as long as it is the same: sent again because no answer came, it is made once.
 * Randomness by getRandomValues, which a page without https has too.
 */
export function useIdempotencyKey(): (body: unknown) => { readonly "Idempotency-Key": string } {
  const last = useRef({ text: "", key: "" });
  return (body) => {
    const text = JSON.stringify(body);
    if (last.current.text !== text) last.current = { text, key: randomKey() };
    return { "Idempotency-Key": last.current.key };
  };
}

const randomKey = () =>
  [...crypto.getRandomValues(new Uint8Array(KEY_BYTES))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
