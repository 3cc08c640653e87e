import { newId } from "@deskfleet/store";

/** A lossy WebP file around something that begins as a VP8 key frame does: enough for whatever shows no picture. `body` is even in length. */
export function webpOf(body: Buffer): Buffer {
  const frame = Buffer.concat([Buffer.from([0x10, 0, 0, 0x9d, 0x01, 0x2a, 2, 0, 2, 0]), body]);
  const header = Buffer.from("RIFF0000WEBPVP8 0000", "latin1");
  header.writeUInt32LE(12 + frame.length, 4);
  header.writeUInt32LE(frame.length, 16);
  return Buffer.concat([header, frame]);
}

export const keptFrame = (atMs: number, changes: { width?: number; contentBytes?: number } = {}) => ({
  ...{ id: newId(), at: new Date(Date.UTC(2026, 0, 1) + atMs).toISOString() },
  ...{ width: 1_280, height: 800, contentBytes: 120, ...changes },
});

/** Elements that hold others, as far as our files have them. */
const MASTERS = new Set([
  0x1a45dfa3, 0x18538067, 0x1549a966, 0x1654ae6b, 0xae, 0xe0, 0x1c53bb6b, 0xbb, 0xb7, 0x1f43b675, 0xa0,
]);
export interface Element {
  readonly id: number;
  /** Of its first byte, in the file. */
  readonly offset: number;
  readonly content: Buffer;
  readonly children: readonly Element[];
}

/** Reads EBML independently of what wrote it. @throws RangeError when a size does not fit what is there */
export function parseEbml(file: Buffer, base = 0): Element[] {
  const elements: Element[] = [];
  for (let at = 0; at < file.length; ) {
    const idBytes = Math.clz32(file.readUInt8(at)) - 23;
    const sizeAt = at + idBytes;
    const sizeBytes = Math.clz32(file.readUInt8(sizeAt)) - 23;
    const sizeText = file.toString("hex", sizeAt, sizeAt + sizeBytes);
    const size = Number(BigInt(`0x${sizeText}`) - 2n ** BigInt(7 * sizeBytes));
    const contentAt = sizeAt + sizeBytes;
    if (contentAt + size > file.length) throw new RangeError(`an element at ${base + at} is longer than what holds it`);
    const id = file.readUIntBE(at, idBytes);
    const content = file.subarray(contentAt, contentAt + size);
    elements.push({
      id,
      offset: base + at,
      content,
      children: MASTERS.has(id) ? parseEbml(content, base + contentAt) : [],
    });
    at = contentAt + size;
  }
  return elements;
}

/** All elements of the id below, in their order. */
export const elementsOf = (id: number, elements: readonly Element[]): Element[] =>
  elements.flatMap((element) => [...(element.id === id ? [element] : []), ...elementsOf(id, element.children)]);
