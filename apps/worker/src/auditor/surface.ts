import { parseSnapshot, SnapshotFault } from "@deskfleet/app-state";
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
  /** Equal for equal trees; null without one. */
  readonly digest: string | null;
}

const titleOnly = ({ title }: Pick<WindowInfo, "title">): Surface => ({
  ...{ windowTitle: title, nodes: [], unseen: [], selectedText: "", digest: null },
});

/**
 * Reads the application of a window, once and as it is now. One that does not answer, that has no tree, or that shows another of its
 * windows instead, is known by its window's title only. `since`: what was read before is answered where nothing changed.
 * @throws FleetError as a call of a tool does, when it is not the application that fails
 */
export async function readSurface(pipe: Pipe, window: WindowInfo, since: Surface | null = null): Promise<Surface> {
  const { pid } = window.process;
  if (pid === null) return titleOnly(window);
  try {
    const args = { pid, unseen: true, ...(since?.digest == null ? {} : { since: since.digest }) };
    const { reply } = await pipe.call("get_app_state", args, READ_MS_MAX);
    const state = RpcAppState.parse(reply.result);
    if (state.unchanged) {
      if (since !== null && since.digest === state.digest) return since;
      throw new FleetError("action.unknown", "The desktop names a state that it never sent");
    }
    if (state.frameReliability === "none" || state.window.windowId !== window.id) return titleOnly(window);
    const snapshot = parseSnapshot(state.snapshot);
    const { unseen, selectedText } = snapshot;
    return { windowTitle: window.title, nodes: pageNodes(snapshot), unseen, selectedText, digest: state.digest };
  } catch (error) {
    if (error instanceof SnapshotFault) return titleOnly(window);
    if (error instanceof FleetError && error.code === "action.failed") return titleOnly(window);
    throw error;
  }
}
