import { isUtf8 } from "node:buffer";
import type { Context } from "hono";
import type { AppEnv } from "../app-env.ts";
import { jsonFaults } from "../http/json-faults.ts";
import { RPC, rpcError } from "./json-rpc-error.ts";

/** The body as JSON, or the refusal. Its size was limited before. */
export async function readMessage(c: Context<AppEnv>): Promise<{ message: unknown } | { refusal: Response }> {
  const bytes = new Uint8Array(await c.req.arrayBuffer());
  if (!isUtf8(bytes)) return refuse("the body is not UTF-8");
  const text = new TextDecoder().decode(bytes);
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return refuse("the body is not valid JSON");
  }
  const faults = jsonFaults(text, message);
  if (faults.length === 0) return { message };
  return { refusal: rpcError(400, RPC.invalidRequest, "Invalid Request: the body has faults", { faults }) };
}

const refuse = (what: string) => ({ refusal: rpcError(400, RPC.parseError, `Parse error: ${what}`) });
