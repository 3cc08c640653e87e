import { FleetError } from "@deskfleet/contracts";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { AppEnv } from "../app-env.ts";

const WINDOW_SECONDS = 60;
/** Wrong keys and tickets from one address in a minute, before it is told to wait. */
const FAILURES_PER_MINUTE = 60;

/** Per process: with n processes behind a balancer a principal has n times the limit, which is meant as a fuse, not a quota. */
export const rateLimit = (requestsPerMinute: number) => {
  const limiter = new RateLimiterMemory({ points: requestsPerMinute, duration: WINDOW_SECONDS });
  return createMiddleware<AppEnv>(async (c, next) => {
    const state = await consume(limiter, c.var.principal.id);
    c.header("RateLimit-Limit", String(requestsPerMinute));
    c.header("RateLimit-Remaining", String(state.remainingPoints));
    c.header("RateLimit-Reset", String(Math.ceil(state.msBeforeNext / 1_000)));
    c.header("RateLimit-Policy", `${requestsPerMinute};w=${WINDOW_SECONDS}`);
    if (state.isExhausted) throw limited(state.msBeforeNext);
    await next();
  });
};

/** Slows down guessing: counts failures by address, never successes, so that a busy caller is not refused for its neighbours. */
export class FailureLimit {
  readonly #limiter = new RateLimiterMemory({ points: FAILURES_PER_MINUTE, duration: WINDOW_SECONDS });

  /** @throws FleetError `request.rate_limited` once the address failed too often; else returns, and the caller refuses. */
  async countFailure(c: Context<AppEnv>): Promise<void> {
    const state = await consume(this.#limiter, c.env.incoming.socket.remoteAddress ?? "unknown");
    if (state.isExhausted) throw limited(state.msBeforeNext);
  }
}

interface LimitState {
  readonly remainingPoints: number;
  readonly msBeforeNext: number;
  readonly isExhausted: boolean;
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<LimitState> {
  try {
    const { remainingPoints, msBeforeNext } = await limiter.consume(key);
    return { remainingPoints, msBeforeNext, isExhausted: false };
  } catch (error) {
    // The library rejects with its result, which is no Error, when nothing is left.
    if (!(error instanceof RateLimiterRes)) throw error;
    return { remainingPoints: 0, msBeforeNext: error.msBeforeNext, isExhausted: true };
  }
}

function limited(retryAfterMs: number): FleetError {
  return new FleetError("request.rate_limited", "Wait as long as Retry-After says", { data: { retryAfterMs } });
}
