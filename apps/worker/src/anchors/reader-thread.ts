import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Word } from "@deskfleet/anchors";
import { createWorker, OEM, PSM, type Worker } from "tesseract.js";
import type { ReadingJob } from "./anchor-engine.ts";
import { serve } from "./serve.ts";

/**
 * Entry of the thread that reads text. Tesseract runs in a thread of its own below this one, and reports some of its failures
 * by exceptions that nobody can catch: they end this thread instead of the process.
 */

const require = createRequire(import.meta.url);
/** The model is part of the package: nothing is downloaded. */
const langPath = join(dirname(require.resolve("@tesseract.js-data/eng/package.json")), "4.0.0_best_int");
/** Of a screen that was enlarged twice. */
const DPI = 192;

let reader: Promise<Worker> | null = null;

async function startReader(): Promise<Worker> {
  const options = { langPath, gzip: true, cacheMethod: "none", errorHandler: () => undefined };
  const worker = await createWorker("eng", OEM.LSTM_ONLY, options);
  await worker.setParameters({ tessedit_pageseg_mode: PSM.SPARSE_TEXT, user_defined_dpi: String(DPI) });
  return worker;
}

serve(async ({ image, scale }: ReadingJob): Promise<Word[]> => {
  reader ??= startReader();
  const { data } = await (await reader).recognize(Buffer.from(image), {}, { text: false, blocks: true });
  const words = (data.blocks ?? []).flatMap(({ paragraphs }) =>
    paragraphs.flatMap(({ lines }) => lines.flatMap((line) => line.words)),
  );
  return words.map(({ text, confidence, bbox }) => {
    const x = Math.floor(bbox.x0 / scale);
    const y = Math.floor(bbox.y0 / scale);
    return {
      ...{ text, confidence, x, y },
      width: Math.max(Math.ceil(bbox.x1 / scale) - x, 1),
      height: Math.max(Math.ceil(bbox.y1 / scale) - y, 1),
    };
  });
});
