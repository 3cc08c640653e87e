import { useEffect, useState } from "react";
import { useShortcuts } from "../../../shell/shortcuts.ts";
import { nearest, outermost, type Point, stayMs, step } from "./points.ts";

export const SPEEDS = [1, 4] as const;
export type Speed = (typeof SPEEDS)[number];

export interface Player {
  /** Index of the point that is shown. */
  readonly at: number;
  readonly isPlaying: boolean;
  readonly speed: Speed;
  goTo(at: number): void;
  seek(atMs: number): void;
  move(kind: Point["kind"], direction: 1 | -1): void;
  play(isPlaying: boolean): void;
  setSpeed(speed: Speed): void;
}

/** Where the replay stands, by keys, by a click, or by itself. `wanted`: the id that a link leads to. */
export function usePlayer(points: readonly Point[], wanted: string): Player {
  const [at, setAt] = useState(() => placeOf(points, wanted));
  const [isPlaying, setIsPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>(1);
  const last = points.length - 1;
  useEffect(() => {
    if (!isPlaying) return;
    const stay = stayMs(points, at, speed);
    if (stay === null) return setIsPlaying(false);
    const timer = setTimeout(() => setAt(at + 1), stay);
    return () => clearTimeout(timer);
  }, [isPlaying, points, at, speed]);
  const goTo = (to: number) => {
    setIsPlaying(false);
    setAt(Math.max(0, Math.min(last, to)));
  };
  const move = (kind: Point["kind"], direction: 1 | -1) => goTo(step(points, at, kind, direction));
  // Played to the end it begins again.
  const play = (isWanted: boolean) => {
    if (isWanted && at === last) setAt(0);
    setIsPlaying(isWanted);
  };
  useShortcuts([
    { keys: "ArrowRight", says: "Next action of the replay", run: () => move("record", 1) },
    { keys: "ArrowLeft", says: "Previous action of the replay", run: () => move("record", -1) },
    { keys: "Shift+ArrowRight", says: "Next frame of the replay", run: () => move("frame", 1) },
    { keys: "Shift+ArrowLeft", says: "Previous frame of the replay", run: () => move("frame", -1) },
    { keys: "Home", says: "First action of the replay", run: () => goTo(outermost(points, "record", "first")) },
    { keys: "End", says: "Last action of the replay", run: () => goTo(outermost(points, "record", "last")) },
    { keys: "Space", says: "Play or pause the replay", run: () => play(!isPlaying) },
    { keys: "s", says: "Speed of the replay: 1x or 4x", run: () => setSpeed(speed === 1 ? 4 : 1) },
  ]);
  return {
    ...{ at: Math.min(at, Math.max(0, last)), isPlaying, speed, goTo, move, play, setSpeed },
    seek: (atMs) => goTo(nearest(points, atMs)),
  };
}

function placeOf(points: readonly Point[], wanted: string): number {
  const found = points.findIndex(({ id }) => id === wanted);
  return found === -1 ? outermost(points, "record", "first") : found;
}
