import { createHash } from "node:crypto";
import type { Area, GreyFrame } from "@deskfleet/anchors";
import { FleetError, type RpcFrame } from "@deskfleet/contracts";
import { maskFrame } from "@deskfleet/desktop";
import { decodeFrame, greyOf } from "../../anchors/pictures.ts";
import type { Pipe } from "../../app-state/pipe.ts";
import { type ReadWord, readRows } from "../../content/pictures/read-rows.ts";
import { guardOf } from "../../content/pictures/screen-guard.ts";
import type { LiveSession } from "../../sessions/live-session.ts";
import { within } from "../../within.ts";

/** Parts of screens that a session remembers by what they look like. */
const PARTS_KEPT = 64;
/** Readings of one session that go on although nobody waits for them any more: a part more is not read. */
const READING_MAX = 4;

/** How the words of a part were come by; `unread`: they were not, in time. */
export type Reading = "remembered" | "masked" | "read" | "unread";

type Reader = Pick<LiveSession["services"]["anchors"], "readToAudit">;

/** What was read for one session's auditor. A part that looks the same has the same words, and is read once. */
export class ScreenReadings {
  /** The latest last. */
  readonly #parts = new Map<string, readonly ReadWord[]>();
  readonly #pending = new Map<string, Promise<readonly ReadWord[]>>();
  hasFailed = false;

  find(part: GreyFrame): readonly ReadWord[] | null {
    return this.#parts.get(keyOf(part)) ?? null;
  }

  /** Goes on when nobody waits any more: the next one to ask gets it. Rejects as the engine, and when too much is being read. */
  read(engine: Reader, part: GreyFrame): Promise<readonly ReadWord[]> {
    const key = keyOf(part);
    const begun = this.#pending.get(key);
    if (begun !== undefined) return begun;
    if (this.#pending.size >= READING_MAX)
      return Promise.reject(new Error("too many parts of the screen are being read"));
    const reading = readRows({ readToMask: (job) => engine.readToAudit(job) }, part)
      .then((words) => {
        this.#keep(key, words);
        return words;
      })
      .finally(() => this.#pending.delete(key));
    this.#pending.set(key, reading);
    return reading;
  }

  #keep(key: string, words: readonly ReadWord[]): void {
    this.#parts.delete(key);
    this.#parts.set(key, words);
    const [oldest] = this.#parts.keys();
    if (this.#parts.size > PARTS_KEPT && oldest !== undefined) this.#parts.delete(oldest);
  }
}

const keyOf = ({ width, height, data }: GreyFrame): string =>
  createHash("sha256").update(`${width}x${height}:`).update(data).digest("base64");

/** The words of a part of the screen, in pixels of the screen; null where they could not be read within so many milliseconds. Never rejects. */
export async function readScreen(
  session: LiveSession,
  pipe: Pipe,
  area: Area,
  ms: number,
): Promise<{ readonly words: readonly ReadWord[] | null; readonly reading: Reading }> {
  const { readings } = session.audit;
  try {
    const read = await within(wordsIn(session, pipe, area, ms), ms, null);
    if (read !== null) return { ...read, words: read.words.map((word) => moved(word, area)) };
    throw new FleetError("action.timeout", "A part of the screen could not be read in time");
  } catch (error) {
    if (!readings.hasFailed && !session.stopSignal.aborted) {
      readings.hasFailed = true;
      session.services.log.warn({ sessionId: session.id, err: error }, "what an action goes to could not be read");
    }
    return { words: null, reading: "unread" };
  }
}

async function wordsIn(
  session: LiveSession,
  pipe: Pipe,
  area: Area,
  ms: number,
): Promise<{ readonly words: readonly ReadWord[]; readonly reading: Reading }> {
  const params = { format: "png", region: { x: area.x, y: area.y, width: area.width, height: area.height } };
  const { reply, payload } = await pipe.call("computer_screen_capture", params, Math.max(1, Math.ceil(ms)));
  if (reply.frame === undefined || payload === null) throw withheld();
  const known = reply.frame.wholeScreen ? await guardOf(session).partOf(session, reply.frame, payload, area) : null;
  if (known?.words != null) return { words: known.words, reading: "masked" };
  const part = known?.part ?? (await partOf(reply.frame, payload, area));
  const { readings } = session.audit;
  const remembered = readings.find(part);
  if (remembered !== null) return { words: remembered, reading: "remembered" };
  return { words: await readings.read(session.services.anchors, part), reading: "read" };
}

/** Password fields and what cannot be known filled, before anybody looks. */
async function partOf(frame: RpcFrame, payload: Buffer, { x, y, width, height }: Area): Promise<GreyFrame> {
  const { region } = frame;
  const isAsked = region.x === x && region.y === y && region.width === width && region.height === height;
  if (!isAsked || frame.width !== width || frame.height !== height) throw withheld();
  const clean = await maskFrame(payload, frame);
  return greyOf(await decodeFrame(clean.payload, frame));
}

const moved = (word: ReadWord, { x, y }: Area): ReadWord => ({ ...word, x: word.x + x, y: word.y + y });

const withheld = (): FleetError =>
  new FleetError("content.withheld", "The desktop's picture is not what was asked for");
