import type { Snapshot } from "@deskfleet/app-state";
import { readInstructions } from "../sessions/executor-control.ts";
import type { LiveSession } from "../sessions/live-session.ts";

/** Bytes that an agent is given to read beside a state. */
const CHARACTERS_MAX = 20_000;

/**
 * What an agent should know of an application before it uses it: what policy says, of the highest layer that says something of it;
 * else the file of the image; null where neither does. A file that cannot be read costs nobody the state.
 */
export async function instructionsFor(session: LiveSession, { id, name }: Snapshot["app"]): Promise<string | null> {
  const words = [id, name].filter((word) => word !== "").map((word) => word.toLowerCase());
  const said = session.policy.appInstructions.findLast(({ app }) => words.includes(app.toLowerCase()));
  if (said !== undefined) return said.text;
  try {
    const text = await readInstructions(session.desktop.executor, id || name);
    return text === null ? null : text.slice(0, CHARACTERS_MAX);
  } catch (error) {
    session.services.log.warn({ sessionId: session.id, err: error }, "an application's instructions could not be read");
    return null;
  }
}
