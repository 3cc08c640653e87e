import { createHash } from "node:crypto";
import type { KeptFrame } from "@deskfleet/store";
import { WEBP_HEADER_BYTES } from "./vp8-of-webp.ts";
import { clusterStart, cues, cuesBytes, fileStart, frameAroundBytes, info, tracks } from "./webm.ts";

/*
 * A recording as a WebM file, planned to the byte before a single picture is read: the rows say when each was taken and how long
 * it is. So the file is streamed and still begins with its duration and with the places to seek to, its length is known, and any
 * part of it can be had alone. Muxers that stream (mediabunny's `appendOnly` too) leave out both, because they learn them last.
 *
 *   EBML header · Segment { Info · Tracks · Cues · Cluster { Timestamp · BlockGroup { BlockDuration · Block }… }… }
 */

/** Who watches needs no more of a screen on which nothing happens. */
const PAUSE_MAX_MS = 3_000;
const LAST_FRAME_MS = 2_000;
/** A player shows nothing for no time at all. */
const FRAME_MIN_MS = 1;
/** What is in memory at a time, and how far before its goal a player begins when it seeks. */
const CLUSTER_MAX = { ms: 5_000, frames: 16, bytes: 4_194_304 };

export interface PlannedFrame {
  readonly id: string;
  readonly pictureBytes: number;
  /** Since its cluster's first frame. */
  readonly afterMs: number;
  readonly durationMs: number;
}
export interface PlannedCluster {
  /** From the file's first byte on. */
  readonly offset: number;
  readonly totalBytes: number;
  /** What stands before the first frame. */
  readonly start: Buffer;
  readonly frames: readonly PlannedFrame[];
}
export interface VideoPlan {
  readonly totalBytes: number;
  /** Another one when a byte of the file is. */
  readonly digest: string;
  /** All that stands before the first cluster. */
  readonly head: Buffer;
  readonly clusters: readonly PlannedCluster[];
}

interface TimedFrame extends Omit<PlannedFrame, "afterMs"> {
  readonly timeMs: number;
}

/** Frames oldest first. Those of another size than the first one are left out; null: nothing is there to be seen. */
export function planVideo(frames: readonly KeptFrame[]): VideoPlan | null {
  const [first] = frames.filter(isPicture);
  if (!first) return null;
  const ofOneSize = frames.filter(
    (frame) => isPicture(frame) && frame.width === first.width && frame.height === first.height,
  );
  const timed = timeFrames(ofOneSize);
  const groups = intoClusters(timed);
  const clusters = groups.map(planCluster);

  const last = timed.at(-1)!;
  const facts = [info({ beganAt: first.at, durationMs: last.timeMs + last.durationMs }), tracks(first)];
  const factsBytes = sum(facts, ({ length }) => length) + cuesBytes(groups.length);
  const places: number[] = [];
  let contentBytes = factsBytes;
  for (const { totalBytes } of clusters) {
    places.push(contentBytes);
    contentBytes += totalBytes;
  }
  const start = fileStart(contentBytes);
  const points = groups.map((group, index) => ({ timeMs: group[0]!.timeMs, place: places[index]! }));
  const head = Buffer.concat([start, ...facts, cues(points)]);
  const shown = timed.map(({ id, timeMs, pictureBytes }) => `${id} ${timeMs} ${pictureBytes}\n`).join("");
  return {
    totalBytes: start.length + contentBytes,
    digest: createHash("sha256").update(head).update(shown).digest("hex"),
    head,
    clusters: clusters.map((cluster, index) => ({ ...cluster, offset: start.length + places[index]! })),
  };
}

/** All that the frame takes in the file. */
export const bytesOf = ({ pictureBytes }: Pick<PlannedFrame, "pictureBytes">): number =>
  pictureBytes + frameAroundBytes(pictureBytes);

const isPicture = ({ contentBytes }: KeptFrame): boolean => contentBytes > WEBP_HEADER_BYTES;

function timeFrames(frames: readonly KeptFrame[]): TimedFrame[] {
  let timeMs = 0;
  return frames.map(({ id, at, contentBytes }, index) => {
    const next = frames[index + 1];
    const shownMs = next ? Date.parse(next.at) - Date.parse(at) : LAST_FRAME_MS;
    const durationMs = Math.min(Math.max(shownMs, FRAME_MIN_MS), PAUSE_MAX_MS);
    timeMs += durationMs;
    return { id, pictureBytes: contentBytes - WEBP_HEADER_BYTES, timeMs: timeMs - durationMs, durationMs };
  });
}

function intoClusters(frames: readonly TimedFrame[]): TimedFrame[][] {
  const clusters: TimedFrame[][] = [];
  let bytes = 0;
  for (const frame of frames) {
    const current = clusters.at(-1);
    bytes += frame.pictureBytes;
    const isRoom =
      current !== undefined &&
      current.length < CLUSTER_MAX.frames &&
      bytes <= CLUSTER_MAX.bytes &&
      frame.timeMs - current[0]!.timeMs < CLUSTER_MAX.ms;
    if (isRoom) current.push(frame);
    else {
      clusters.push([frame]);
      bytes = frame.pictureBytes;
    }
  }
  return clusters;
}

function planCluster(group: readonly TimedFrame[]): Omit<PlannedCluster, "offset"> {
  const clusterMs = group[0]!.timeMs;
  const frames = group.map(({ timeMs, ...frame }) => ({ ...frame, afterMs: timeMs - clusterMs }));
  const framesBytes = sum(frames, bytesOf);
  const start = clusterStart(clusterMs, framesBytes);
  return { totalBytes: start.length + framesBytes, start, frames };
}

const sum = <T>(items: readonly T[], read: (item: T) => number): number =>
  items.reduce((total, item) => total + read(item), 0);
