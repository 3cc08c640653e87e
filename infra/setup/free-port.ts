import { createServer } from "node:net";

/** A TCP port of 127.0.0.1 that is free now; `preferred` if it is. */
export async function freePort(preferred?: number): Promise<number> {
  const port = await tryPort(preferred ?? 0);
  return port ?? freePort();
}

function tryPort(port: number): Promise<number | null> {
  return new Promise((resolvePromise) => {
    const server = createServer();
    server.once("error", () => resolvePromise(null));
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => {
      const address = server.address();
      const found = typeof address === "object" && address !== null ? address.port : null;
      server.close(() => resolvePromise(found));
    });
  });
}
