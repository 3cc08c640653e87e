import type { Approval, WindowInfo } from "@deskfleet/contracts";
import { pointsOf } from "../sessions/map-coordinates.ts";
import type { PlannedAction } from "./planned-action.ts";

type Target = NonNullable<Approval["frame"]>["target"];

/**
 * Where an action would go, in the screen's pixels: the element of an application, or a point as a rectangle of 1x1, of a drag where
 * it starts. Null: no place, or none on the screen.
 */
export function targetRectangle(
  planned: PlannedAction,
  windows: readonly WindowInfo[] | null,
  screen: { readonly width: number; readonly height: number },
): Target {
  const { tool, params, app } = planned;
  const [start] = tool.category === "input" || app !== null ? pointsOf(params) : [];
  return start === undefined
    ? elementRectangle(planned, windows, screen)
    : cut({ ...start, width: 1, height: 1 }, screen);
}

/** Elements are placed from their window's corner, which is where the window is now, or where it was when it was read. */
function elementRectangle(
  { app }: PlannedAction,
  windows: readonly WindowInfo[] | null,
  screen: { readonly width: number; readonly height: number },
): Target {
  const frame = app?.element?.frame ?? null;
  const corner = windows?.find(({ id }) => id === app?.running?.windowId)?.position ?? app?.before?.window.frame;
  if (frame === null || corner === undefined) return null;
  const [x, y, width, height] = frame;
  return cut({ x: corner.x + x, y: corner.y + y, width, height }, screen);
}

/** Whole pixels, those that are on the screen. */
function cut(
  { x, y, width, height }: NonNullable<Target>,
  screen: { readonly width: number; readonly height: number },
): Target {
  const left = Math.max(0, Math.floor(x));
  const top = Math.max(0, Math.floor(y));
  const right = Math.min(screen.width, Math.ceil(x + width));
  const bottom = Math.min(screen.height, Math.ceil(y + height));
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : null;
}
