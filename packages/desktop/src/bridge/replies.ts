import { ClipboardReply, Pong, RecordedFrame, TerminalReply, TOOLS, ToolReply } from "@deskfleet/contracts";
import { z } from "zod";

const Region = z.object({
  kind: z.string(),
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
});

/** Results of the methods that are no tools (contracts' rpc.ts describes them). */
const Replies = {
  ping: Pong,
  lease: z.object({ token: z.number().int() }),
  stop: z.object({ stopped: z.literal(true) }),
  resume: z.object({ stopped: z.literal(false) }),
  cancel: z.object({ cancelled: z.boolean() }),
  resolve_paths: z.object({
    resolved: z.array(
      z.object({ path: z.string(), real: z.string().nullable(), type: z.string().nullable(), exists: z.boolean() }),
    ),
  }),
  secure_regions: z.object({ regions: z.array(Region), complete: z.boolean() }),
  target_digest: z.object({ digest: z.string() }),
  terminal_state: TerminalReply,
  read_clipboard: ClipboardReply,
  record_frame: RecordedFrame,
} as const;

/** The schema of a method's result; null for a method that the contract does not know. */
export function replySchema(method: string): z.ZodType | null {
  if (TOOLS.has(method)) return ToolReply;
  return Object.hasOwn(Replies, method) ? Replies[method as keyof typeof Replies] : null;
}
