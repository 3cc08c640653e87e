import type { WindowInfo } from "@deskfleet/contracts";

/** Ids of a process's windows, in whichever order they lie. */
export function windowsOf(windows: readonly WindowInfo[], pid: number): readonly number[] {
  return windows.filter(({ process }) => process.pid === pid).map(({ id }) => id);
}
