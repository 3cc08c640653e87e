import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { HumanControl } from "../view/human-control.ts";
import { ViewServer } from "../view/view-server.ts";
import { createInternalApp, type InternalAppOptions } from "./internal-app.ts";

export interface InternalServerOptions extends InternalAppOptions {
  readonly hostname: string;
  /** 0: any free one. */
  readonly port: number;
  readonly control?: HumanControl;
}
export interface InternalServer {
  readonly port: number;
  /** Stops listening and closes every connection, live views too. */
  close(): Promise<void>;
}

/** Longer than the slowest action that a caller waits for. */
const REQUEST_TIMEOUT_MS = 0;
const HEADERS_TIMEOUT_MS = 10_000;

/** HTTP and live views on one port. @throws the system's error when it cannot listen */
export async function startInternalServer(options: InternalServerOptions): Promise<InternalServer> {
  const app = createInternalApp(options);
  const views = new ViewServer({ ...options, control: options.control ?? new HumanControl() });
  const server = createServer(
    { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: HEADERS_TIMEOUT_MS },
    getRequestListener(app.fetch),
  );
  server.on("upgrade", (request, socket, head) => void views.onUpgrade(request, socket, head));
  await listen(server, options);
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      views.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

function listen(server: Server, { hostname, port }: InternalServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, hostname, () => {
      server.off("error", reject);
      resolve();
    });
  });
}
