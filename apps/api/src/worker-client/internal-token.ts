import { createHmac } from "node:crypto";
import { INTERNAL_TOKEN_TTL_SECONDS, type InternalClaims, type Principal } from "@deskfleet/contracts";

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const HEADER = base64url({ alg: "HS256", typ: "JWT" });

export interface InternalCall {
  readonly workerId: string;
  readonly method: string;
  /** With the query: `mode=view` must not become `mode=control` on the way. */
  readonly path: string;
  readonly principal: Principal;
}

/** A token for one call to one worker, good for ten seconds: a log line or a sibling that holds it can do nothing else with it. */
export function signInternalToken(call: InternalCall, secret: string, nowMs: number): string {
  const claims: InternalClaims = {
    aud: call.workerId,
    method: call.method,
    path: call.path,
    exp: Math.floor(nowMs / 1_000) + INTERNAL_TOKEN_TTL_SECONDS,
    principal: call.principal,
  };
  const content = `${HEADER}.${base64url(claims)}`;
  return `${content}.${createHmac("sha256", Buffer.from(secret, "hex")).update(content).digest("base64url")}`;
}
