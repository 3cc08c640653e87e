import { lookup as resolve } from "node:dns/promises";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { type DeliveryError, webhookUrlFault } from "@deskfleet/contracts";
import { isLoopbackAddress, isPublicAddress } from "./public-address.ts";

export interface PostOptions {
  readonly timeoutMs: number;
  /** Addresses that are not public are allowed, and http to this machine. */
  readonly allowPrivate: boolean;
  /** Another resolver, for tests. */
  readonly resolve?: (hostname: string) => Promise<Address[]>;
}
interface Address {
  readonly address: string;
  readonly family: number;
}
export type Posted =
  | { readonly status: number; readonly error: null }
  | { readonly status: null; readonly error: DeliveryError };

/**
 * One POST to an address that somebody else chose. The name is resolved once and the connection goes to what was checked: a
 * name that resolves to something else a moment later gains nothing. No redirect is followed, no connection kept, nothing of
 * the answer read but its status. Never rejects.
 */
export async function postDelivery(
  url: string,
  message: { readonly headers: Record<string, string>; readonly body: string },
  options: PostOptions,
): Promise<Posted> {
  if (webhookUrlFault(url, options) !== null) return failed("address_refused");
  const target = new URL(url);
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), options.timeoutMs);
  try {
    const address = await untilAborted(checkedAddress(target, options), abort.signal);
    if (typeof address === "string") return failed(address);
    return { status: await send(target, address, message, abort.signal), error: null };
  } catch {
    // What went wrong underneath is the receiver's affair, and its words do not belong in our log.
    return failed(abort.signal.aborted ? "timeout" : "connection");
  } finally {
    clearTimeout(timer);
  }
}

const failed = (error: DeliveryError): Posted => ({ status: null, error });

/** The first address of the name, if all of them are allowed: one that also has a private one is after something. */
async function checkedAddress(target: URL, options: PostOptions): Promise<Address | DeliveryError> {
  const hostname = target.hostname.replace(/^\[(.*)\]$/, "$1");
  const isNumber = isIP(hostname) !== 0;
  let addresses: Address[];
  try {
    addresses = isNumber
      ? [{ address: hostname, family: isIP(hostname) }]
      : await (options.resolve ?? ((name) => resolve(name, { all: true })))(hostname);
  } catch {
    return "name_not_found";
  }
  const isAllowed = ({ address }: Address): boolean =>
    target.protocol === "http:" ? isLoopbackAddress(address) : options.allowPrivate || isPublicAddress(address);
  return addresses.every(isAllowed) ? (addresses[0] ?? "name_not_found") : "address_refused";
}

function send(
  target: URL,
  { address, family }: Address,
  message: { headers: Record<string, string>; body: string },
  signal: AbortSignal,
): Promise<number> {
  const lookup: LookupFunction = (_hostname, { all }, done) =>
    all ? done(null, [{ address, family }]) : done(null, address, family);
  const body = Buffer.from(message.body, "utf8");
  return new Promise((resolve, reject) => {
    const request = (target.protocol === "https:" ? requestHttps : requestHttp)(target, {
      method: "POST",
      headers: {
        ...message.headers,
        "content-type": "application/json",
        "content-length": body.length,
        "user-agent": "deskfleet-webhooks/1",
      },
      lookup,
      agent: false,
      signal,
    });
    request.on("response", (response) => {
      resolve(response.statusCode ?? 0);
      response.on("error", () => undefined);
      response.destroy();
    });
    request.on("error", reject);
    request.end(body);
  });
}

/** A name server that does not answer cannot be aborted, only left alone. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(new Error("aborted")), { once: true });
    work.then(resolve, reject);
  });
}
