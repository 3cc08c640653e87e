import { voidElement } from "./ebml.ts";
import { bytesOf, type PlannedCluster, type PlannedFrame, type VideoPlan } from "./video-plan.ts";
import { vp8OfWebp } from "./vp8-of-webp.ts";
import { frameAround } from "./webm.ts";

/** Of a file; `end` is the first byte that is not wanted. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Pictures as WebP files, by frame. */
export type ReadPictures = (ids: readonly string[]) => Promise<ReadonlyMap<string, Buffer>>;

/** The bytes of the range, a cluster at a time: more of a recording is never in memory. */
export async function* readVideo(
  plan: VideoPlan,
  range: ByteRange,
  readPictures: ReadPictures,
): AsyncGenerator<Uint8Array> {
  const cut = (offset: number, bytes: Buffer) =>
    bytes.subarray(Math.max(range.start - offset, 0), Math.max(range.end - offset, 0));
  if (range.start < plan.head.length) yield cut(0, plan.head);
  for (const cluster of plan.clusters) {
    const isWanted = cluster.offset < range.end && cluster.offset + cluster.totalBytes > range.start;
    if (isWanted) yield cut(cluster.offset, await fill(cluster, readPictures));
  }
}

async function fill({ start, frames }: PlannedCluster, readPictures: ReadPictures): Promise<Buffer> {
  const pictures = await readPictures(frames.map(({ id }) => id));
  return Buffer.concat([start, ...frames.flatMap((frame) => frameBytes(frame, pictures.get(frame.id)))]);
}

/** A picture that was removed since the plan was made, or that no video can hold, leaves a gap that players pass over. */
function frameBytes(frame: PlannedFrame, file: Buffer | undefined): Buffer[] {
  const picture = file === undefined ? null : vp8OfWebp(file);
  if (picture?.length !== frame.pictureBytes) return [voidElement(bytesOf(frame))];
  const { before, behind } = frameAround(frame.pictureBytes, frame);
  return [before, picture, behind];
}
