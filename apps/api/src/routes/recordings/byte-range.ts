import type { ByteRange } from "./read-video.ts";

/**
 * The part that a Range header asks for; null: send the whole, as for anything but one range that exists (RFC 9110, section 14.2
 * leaves that to the server). `ifRange` is what the client has so far: of another file a part would be of no use.
 */
export function byteRange(
  file: { totalBytes: number; etag: string },
  headers: { range?: string | undefined; ifRange?: string | undefined },
): ByteRange | null {
  if (headers.ifRange !== undefined && headers.ifRange !== file.etag) return null;
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? "") ?? [];
  if (first === "" && last === "") return null;
  const start = first === "" ? Math.max(file.totalBytes - Number(last), 0) : Number(first);
  const end = first === "" || last === "" ? file.totalBytes : Math.min(Number(last) + 1, file.totalBytes);
  return start < end ? { start, end } : null;
}
