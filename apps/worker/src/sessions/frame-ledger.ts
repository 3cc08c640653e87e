import type { FrameInfo } from "@deskfleet/contracts";

/** What a pixel of a frame stands for. `region` is in device pixels of the screen; width and height are the frame's own. */
export type FrameGeometry = Pick<FrameInfo, "width" | "height" | "region">;
export interface Point {
  readonly x: number;
  readonly y: number;
}

const FRAMES_KEPT = 64;

/**
 * The geometry of the last frames a session answered with. Coordinates belong to the frame their caller looked at, so
 * forgetting one makes its coordinates unusable (the caller is told), never wrong. Several callers can use one session, and
 * somebody may only watch: what one of them was given last says nothing about another's coordinates.
 */
export class FrameLedger {
  readonly #frames = new Map<string, FrameInfo>();
  readonly #lastOf = new Map<string, FrameInfo>();
  /** By frame and caller: of one frame each may have been shown other parts. */
  readonly #heldBy = new Map<string, FrameInfo>();

  /** The frames as one caller, by the principal's id, has them. */
  of(callerId: string): CallerFrames {
    return {
      add: (frame) => this.#add(frame, callerId),
      find: (frameId) => this.#frames.get(frameId),
      held: (frameId) => this.#heldBy.get(`${frameId} ${callerId}`),
      last: () => this.#lastOf.get(callerId),
    };
  }

  #add(frame: FrameInfo, callerId: string): void {
    this.#lastOf.set(callerId, frame);
    keep(this.#frames, frame.frameId, frame);
    keep(this.#heldBy, `${frame.frameId} ${callerId}`, frame);
  }
}

function keep(frames: Map<string, FrameInfo>, key: string, frame: FrameInfo): void {
  frames.delete(key);
  frames.set(key, frame);
  const oldest = frames.keys().next();
  if (frames.size > FRAMES_KEPT && !oldest.done) frames.delete(oldest.value);
}

export interface CallerFrames {
  /** Remembers a frame that is about to be answered. */
  add(frame: FrameInfo): void;
  find(frameId: string): FrameInfo | undefined;
  /** The frame as this caller has it; undefined: it was not given it, or too long ago. */
  held(frameId: string): FrameInfo | undefined;
  /** The frame that coordinates without a frame id belong to; undefined before the caller's first: then they are native. */
  last(): FrameInfo | undefined;
}

/**
 * The device pixel under the middle of a frame's pixel. A point outside its frame becomes one outside the screen, so that
 * gate 6 denies it: without that, a point beside a frame of a region would click what its caller never saw.
 */
export function toScreen(point: Point, frame: FrameGeometry, screen: { width: number; height: number }): Point {
  const isInside = point.x >= 0 && point.y >= 0 && point.x < frame.width && point.y < frame.height;
  if (!isInside) return { x: screen.width + point.x, y: screen.height + point.y };
  return {
    x: frame.region.x + Math.floor(((point.x + 0.5) * frame.region.width) / frame.width),
    y: frame.region.y + Math.floor(((point.y + 0.5) * frame.region.height) / frame.height),
  };
}
