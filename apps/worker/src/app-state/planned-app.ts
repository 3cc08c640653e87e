import type { ElementRecord } from "@deskfleet/app-state";
import type { AppTarget, JsonObject, RpcElement, WindowInfo } from "@deskfleet/contracts";
import type { AppCapture } from "./capture.ts";

/**
 * Of an app-state tool: the application that it is about and what it does there, after names, numbers of lines and locators were
 * looked up. This is what gates judge, approvals freeze and the executor is told.
 */
export interface PlannedApp {
  /** For messages. */
  readonly name: string;
  /** Names, ids, classes and titles by which policy may mean it. */
  readonly names: readonly string[];
  readonly processName: string;
  /** Null: it has to be started first. */
  readonly running: { readonly pid: number; readonly windowId: number } | null;
  /** Id in the image's registry of what has to be started first. */
  readonly starts: string | null;
  readonly element: ElementRecord | null;
  /** What the caller calls the element: its number, or how a locator found it. */
  readonly elementName: string;
  /** Arguments of the executor's method. */
  readonly args: JsonObject;
  /** There is nothing to do but to say this. */
  readonly answer: string | null;
  /** The application before the action, as far as that is known. */
  readonly before: AppCapture | null;
  /** Somebody reads the state afterwards. */
  readonly answersState: boolean;
  /** Only a look: numbers of lines mean what they meant before. */
  readonly isLook: boolean;
  /** The state comes with a picture of the window, where there can be one. */
  readonly hasPicture: boolean;
}

/** The executor finds it by its key, else by its place, and takes it only while role and name are the same. */
export function rpcElement(record: ElementRecord): RpcElement {
  const { key, windowIndex, path, sourceRole, sourceName, frame, toolkit } = record;
  return {
    ...{ key, windowIndex, toolkit, role: sourceRole, name: sourceName },
    path: [...path],
    frame: frame === null ? null : [...frame],
  };
}

/** For the gates: with what the worker's own list of windows says of it. */
export function appTarget(planned: PlannedApp, windows: readonly WindowInfo[]): AppTarget {
  const { names, processName, running, starts, element } = planned;
  const own = windows.filter(({ id, process }) => id === running?.windowId || process.pid === running?.pid);
  const all = [...names, ...own.flatMap(({ title, process }) => [title, process.name])];
  return {
    names: [...new Set(all.filter((name) => name !== ""))],
    processName: own.find(({ id }) => id === running?.windowId)?.process.name ?? processName,
    windowId: running?.windowId ?? null,
    starts,
    element: element === null ? null : { role: element.role, title: element.title },
  };
}
