import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import sharp, { type OutputInfo } from "sharp";
import { createWorker, OEM, PSM, type Worker } from "tesseract.js";

const require = createRequire(import.meta.url);
/** The model is part of the package: nothing is downloaded. */
const MODEL = join(dirname(require.resolve("@tesseract.js-data/eng/package.json")), "4.0.0_best_int");
/** How often a picture is enlarged, and what is expected on it: sparse words, and a page. What one way misses, the other may see. */
const LOOKS = [
  { scale: 2, pages: PSM.SPARSE_TEXT },
  { scale: 3, pages: PSM.AUTO },
] as const;

/** A reader of the test's own: it shares nothing with the one that the fleet masks by but the model. */
export class Eyes {
  readonly #worker: Worker;
  /** By pixels: the same picture comes in many answers. */
  readonly #read = new Map<string, Promise<string>>();

  private constructor(worker: Worker) {
    this.#worker = worker;
  }

  static async open(): Promise<Eyes> {
    return new Eyes(await createWorker("eng", OEM.LSTM_ONLY, { langPath: MODEL, gzip: true, cacheMethod: "none" }));
  }

  /** All that can be read of a picture, PNG, JPEG or WebP, one way after the other. `looks`: how many of them. */
  async read(image: Buffer, looks: 1 | 2 = 2): Promise<string> {
    const { data, info } = await sharp(image).greyscale().raw().toBuffer({ resolveWithObject: true });
    const digest = createHash("sha256").update(`${info.width}:`).update(data).digest("base64");
    const texts: string[] = [];
    for (const look of LOOKS.slice(0, looks)) {
      const key = `${look.scale}:${digest}`;
      const text = this.#read.get(key) ?? this.#look(data, info, look);
      this.#read.set(key, text);
      texts.push(await text);
    }
    return texts.join("\n");
  }

  async #look(data: Buffer, { width, height }: OutputInfo, { scale, pages }: (typeof LOOKS)[number]): Promise<string> {
    const enlarged = await sharp(data, { raw: { width, height, channels: 1 } })
      .resize({ width: width * scale, height: height * scale, kernel: "cubic" })
      .png({ compressionLevel: 1 })
      .toBuffer();
    await this.#worker.setParameters({ tessedit_pageseg_mode: pages, user_defined_dpi: String(96 * scale) });
    return (await this.#worker.recognize(enlarged)).data.text;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}

/** Characters of a value that give it away when they are seen in a row. */
const PART = 6;
/** Signs that recognition takes for each other. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/[oqd@©®]/g, "0"],
  [/[il|!jtf]/g, "1"],
  [/[s$§]/g, "5"],
  [/[z]/g, "2"],
  [/[b&]/g, "8"],
  [/[g]/g, "9"],
  [/[vy]/g, "v"],
];

/** What looks alike is the same; blanks and signs between letters are gone. */
export function folded(text: string): string {
  const alike = ALIKE.reduce((so, [signs, as]) => so.replaceAll(signs, as), text.toLowerCase());
  return alike.replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** The values of which at least six characters in a row can be seen in a text that was read off a picture. */
export function seenOf(text: string, values: readonly string[]): string[] {
  const seen = folded(text);
  return values.filter((value) => {
    const wanted = folded(value);
    for (let at = 0; at + PART <= wanted.length; at++) if (seen.includes(wanted.slice(at, at + PART))) return true;
    return false;
  });
}
