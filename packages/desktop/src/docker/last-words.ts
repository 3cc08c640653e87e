import { setTimeout as sleep } from "node:timers/promises";
import type { Container } from "dockerode";
import { raceAbort } from "./boot-executor.ts";

const LINES_MAX = 20;
const LINE_CHARACTERS_MAX = 500;
/** A container whose parts just died needs a moment to say so and end. */
const END_MS = 500;
const READ_MS = 2_000;
/** Of each frame of a log without a terminal: stream, three zeros, length. */
const HEADER_BYTES = 8;

/**
 * The end of what a dying desktop's entrypoint wrote: which of its parts ended, and how. For the log of whoever runs the
 * fleet and for nobody else: anything in the desktop may have written it.
 * @throws the engine's error, or a timeout
 */
export async function readLastWords(container: Container): Promise<string[]> {
  const limit = AbortSignal.timeout(READ_MS);
  await Promise.race([container.wait().catch(() => undefined), sleep(END_MS)]);
  const log = await raceAbort(container.logs({ stdout: true, stderr: true, tail: LINES_MAX, follow: false }), limit);
  return tidyLines(withoutHeaders(log));
}

/** The text of all frames, in order; a frame that is cut short counts as far as it goes. */
export function withoutHeaders(log: Buffer): string {
  const parts: Buffer[] = [];
  for (let start = 0; start + HEADER_BYTES <= log.length; ) {
    const end = start + HEADER_BYTES + log.readUInt32BE(start + 4);
    parts.push(log.subarray(start + HEADER_BYTES, end));
    start = end;
  }
  return Buffer.concat(parts).toString("utf8");
}

/** Lines that cannot move a terminal's cursor, colour it or fill a page. */
export function tidyLines(text: string): string[] {
  const lines = text.split("\n").map((line) => line.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "").trimEnd());
  return lines
    .filter((line) => line !== "")
    .slice(-LINES_MAX)
    .map((line) => (line.length > LINE_CHARACTERS_MAX ? `${line.slice(0, LINE_CHARACTERS_MAX)}…` : line));
}
