import { createHash } from "node:crypto";
import type { Area, GreyFrame } from "@deskfleet/anchors";
import type { AnchorEngine } from "../../anchors/anchor-engine.ts";
import { within } from "../../within.ts";
import { changedParts, meet } from "./changed-parts.ts";
import { type ReadWord, readRows } from "./read-rows.ts";

/** What is known of a screen's text: the words that were read, and the parts that were not. */
export interface ReadScreen {
  readonly words: readonly ReadWord[];
  /** Top to bottom; no two share a row. */
  readonly unread: readonly Area[];
}

/** Rows read around a part: a reader needs a margin. */
const MARGIN = 8;
/** Bands of rows that are remembered by what they look like. */
const BANDS_KEPT = 128;
/** Readings of one session that wait; whoever comes then is told what is known. */
const WAITING_MAX = 6;

/**
 * The text of one session's screen for gate 8. Reading a whole one takes seconds, so only the rows that changed are read, and rows that
 * looked the same before are remembered. What cannot be read stays unread until a later look tries again: nothing here throws.
 */
export class ScreenWords {
  readonly #engine: Pick<AnchorEngine, "readToMask">;
  readonly #onFault: (error: unknown) => void;
  #last: (ReadScreen & { readonly frame: GreyFrame }) | null = null;
  /** The latest last. Words stand where they do in their band. */
  readonly #bands = new Map<string, readonly ReadWord[]>();
  #reading: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  /** The latest frame that is to be read while nobody waits for it. */
  #later: GreyFrame | null = null;

  constructor(engine: Pick<AnchorEngine, "readToMask">, onFault: (error: unknown) => void) {
    this.#engine = engine;
    this.#onFault = onFault;
  }

  /** What is known of this frame now. */
  known(frame: GreyFrame): ReadScreen {
    const { parts, kept } = changedParts(this.#last, frame);
    // The same words, so that what was found in them is known too.
    if (parts.length === 0) return { words: kept, unread: [] };
    const words = [...kept];
    const unread = parts.filter((part) => {
      const band = bandOf(frame, part);
      const found = this.#bands.get(keyOf(frame, band));
      if (found !== undefined) words.push(...placed(found, band, part));
      return found === undefined;
    });
    return { words, unread };
  }

  /** All of it, or what is known when `ms` milliseconds are over: reading goes on then. */
  async read(frame: GreyFrame, ms: number): Promise<ReadScreen> {
    const known = this.known(frame);
    if (known.unread.length === 0) {
      if (this.#waiting === 0) this.#last = { ...known, frame };
      return known;
    }
    if (this.#waiting >= WAITING_MAX) return known;
    const read = await within(
      this.#enqueue(() => frame),
      ms,
      null,
    );
    return read ?? this.known(frame);
  }

  /** Reads it when the readings before it have ended, unless a later frame comes until then. */
  readLater(frame: GreyFrame): void {
    const isWaiting = this.#later !== null;
    this.#later = frame;
    if (!isWaiting) void this.#enqueue(() => this.#takeLater());
  }

  #takeLater(): GreyFrame | null {
    const latest = this.#later;
    this.#later = null;
    return latest;
  }

  /** One after the other: each begins with what the one before it read. */
  #enqueue(take: () => GreyFrame | null): Promise<ReadScreen | null> {
    this.#waiting += 1;
    const reading = this.#reading
      .then(() => {
        const frame = take();
        return frame === null ? null : this.#read(frame);
      })
      .finally(() => {
        this.#waiting -= 1;
      });
    this.#reading = reading;
    return reading;
  }

  async #read(frame: GreyFrame): Promise<ReadScreen> {
    const { parts, kept } = changedParts(this.#last, frame);
    const words = [...kept];
    const unread: Area[] = [];
    for (const part of parts) {
      const band = bandOf(frame, part);
      const found = await this.#readBand(frame, band, unread.length === 0);
      if (found === null) unread.push(part);
      else words.push(...placed(found, band, part));
    }
    this.#last = { frame, words, unread };
    return this.#last;
  }

  /** Null: it could not be read. `mayRead`: else only what is remembered counts, as one failure is enough for one look. */
  async #readBand(frame: GreyFrame, band: Band, mayRead: boolean): Promise<readonly ReadWord[] | null> {
    const key = keyOf(frame, band);
    const words = this.#bands.get(key) ?? (mayRead ? await this.#readRows(frame, band) : null);
    if (words === null) return null;
    this.#bands.delete(key);
    this.#bands.set(key, words);
    const oldest = this.#bands.keys().next();
    if (this.#bands.size > BANDS_KEPT && !oldest.done) this.#bands.delete(oldest.value);
    return words;
  }

  async #readRows(frame: GreyFrame, band: Band): Promise<readonly ReadWord[] | null> {
    try {
      return await readRows(this.#engine, {
        ...{ width: frame.width, height: band.bottom - band.top, data: rowsOf(frame, band) },
      });
    } catch (error) {
      this.#onFault(error);
      return null;
    }
  }
}

/** Rows of a frame, over its whole width: from `top` up to, not including, `bottom`. */
interface Band {
  readonly top: number;
  readonly bottom: number;
}

const bandOf = ({ height }: GreyFrame, part: Area): Band => ({
  top: Math.max(0, part.y - MARGIN),
  bottom: Math.min(height, part.y + part.height + MARGIN),
});

/** The words of a band that are of its part; the others are known, and cut by the band's edges. */
const placed = (words: readonly ReadWord[], { top }: Band, part: Area): ReadWord[] =>
  words.map((word) => ({ ...word, y: word.y + top })).filter((word) => meet(word, part));

const rowsOf = ({ data, width }: GreyFrame, { top, bottom }: Band): Buffer =>
  data.subarray(top * width, bottom * width);

const keyOf = (frame: GreyFrame, band: Band): string =>
  createHash("sha256").update(`${frame.width}:`).update(rowsOf(frame, band)).digest("base64");
