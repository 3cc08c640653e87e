/** The little of EBML that a WebM file needs. @see RFC 8794 */

/** An element: its id as written in the specification, its size, its content. */
export function element(id: number, ...content: readonly Uint8Array[]): Buffer {
  const bytes = content.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([elementStart(id, bytes), ...content]);
}

/** What stands before `contentBytes` bytes of content. */
export const elementStart = (id: number, contentBytes: number): Buffer =>
  Buffer.concat([toBytes(id, idBytes(id)), sizeOf(contentBytes)]);

/** How long that is, without making it. */
export const elementStartBytes = (id: number, contentBytes: number): number => idBytes(id) + sizeBytes(contentBytes);

/** In as many bytes as are given, the highest first: what stands behind does not move when the value changes. */
export const uint = (value: number, bytes: number): Buffer => toBytes(value, bytes);

export function float64(value: number): Buffer {
  const buffer = Buffer.alloc(8);
  buffer.writeDoubleBE(value);
  return buffer;
}

/** `totalBytes` (10 or more) that readers skip. */
export const voidElement = (totalBytes: number): Buffer =>
  Buffer.concat([uint(0xec, 1), longSize(totalBytes - 9), Buffer.alloc(totalBytes - 9)]);

const LONG_SIZE_BYTES = 8;

/** The leading zeros of the first byte say how many bytes follow it; all ones would mean that nobody knows. */
function sizeOf(value: number): Buffer {
  const bytes = sizeBytes(value);
  return bytes === LONG_SIZE_BYTES ? longSize(value) : toBytes(value + 2 ** (7 * bytes), bytes);
}

function sizeBytes(value: number): number {
  for (let bytes = 1; bytes <= 6; bytes += 1) if (value < 2 ** (7 * bytes) - 1) return bytes;
  return LONG_SIZE_BYTES;
}

const idBytes = (id: number): number => Math.ceil(Math.log2(id + 1) / 8);

const longSize = (value: number): Buffer => Buffer.concat([uint(1, 1), toBytes(value, 7)]);

function toBytes(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64BE(BigInt(value));
  return buffer.subarray(8 - bytes);
}
