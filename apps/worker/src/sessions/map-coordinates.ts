import { POINT_KEYS } from "@deskfleet/gates";
import { type FrameGeometry, type Point, toScreen } from "./frame-ledger.ts";

type Params = Readonly<Record<string, unknown>>;

/** Parameters with every point moved from the frame's pixels to the screen's; without a frame they are native already. */
export function mapCoordinates(
  params: Params,
  frame: FrameGeometry | undefined,
  screen: { width: number; height: number },
): Params {
  if (frame === undefined) return params;
  const mapped: Record<string, unknown> = { ...params };
  for (const [keyX, keyY] of POINT_KEYS) {
    const point = readPoint(params, keyX, keyY);
    if (point === null) continue;
    const moved = toScreen(point, frame, screen);
    mapped[keyX] = moved.x;
    mapped[keyY] = moved.y;
  }
  return mapped;
}

/** The points a call names, in the order above; empty for a tool without coordinates. */
export function pointsOf(params: Params): Point[] {
  return POINT_KEYS.flatMap(([keyX, keyY]) => readPoint(params, keyX, keyY) ?? []);
}

/** A pointer tool answers where it ended; the caller reads that in the frame it used, not in the screen's pixels. */
export function answeredPoint(params: Params): Point | null {
  return pointsOf(params).at(-1) ?? null;
}

function readPoint(params: Params, keyX: string, keyY: string): Point | null {
  const x = params[keyX];
  const y = params[keyY];
  return typeof x === "number" && typeof y === "number" ? { x, y } : null;
}
