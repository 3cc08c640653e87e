import { parseSnapshot, type Rendering, renderAppState, type Snapshot, SnapshotFault } from "@deskfleet/app-state";
import { type Dialog, FleetError, RpcAppState } from "@deskfleet/contracts";
import type { ContentRules } from "@deskfleet/gates";
import type { ContentFilter } from "../content/content-filter.ts";
import { dialogsIn } from "./dialogs.ts";
import { isPageAddress } from "./is-page-address.ts";
import { maskSnapshot } from "./mask-snapshot.ts";
import type { Pipe } from "./pipe.ts";

/** The executor gives up on an application after two seconds; reading a large sheet takes a third of one. */
const CAPTURE_MS_MAX = 5_000;

type Window = Extract<RpcAppState, { unchanged: false }>["window"];

/** An application's state at one moment. */
export interface AppCapture {
  readonly digest: string;
  readonly app: Snapshot["app"];
  readonly window: Window;
  /** Of the page that it shows; "" where it shows none. */
  readonly address: string;
  readonly frameReliability: Extract<RpcAppState, { unchanged: false }>["frameReliability"];
  /** As it is: for what the worker itself compares and looks for. Never answered. */
  readonly rendering: Rendering;
  /** For answers: secrets in the strings of the tree were masked before anything of them was cut or joined. */
  readonly shown: Rendering;
  /** Of the application, masked alike. */
  readonly shownName: string;
  /** Errors, warnings and questions that it shows, as they are. */
  readonly dialogs: readonly Dialog[];
  /** Kinds of what was masked. */
  readonly masked: readonly string[];
  /** By which it was. */
  readonly rules: ContentRules;
  /** Milliseconds. */
  readonly timings: { readonly collect: number; readonly render: number };
}

/**
 * Reads an application. `previous`: a capture of the same application; where nothing changed since, neither there nor in what is
 * masked, it is answered itself. The tree is always read anew: nothing is served from a cache.
 * @throws FleetError `action.failed` with the reasons `app`, `window`, `not_responding` among others
 */
export async function captureApp(
  content: ContentFilter,
  pipe: Pipe,
  pid: number,
  previous: AppCapture | null = null,
): Promise<AppCapture> {
  const since = previous?.rules === content.rules ? { since: previous.digest } : {};
  const { reply } = await pipe.call("get_app_state", { pid, ...since }, CAPTURE_MS_MAX);
  const state = RpcAppState.parse(reply.result);
  if (state.unchanged) {
    if (previous !== null && previous.digest === state.digest) return previous;
    throw new FleetError("action.unknown", "The desktop names a state that it never sent");
  }
  const startedMs = performance.now();
  const snapshot = parse(state.snapshot);
  // By the process the worker knows whose state it is.
  if (snapshot.app.pid !== pid) throw new FleetError("action.unknown", "The desktop answered with another application");
  const rendering = renderAppState(snapshot);
  const { digest, window, frameReliability, collectMs } = state;
  const { rules } = content;
  const { shown, shownName, kinds } = maskSnapshot(content, snapshot, rendering);
  const address = addressOf(snapshot);
  const timings = { collect: tenth(collectMs), render: tenth(performance.now() - startedMs) };
  const masked = { shown, shownName, masked: kinds, rules };
  return {
    digest,
    app: snapshot.app,
    window,
    address,
    frameReliability,
    rendering,
    dialogs: dialogsIn(snapshot),
    ...masked,
    timings,
  };
}

function parse(snapshot: unknown): Snapshot {
  try {
    return parseSnapshot(snapshot);
  } catch (cause) {
    if (!(cause instanceof SnapshotFault)) throw cause;
    throw new FleetError("action.unknown", "The desktop's answer is not a state", { cause });
  }
}

/** Of the first document that has one; without recursion: a tree may have 600 levels. */
function addressOf({ roots }: Snapshot): string {
  const pending = roots.toReversed();
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.role.startsWith("document") && isPageAddress(node.url)) return node.url;
    for (const child of node.children.toReversed()) if (child !== null) pending.push(child);
  }
  return "";
}

const tenth = (ms: number): number => Math.round(ms * 10) / 10;
