/** A pixel of the frame, or, after planning, of the screen. */
interface Pixel {
  readonly x: unknown;
  readonly y: unknown;
}

/** The pairs of parameters that are a point, in every tool of the registry that has one. */
export const POINT_KEYS = [
  ["x", "y"],
  ["fromX", "fromY"],
  ["toX", "toY"],
  ["from_x", "from_y"],
  ["to_x", "to_y"],
] as const;

/** Every point that a call names, in the order above; one of which only half is given is one too. */
export function namedPoints(params: Readonly<Record<string, unknown>>): Pixel[] {
  return POINT_KEYS.filter(([across, down]) => params[across] !== undefined || params[down] !== undefined).map(
    ([across, down]) => ({ x: params[across], y: params[down] }),
  );
}
