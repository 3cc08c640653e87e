/** RIFF header, form type and the header of the one chunk. */
export const WEBP_HEADER_BYTES = 20;

/**
 * The picture inside a lossy WebP file of the simple kind, which is a VP8 key frame as a video has it; null: the file is of another
 * kind. An odd one keeps its pad byte, which decoders do not look at.
 * @see https://developers.google.com/speed/webp/docs/riff_container
 * @see RFC 6386, section 9.1
 */
export function vp8OfWebp(file: Buffer): Buffer | null {
  const text = (from: number) => file.toString("latin1", from, from + 4);
  const frame = file.subarray(WEBP_HEADER_BYTES);
  if (frame.length < 10 || text(0) !== "RIFF" || text(8) !== "WEBP" || text(12) !== "VP8 ") return null;
  const chunkBytes = file.readUInt32LE(16);
  const isWhole = chunkBytes + (chunkBytes % 2) === frame.length;
  const isKeyFrame = (frame[0]! & 1) === 0 && frame.readUIntBE(3, 3) === 0x9d012a;
  return isWhole && isKeyFrame ? frame : null;
}
