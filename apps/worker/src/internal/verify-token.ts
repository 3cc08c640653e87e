import { webcrypto } from "node:crypto";
import { FleetError, INTERNAL_TOKEN_TTL_SECONDS, InternalClaims, type Principal } from "@deskfleet/contracts";
import { verify } from "hono/jwt";

interface Presented {
  readonly authorization: string | undefined;
  readonly method: string;
  /** With the query string, as it was sent. */
  readonly path: string;
}
export type VerifyToken = (presented: Presented) => Promise<Principal>;

/** Clocks of API and worker may differ by this much, in seconds. */
const SKEW_SECONDS = 1;

/**
 * Checks the signed, short-lived token of one internal call: HS256 with the fleet's secret, for this worker, this method
 * and this path with its query. Every fault is the same `auth.required`.
 */
export async function createVerifyToken(options: { secret: string; workerId: string }): Promise<VerifyToken> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const secret = Buffer.from(options.secret, "hex");
  const key = await webcrypto.subtle.importKey("raw", secret, algorithm, false, ["verify"]);
  return async ({ authorization, method, path }) => {
    const token = /^Bearer ([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+)$/.exec(authorization ?? "")?.[1];
    if (token === undefined) throw refused();
    let payload: unknown;
    try {
      payload = await verify(token, key, { alg: "HS256", aud: options.workerId });
    } catch (cause) {
      throw refused(cause);
    }
    const claims = InternalClaims.safeParse(payload);
    if (!claims.success) throw refused(claims.error);
    const { exp, principal } = claims.data;
    const isTooLong = exp * 1_000 > Date.now() + (INTERNAL_TOKEN_TTL_SECONDS + SKEW_SECONDS) * 1_000;
    if (isTooLong || claims.data.method !== method || claims.data.path !== path) throw refused();
    return principal;
  };
}

const refused = (cause?: unknown) => new FleetError("auth.required", "The call carries no valid token", { cause });
