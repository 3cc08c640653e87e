import { describeError } from "../http/describe-error.ts";
import type { McpSession } from "./mcp-session.ts";

/** A busy tenant has many events a second; a list is looked at this often at most. */
const LOOK_MS_MIN = 2_000;

/**
 * Tells the client when its list of tools has become another one: a policy, a pause, a person in control, a resume. Runs while
 * the client listens. @returns ends it
 */
export function watchTools(session: McpSession): () => void {
  let known: string | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isEnded = false;

  const look = async (): Promise<void> => {
    timer = null;
    try {
      const now = await session.toolNames();
      if (isEnded) return;
      const hasChanged = known !== null && known !== now;
      known = now;
      if (hasChanged) await session.tellToolsChanged();
    } catch (error) {
      session.services.logger.warn({ error: describeError(error) }, "the tools of an MCP session could not be listed");
    }
  };
  const unsubscribe = session.services.events.subscribe(session.principal.tenantId, () => {
    timer ??= setTimeout(() => void look(), LOOK_MS_MIN);
  });
  void look();
  return () => {
    isEnded = true;
    unsubscribe();
    if (timer !== null) clearTimeout(timer);
  };
}
