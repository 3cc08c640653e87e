import { parseSnapshot, type Snapshot, SnapshotFault } from "@deskfleet/app-state";
import { FleetError, RpcAppState, type WindowInfo } from "@deskfleet/contracts";
import type { Pipe } from "../app-state/pipe.ts";
import { type PageNode, pageNodes } from "./page-nodes.ts";

/** The executor gives up on an application after two seconds. */
const READ_MS_MAX = 5_000;

/** What shows in a window at one moment. */
export interface Surface {
  readonly windowTitle: string;
  /** Parents first; empty where the program says nothing about what it shows. */
  readonly nodes: readonly PageNode[];
  /** Texts of a page that are out of sight. */
  readonly unseen: readonly string[];
  readonly selectedText: string;
  /** Of the program, as the snapshot names it; empty without a tree. */
  readonly toolkit: string;
  /** Equal for equal trees; null without one. */
  readonly digest: string | null;
}

const titleOnly = ({ title }: Pick<WindowInfo, "title">): Surface => ({
  ...{ windowTitle: title, nodes: [], unseen: [], selectedText: "", toolkit: "", digest: null },
});

/**
 * Reads the application of a window, once and as it is now. One without a tree is known by its window's title only. `since`: what was
 * read before is answered where nothing changed.
 * @throws FleetError as a call of a tool does, also where there is a tree that cannot be had now: `action.failed` of an application
 *   that does not answer (what is clicked waits for it, and reaches whatever it shows then), that has gone, that answers with what is
 *   no tree, or with another of its windows
 */
export async function readSurface(pipe: Pipe, window: WindowInfo, since: Surface | null = null): Promise<Surface> {
  const { pid } = window.process;
  if (pid === null) return titleOnly(window);
  const args = { pid, unseen: true, ...(since?.digest == null ? {} : { since: since.digest }) };
  const { reply } = await pipe.call("get_app_state", args, READ_MS_MAX);
  const state = RpcAppState.parse(reply.result);
  if (state.unchanged) {
    if (since !== null && since.digest === state.digest) return since;
    throw new FleetError("action.unknown", "The desktop names a state that it never sent");
  }
  if (state.frameReliability === "none") return titleOnly(window);
  if (state.window.windowId !== window.id)
    throw new FleetError("action.failed", "The application shows another of its windows in front");
  const snapshot = parsed(state.snapshot);
  const { unseen, selectedText, app } = snapshot;
  const { toolkit } = app;
  return { windowTitle: window.title, nodes: pageNodes(snapshot), unseen, selectedText, toolkit, digest: state.digest };
}

function parsed(snapshot: unknown): Snapshot {
  try {
    return parseSnapshot(snapshot);
  } catch (error) {
    if (!(error instanceof SnapshotFault)) throw error;
    throw new FleetError("action.failed", "The application's tree is none", { cause: error });
  }
}
