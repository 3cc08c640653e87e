import { isUtf8 } from "node:buffer";
import { type Fault, FleetError } from "@deskfleet/contracts";
import type { Context } from "hono";
import type { Logger } from "pino";
import { z } from "zod";
import type { AppEnv } from "../app-env.ts";
import { jsonFaults } from "../http/json-faults.ts";
import { RPC, rpcError } from "./json-rpc-error.ts";
import { errorResult } from "./tool-result.ts";

const Call = z.object({ id: z.union([z.string(), z.number()]), method: z.literal("tools/call") });
const ARGUMENTS = "/params/arguments/";

/** The body as JSON, or the refusal. Its size was limited before. */
export async function readMessage(
  c: Context<AppEnv>,
  logger: Logger,
): Promise<{ message: unknown } | { refusal: Response }> {
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
  const call = Call.safeParse(message);
  if (call.success && faults.every(({ path }) => path.startsWith(ARGUMENTS)))
    return { refusal: badArguments(call.data.id, faults, logger) };
  return { refusal: rpcError(400, RPC.invalidRequest, "Invalid Request: the body has faults", { faults }) };
}

const refuse = (what: string) => ({ refusal: rpcError(400, RPC.parseError, `Parse error: ${what}`) });

/** A model wrote the arguments and shall read what is wrong with them; clients make an exception of any other status. */
function badArguments(id: string | number, faults: readonly Fault[], logger: Logger): Response {
  const ofParameters = faults.map(({ path, message }) => ({ path: path.replace(ARGUMENTS, "/params/"), message }));
  const error = new FleetError("request.invalid", "The parameters are not valid", { faults: ofParameters });
  return Response.json({ jsonrpc: "2.0", id, result: errorResult(error, logger) });
}
