import { promisify } from "node:util";
import { deflate } from "node:zlib";

/** A screen as RGB, row by row. */
export interface RgbScreen {
  readonly width: number;
  readonly height: number;
  readonly pixels: Buffer;
}

const compress = promisify(deflate);
const TILE = 64;
/** Tight knows no wider rectangle. */
const WIDTH_MAX = 2_048;
const ENCODING_TIGHT = 7;
/** Basic compression in stream 0, begun anew, so that no rectangle needs an earlier one. */
const BASIC_RESET = 0x01;
/** Shorter pixel data is sent as it is. */
const COMPRESSED_BYTES_MIN = 12;

/**
 * One FramebufferUpdate of what differs from `before` (null: everything), in Tight encoding without loss; null: nothing differs.
 * @see https://github.com/rfbproto/rfbproto/blob/master/rfbproto.rst (Tight Encoding)
 */
export async function updateOf(screen: RgbScreen, before: Buffer | null): Promise<Buffer | null> {
  const rectangles = changedRectangles(screen, before);
  if (rectangles.length === 0) return null;
  const parts = await Promise.all(rectangles.map((rectangle) => encode(screen, rectangle)));
  const head = Buffer.alloc(4);
  head.writeUInt16BE(rectangles.length, 2);
  return Buffer.concat([head, ...parts]);
}

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Runs of changed tiles, row by row. */
function changedRectangles(screen: RgbScreen, before: Buffer | null): Rectangle[] {
  const { width, height } = screen;
  const rectangles: Rectangle[] = [];
  for (let y = 0; y < height; y += TILE) {
    const rows = Math.min(TILE, height - y);
    let from: number | null = null;
    for (let x = 0; x < width; x += TILE) {
      const columns = Math.min(TILE, width - x);
      const isChanged = before === null || differs(screen, before, { x, y, width: columns, height: rows });
      if (isChanged) from ??= x;
      const end = isChanged ? x + columns : x;
      if (from === null || (isChanged && end < width && end - from + TILE <= WIDTH_MAX)) continue;
      rectangles.push({ x: from, y, width: end - from, height: rows });
      from = null;
    }
  }
  return rectangles;
}

function differs({ width, pixels }: RgbScreen, before: Buffer, at: Rectangle): boolean {
  for (let y = at.y; y < at.y + at.height; y++) {
    const start = (y * width + at.x) * 3;
    const end = start + at.width * 3;
    if (pixels.compare(before, start, end, start, end) !== 0) return true;
  }
  return false;
}

async function encode({ width, pixels }: RgbScreen, at: Rectangle): Promise<Buffer> {
  const head = Buffer.alloc(13);
  head.writeUInt16BE(at.x, 0);
  head.writeUInt16BE(at.y, 2);
  head.writeUInt16BE(at.width, 4);
  head.writeUInt16BE(at.height, 6);
  head.writeInt32BE(ENCODING_TIGHT, 8);
  head[12] = BASIC_RESET;
  const rows: Buffer[] = [];
  for (let y = at.y; y < at.y + at.height; y++)
    rows.push(pixels.subarray((y * width + at.x) * 3, (y * width + at.x + at.width) * 3));
  const raw = Buffer.concat(rows);
  if (raw.length < COMPRESSED_BYTES_MIN) return Buffer.concat([head, raw]);
  const data = await compress(raw, { level: 1 });
  return Buffer.concat([head, compactLength(data.length), data]);
}

/** Seven bits a byte, the lowest first; a third byte has all eight. */
function compactLength(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  if (length < 0x4000) return Buffer.from([(length & 0x7f) | 0x80, length >> 7]);
  return Buffer.from([(length & 0x7f) | 0x80, ((length >> 7) & 0x7f) | 0x80, length >> 14]);
}
