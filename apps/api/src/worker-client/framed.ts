import { InternalActionReply } from "@deskfleet/contracts";
import type { z } from "zod";

export interface FramedReply {
  readonly result: z.infer<typeof InternalActionReply>["result"];
  /** The frame's encoded bytes; null when none was asked for or nothing changed. */
  readonly image: Buffer | null;
}

/**
 * Takes apart one JSON line and the bytes behind it.
 * @throws Error when the length stated and the length received differ: a cut frame is never handed on.
 */
export function decodeFramed(body: Buffer): FramedReply {
  const end = body.indexOf(0x0a);
  if (end < 0) throw new Error("framed reply without a line feed");
  const { result, payloadBytes } = InternalActionReply.parse(JSON.parse(body.toString("utf8", 0, end)));
  const payload = body.subarray(end + 1);
  if (payload.length !== payloadBytes)
    throw new Error(`framed reply has ${payload.length} payload bytes, not ${payloadBytes}`);
  return { result, image: payloadBytes === 0 ? null : payload };
}
