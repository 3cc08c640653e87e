/** Statuses whose answers have no body. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * `fetch` for a model's endpoint. It goes nowhere else: a redirect is an error, because the key and the frame would go with it.
 * It reads `bytesMax` bytes at most, unpacked, and the request's signal covers the body too.
 * @throws TypeError when the endpoint is out of reach or redirects, RangeError when its answer is larger.
 */
export function boundedFetch(bytesMax: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: "error" });
    const { status, statusText, headers } = response;
    const body = await read(response, bytesMax);
    return new Response(BODILESS.has(status) ? null : body, { status, statusText, headers });
  };
}

async function read({ body }: Response, bytesMax: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the stream, which ends the connection.
    if (bytes > bytesMax) throw new RangeError("the answer is larger than an answer can be");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
