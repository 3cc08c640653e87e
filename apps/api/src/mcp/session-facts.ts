import type { SessionState } from "@deskfleet/contracts";
import type { McpSession } from "./mcp-session.ts";

export interface SessionFacts extends Record<string, unknown> {
  /** Null: the first call starts one. */
  readonly sessionId: string | null;
  readonly state: SessionState | null;
  readonly endsWithConnection: boolean;
  /** For a person who signs in there: a link that opens by itself would be a key in the model's transcript. */
  readonly liveView: string | null;
}

export async function describeSession(session: McpSession): Promise<SessionFacts> {
  const record = await session.findDesktopSession();
  return {
    sessionId: record?.id ?? null,
    state: record?.state ?? null,
    endsWithConnection: session.desktop.isOwn,
    liveView: record === null ? null : new URL(`/v1/sessions/${record.id}/view`, session.baseUrl).href,
  };
}
