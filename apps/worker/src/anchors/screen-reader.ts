import { createHash } from "node:crypto";
import { type Band, type GreyFrame, inkOf, type Word, whatToReread } from "@deskfleet/anchors";
import type { AnchorEngine } from "./anchor-engine.ts";
import { readable, SCALE } from "./pictures.ts";

const BANDS_KEPT = 64;
/** Less sure than that are scratches, icons and shadows. */
const CONFIDENCE_MIN = 20;

/**
 * The words of one session's screen. Reading a whole one takes seconds, so only the rows that changed since the last reading
 * are read again, and rows that looked the same before (a dialog that comes back, a caret that blinks) are remembered.
 */
export class ScreenReader {
  readonly #engine: Pick<AnchorEngine, "read">;
  #before: { frame: GreyFrame; words: readonly Word[] } | null = null;
  /** By what they look like, the latest last. */
  readonly #bands = new Map<string, readonly Word[]>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(engine: Pick<AnchorEngine, "read">) {
    this.#engine = engine;
  }

  /** One after the other: each begins with what the one before it read. @throws FleetError as the engine */
  read(frame: GreyFrame): Promise<readonly Word[]> {
    const words = this.#last.then(() => this.#read(frame));
    this.#last = words.catch(() => undefined);
    return words;
  }

  async #read(frame: GreyFrame): Promise<readonly Word[]> {
    const { bands, kept } = whatToReread(this.#before, frame);
    const words = [...kept];
    for (const band of bands) words.push(...(await this.#readBand(frame, band)));
    this.#before = { frame, words };
    return words;
  }

  async #readBand(frame: GreyFrame, band: Band): Promise<Word[]> {
    const key = createHash("sha256").update(`${frame.width}:`).update(rowsOf(frame, band)).digest("base64");
    const words = this.#bands.get(key) ?? (await this.#readRows(frame, band));
    this.#bands.delete(key);
    this.#bands.set(key, words);
    const oldest = this.#bands.keys().next();
    if (this.#bands.size > BANDS_KEPT && !oldest.done) this.#bands.delete(oldest.value);
    return words.map((word) => ({ ...word, y: word.y + band.top }));
  }

  async #readRows(frame: GreyFrame, band: Band): Promise<Word[]> {
    const { width } = frame;
    const rows = { width, height: band.bottom - band.top, data: rowsOf(frame, band) };
    const words = await this.#engine.read({ image: await readable(inkOf(rows)), scale: SCALE });
    return words.filter(({ text, confidence }) => confidence >= CONFIDENCE_MIN && text.trim() !== "");
  }
}

const rowsOf = ({ data, width }: GreyFrame, { top, bottom }: Band): Buffer =>
  data.subarray(top * width, bottom * width);
