import { perform } from "../../client/perform.ts";
import { Problem } from "../../client/problem.ts";

export interface FileEntry {
  readonly name: string;
  readonly type: "file" | "directory" | "symlink" | "other";
  readonly bytes: number;
}

/** Bytes of one call; three quarters of what the tools take, because base64 is a third longer. */
const PART_BYTES = 768 * 1_024;
/** More is for a shared drive: each part is an action of its own, judged and recorded. */
const FILE_BYTES_MAX = 32 * 1_024 * 1_024;

const tooLarge = (bytes: number) =>
  new Problem({
    status: 413,
    code: "request.too_large",
    title: "The file is too large",
    detail: `It has ${bytes} bytes; the page takes ${FILE_BYTES_MAX}`,
  });

export const joinPath = (directory: string, name: string) => `${directory.replace(/\/$/, "")}/${name}`;
export const parentOf = (directory: string) => directory.replace(/\/[^/]+\/?$/, "") || "/";

/** Directories first, each sorted by name. */
export async function listFiles(sessionId: string, path: string): Promise<FileEntry[]> {
  const { entries } = await perform<{ entries: FileEntry[] }>(sessionId, "computer_file_list", { path });
  const rank = ({ type }: FileEntry) => (type === "directory" ? 0 : 1);
  return entries.toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
}

interface ReadPart {
  readonly text: string;
  readonly bytes: number;
  readonly truncated: boolean;
}

/** @throws Problem */
export async function readFile(sessionId: string, path: string): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let offset = 0; ; ) {
    const params = { path, offset, bytesMax: PART_BYTES, encoding: "base64" };
    const { text, bytes, truncated } = await perform<ReadPart>(sessionId, "computer_file_read", params);
    if (bytes > FILE_BYTES_MAX) throw tooLarge(bytes);
    const part = fromBase64(text);
    parts.push(part);
    offset += part.length;
    if (!truncated || part.length === 0) return new Blob(parts);
  }
}

/** Never replaces a file that is there. @throws Problem */
export async function writeFile(sessionId: string, path: string, file: Blob): Promise<void> {
  if (file.size > FILE_BYTES_MAX) throw tooLarge(file.size);
  for (let offset = 0; offset === 0 || offset < file.size; offset += PART_BYTES) {
    const part = new Uint8Array(await file.slice(offset, offset + PART_BYTES).arrayBuffer());
    const mode = offset === 0 ? "create" : "append";
    await perform(sessionId, "computer_file_write", { path, content: toBase64(part), encoding: "base64", mode });
  }
}

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** In portions: a call takes only so many arguments. */
function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text);
}
