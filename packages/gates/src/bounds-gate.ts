import { allow, deny, type Gate } from "./gate-type.ts";

/** Parameters that are pixels, in pairs. */
const POINTS = [
  ["x", "y"],
  ["fromX", "fromY"],
  ["toX", "toY"],
] as const;

/** Gate 6: points lie on the screen of this session; windows exist and are visible. */
export const boundsGate: Gate = ({ action, context }) => {
  const { tool, params } = action;
  if (tool.category === "input")
    for (const [across, down] of POINTS) {
      if (!(across in params) && !(down in params)) continue;
      if (!isOn(params[across], context.screen.width) || !isOn(params[down], context.screen.height))
        return deny("bounds.outside", "a point lies outside the frame");
    }
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

function isOn(pixel: unknown, extent: number): boolean {
  return typeof pixel === "number" && Number.isInteger(pixel) && pixel >= 0 && pixel < extent;
}
