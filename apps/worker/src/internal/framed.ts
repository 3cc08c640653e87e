import { FRAMED_CONTENT_TYPE, type InternalActionReply } from "@deskfleet/contracts";
import type { z } from "zod";
import type { Performed } from "../perform.ts";

/** An answer of perform over HTTP: one JSON line and then the frame's bytes, or the approval that is asked for. */
export function answerPerformed(performed: Performed): Response {
  if (performed.outcome === "ask")
    return Response.json({ outcome: "ask", approval: performed.approval, code: performed.code }, { status: 202 });
  const { result, payload } = performed;
  const header: z.infer<typeof InternalActionReply> = { outcome: "done", result, payloadBytes: payload?.length ?? 0 };
  const line = Buffer.from(`${JSON.stringify(header)}\n`);
  const body = new Uint8Array(payload === null ? line : Buffer.concat([line, payload]));
  return new Response(body, { headers: { "content-type": FRAMED_CONTENT_TYPE } });
}
