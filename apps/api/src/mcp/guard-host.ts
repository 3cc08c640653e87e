import { isIP } from "node:net";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../app-env.ts";
import type { Config } from "../config.ts";
import { isSameOrigin } from "../http/same-origin.ts";
import { RPC, rpcError } from "./json-rpc-error.ts";

type Names = Pick<Config, "host" | "publicUrl" | "mcpHosts">;

/**
 * Against pages that rebind their own name to this address: a name that is not ours is refused, and a browser only gets in
 * from our own pages. An address instead of a name cannot be rebound. Clients that are no browsers send no Origin.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports (Security Warning)
 */
export const guardHost = (names: Names) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const { headers } = c.req.raw;
    if (!isOurName(headers.get("host") ?? "", names))
      return rpcError(403, RPC.transport, "This host name is not one of the API's: see DESKFLEET_MCP_HOSTS");
    const isBrowser = headers.has("origin") || headers.has("sec-fetch-site");
    if (isBrowser && !isSameOrigin(headers, names.publicUrl))
      return rpcError(403, RPC.transport, "Pages of other origins cannot use this endpoint");
    return next();
  });

export function isOurName(host: string, { host: bound, publicUrl, mcpHosts }: Names): boolean {
  if (!URL.canParse(`http://${host}`)) return false;
  const url = new URL(`http://${host}`);
  // "user@name" and "name/path" parse too.
  if (url.host === "" || url.username !== "" || url.password !== "" || url.pathname !== "/" || url.search !== "")
    return false;
  const name = url.hostname;
  if (isIP(name.replaceAll(/^\[|\]$/g, "")) !== 0) return true;
  if (name === "localhost" || name.endsWith(".localhost") || name === bound.toLowerCase()) return true;
  return (publicUrl !== null && new URL(publicUrl).hostname === name) || mcpHosts.includes(name);
}
