import { element, elementStart, elementStartBytes, float64, uint } from "./ebml.ts";

/** The elements of a WebM file with one track of VP8. Times are in milliseconds. @see https://www.matroska.org/technical/elements.html */

const text = (value: string): Buffer => Buffer.from(value, "utf8");

/** Document type webm, version 4, readable by readers of version 2. */
const EBML_HEADER = element(
  0x1a45dfa3,
  ...[
    element(0x4286, uint(1, 1)),
    element(0x42f7, uint(1, 1)),
    element(0x42f2, uint(4, 1)),
    element(0x42f3, uint(8, 1)),
  ],
  ...[element(0x4282, text("webm")), element(0x4287, uint(4, 1)), element(0x4285, uint(2, 1))],
);

/** What stands before the segment's content. */
export const fileStart = (contentBytes: number): Buffer =>
  Buffer.concat([EBML_HEADER, elementStart(0x18538067, contentBytes)]);

/** Matroska counts from the year 2001, in nanoseconds. */
const EPOCH_MS = Date.UTC(2001, 0, 1);

export function info({ beganAt, durationMs }: { beganAt: string; durationMs: number }): Buffer {
  const began = Buffer.alloc(8);
  began.writeBigInt64BE(BigInt(Date.parse(beganAt) - EPOCH_MS) * 1_000_000n);
  const times = [element(0x2ad7b1, uint(1_000_000, 4)), element(0x4489, float64(durationMs)), element(0x4461, began)];
  return element(0x1549a966, ...times, element(0x4d80, text("deskfleet")), element(0x5741, text("deskfleet")));
}

/** Number 1, nothing laced. */
export function tracks({ width, height }: { width: number; height: number }): Buffer {
  const numbers = [element(0xd7, uint(1, 1)), element(0x73c5, uint(1, 1)), element(0x83, uint(1, 1))];
  const video = element(0xe0, element(0xb0, uint(width, 2)), element(0xba, uint(height, 2)));
  return element(0x1654ae6b, element(0xae, ...numbers, element(0x9c, uint(0, 1)), element(0x86, text("V_VP8")), video));
}

/** Where a player goes for a time: to the cluster that begins then. */
export interface Cue {
  readonly timeMs: number;
  /** Of the cluster, from the first byte of the segment's content on. */
  readonly place: number;
}

/** As long as it is for as many others, whatever they say. */
export const cues = (points: readonly Cue[]): Buffer => element(0x1c53bb6b, ...points.map(cuePoint));

export function cuesBytes(count: number): number {
  const content = count * cuePoint({ timeMs: 0, place: 0 }).length;
  return elementStartBytes(0x1c53bb6b, content) + content;
}

function cuePoint({ timeMs, place }: Cue): Buffer {
  const positions = element(0xb7, element(0xf7, uint(1, 1)), element(0xf1, uint(place, 6)));
  return element(0xbb, element(0xb3, uint(timeMs, 6)), positions);
}

/** What stands before a cluster's first frame. */
export function clusterStart(timeMs: number, framesBytes: number): Buffer {
  const timestamp = element(0xe7, uint(timeMs, 6));
  return Buffer.concat([elementStart(0x1f43b675, timestamp.length + framesBytes), timestamp]);
}

/**
 * What stands before and behind a picture: a block in a group without a reference to another is a key frame. Its time is its
 * cluster's plus `afterMs`, 32,767 at most. The duration comes last because there are readers that overlook it before the block.
 */
export function frameAround(
  pictureBytes: number,
  { afterMs, durationMs }: { afterMs: number; durationMs: number },
): { before: Buffer; behind: Buffer } {
  const behind = element(0x9b, uint(durationMs, 2));
  const blockHead = Buffer.concat([uint(0x81, 1), uint(afterMs, 2), uint(0, 1)]);
  const block = Buffer.concat([elementStart(0xa1, blockHead.length + pictureBytes), blockHead]);
  const groupBytes = block.length + pictureBytes + behind.length;
  return { before: Buffer.concat([elementStart(0xa0, groupBytes), block]), behind };
}

const BLOCK_HEAD_BYTES = 4;
const BEHIND_BYTES = 4;

/** How long both are together, for a recording of many thousands: that takes no buffers. */
export function frameAroundBytes(pictureBytes: number): number {
  const block = elementStartBytes(0xa1, BLOCK_HEAD_BYTES + pictureBytes) + BLOCK_HEAD_BYTES;
  return elementStartBytes(0xa0, block + pictureBytes + BEHIND_BYTES) + block + BEHIND_BYTES;
}
