import { isMasked } from "./placeholder.ts";
import type { SecretSpan } from "./secret-span.ts";
import { lineStartAt } from "./text-lines.ts";

const NAME = "(?:[A-Z0-9]{1,12} ){0,4}PR[I1l]VATE KEY(?: BLOCK)?";
const HEAD = new RegExp(`-{2,8} ?BEG[I1l]N ${NAME} ?-{2,8}`, "g");
const FOOT = new RegExp(`-{2,8} ?END ${NAME} ?-{2,8}`, "g");
/** Behind a head without its end: what can be a line of the block. */
const LINE =
  /(?:\r?\n|\\r?\\n|[ \t])[ \t>|]{0,12}(?:(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset)[^\n]{0,120}|[A-Za-z0-9+/=]{4,200}|)(?=\r?\n|\\r?\\n|[ \t"']|$)/y;
const LINE_BEFORE = /^[ \t>|]{0,12}[A-Za-z0-9+/=]{16,200}[ \t]{0,4}\r?$/;
const BLOCK_MAX = 20_000;
const LINE_MAX = 250;
const PUTTY = /PuTTY-User-Key-File-\d: /g;
const PUTTY_END = /Private-MAC: [0-9a-f]{8,128}/g;

/** Blocks of private keys: the whole visible block, also where its end or its beginning is out of sight. */
export function privateKeys(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  if (/PR[I1l]VATE KEY/.test(text)) {
    const heads = [...text.matchAll(HEAD)];
    const feet = [...text.matchAll(FOOT)];
    let foot = 0;
    let covered = 0;
    heads.forEach((head, index) => {
      const start = head.index;
      const bodyStart = start + head[0].length;
      const limit = Math.min(heads[index + 1]?.index ?? text.length, bodyStart + BLOCK_MAX);
      while (foot < feet.length && feet[foot]!.index < bodyStart) foot++;
      const closing = feet[foot];
      const isClosed = closing !== undefined && closing.index < limit;
      const bodyEnd = isClosed ? closing.index : endOfLines(text, bodyStart, limit);
      const body = text.slice(bodyStart, bodyEnd);
      const end = isClosed ? closing.index + closing[0].length : bodyStart + body.trimEnd().length;
      if (!isKeyBody(body, isClosed)) return;
      spans.push({ start, end, kind: "private_key" });
      covered = end;
    });
    for (const { 0: whole, index } of feet) {
      if (index < covered || spans.some(({ start, end }) => index > start && index < end)) continue;
      const start = startOfLines(text, index);
      if (start < index) spans.push({ start, end: index + whole.length, kind: "private_key" });
    }
  }
  if (text.includes("PuTTY-User-Key-File-")) spans.push(...puttyKeys(text));
  return spans;
}

/** Text that teaches names a head, or shows dots between head and end. */
function isKeyBody(body: string, isClosed: boolean): boolean {
  const bare = body.replace(/\\r?\\n|[\s>|]/g, "");
  if (bare === "" || isMasked(bare) || /^[.…<[({$]|^(?:your|key|base64|redacted)/i.test(bare)) return false;
  return isClosed || (bare.length >= 16 && /[A-Za-z0-9+/=]{16}/.test(bare));
}

function endOfLines(text: string, from: number, limit: number): number {
  let at = from;
  while (at < limit) {
    LINE.lastIndex = at;
    const line = LINE.exec(text);
    if (line === null) break;
    // A word of prose is no line of a key.
    if (/^[\s\\rn>|]*[a-z]{1,12}$/.test(line[0]) && line[0].trim() !== "") break;
    at += line[0].length;
  }
  return Math.min(at, limit);
}

function startOfLines(text: string, foot: number): number {
  let start = lineStartAt(text, foot, LINE_MAX);
  for (let lines = 0; lines < 400 && start > 0; lines++) {
    const previous = lineStartAt(text, start - 1, LINE_MAX);
    if (start - previous > LINE_MAX - 10 || !LINE_BEFORE.test(text.slice(previous, start - 1))) break;
    start = previous;
  }
  return start === lineStartAt(text, foot, LINE_MAX) ? foot : start;
}

function puttyKeys(text: string): SecretSpan[] {
  const ends = [...text.matchAll(PUTTY_END)];
  let next = 0;
  return [...text.matchAll(PUTTY)].flatMap(({ index }) => {
    while (next < ends.length && ends[next]!.index < index) next++;
    const end = ends[next];
    if (end !== undefined && end.index - index < BLOCK_MAX)
      return [{ start: index, end: end.index + end[0].length, kind: "private_key" as const }];
    const lines = /^[^\n]{0,80}(?:\n[^\n]{1,80}){1,60}/.exec(text.slice(index, index + BLOCK_MAX));
    return lines === null || !lines[0].includes("Private-Lines")
      ? []
      : [{ start: index, end: index + lines[0].length, kind: "private_key" as const }];
  });
}
