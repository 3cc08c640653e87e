import type { GateContext } from "@deskfleet/contracts";
import { allow, deny, type Gate, type Opinion } from "./gate-type.ts";
import { namedPoints } from "./point-parameters.ts";

/** Gate 6: points lie on the screen of this session; windows exist and are visible. */
export const boundsGate: Gate = ({ action, context }) => {
  const { tool, params } = action;
  if (tool.category === "input" || tool.category === "app_state")
    for (const { x, y } of namedPoints(params))
      if (!isOn(x, context.screen.width) || !isOn(y, context.screen.height))
        return deny("bounds.outside", "a point lies outside the frame");
  const lost = tool.category === "app_state" ? lostTarget(context) : null;
  if (lost !== null) return lost;
  if (tool.id === "computer_screen_capture" && params.region !== undefined) {
    const region = params.region as { x: number; y: number; width: number; height: number };
    if (!isOn(region.x, context.screen.width) || !isOn(region.y, context.screen.height))
      return deny("bounds.outside", "the region lies outside the screen");
    if (!(region.x + region.width <= context.screen.width && region.y + region.height <= context.screen.height))
      return deny("bounds.outside", "the region reaches outside the screen");
  }
  if ("windowId" in params) {
    const window = context.windows?.find((candidate) => candidate.id === params.windowId);
    if (window === undefined) return deny("bounds.window", "there is no such window");
    if (!window.visible && tool.id !== "computer_window_activate")
      return deny("bounds.window", "the window is not visible");
  }
  return allow("bounds.inside", "everything named lies on the screen");
};

/** A window that is not shown counts: the tools raise it. What is started has none yet. */
function lostTarget({ target = null, windows }: GateContext): Opinion | null {
  if (target === null || target.starts !== null) return null;
  const isThere = windows?.some(({ id }) => id === target.windowId) ?? false;
  return isThere ? null : deny("bounds.window", "there is no such window");
}

function isOn(pixel: unknown, extent: number): boolean {
  return typeof pixel === "number" && Number.isInteger(pixel) && pixel >= 0 && pixel < extent;
}
