import type { Context } from "hono";
import { stream } from "hono/streaming";
import type { StreamingApi } from "hono/utils/stream";
import type { AppEnv } from "../app-env.ts";
import { describeError } from "./describe-error.ts";

/**
 * Answers with what `write` writes, as it writes it. When that fails the status is long sent, so the connection is broken: only
 * that can still say that something is missing. Thrown out of hono's stream instead, the error would end the process.
 */
export const streamDownload = (c: Context<AppEnv>, write: (out: StreamingApi) => Promise<void>): Response =>
  stream(c, async (out) => {
    try {
      await write(out);
    } catch (error) {
      const { logger, requestId } = c.var;
      logger.error({ requestId, path: c.req.path, error: describeError(error) }, "a download broke off");
      c.env.outgoing.destroy();
    }
  });
