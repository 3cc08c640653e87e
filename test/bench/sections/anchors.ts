import { findImage, type Picture } from "@deskfleet/anchors";
import { interleave, timing } from "../measure.ts";
import { p, type Section } from "../report.ts";

const SCREEN = { width: 1_280, height: 800 } as const;
const SIGN = { x: 701, y: 333, width: 64, height: 24 } as const;
const THRESHOLD = 0.9;
/** Milliseconds of the processor that a search may take (p50): the same on a machine that does other things as well. */
const LIMIT_MS = 150;
const ROUNDS = 30;
/** The naive search takes seconds. */
const NAIVE_EVERY = 10;

/** A picture on a screen, with noise of two percent: ours beside the definition in four loops, which has to find the same. */
export async function anchorSection(): Promise<Section> {
  const screen = desktop();
  const sign = noisy(cut(screen));
  const ours = () => findImage(screen, sign, THRESHOLD).matches.map(({ x, y }) => ({ x, y }));
  for (const places of [ours(), naive(screen, sign)])
    if (places.length !== 1 || places[0]?.x !== SIGN.x || places[0].y !== SIGN.y)
      throw new Error(`the picture was found at ${JSON.stringify(places)}, not at ${SIGN.x},${SIGN.y}`);
  const processorMs: number[] = [];
  const timed = () => {
    const before = process.cpuUsage();
    ours();
    const { user, system } = process.cpuUsage(before);
    processorMs.push((user + system) / 1_000);
  };
  const times = await interleave(
    { ours: { run: async () => timed() }, naive: { run: async () => naive(screen, sign), every: NAIVE_EVERY } },
    ROUNDS,
  );
  const processor = timing(processorMs);
  const what = `find ${SIGN.width} x ${SIGN.height} on ${SCREEN.width} x ${SCREEN.height}`;
  return {
    title: "Anchors, p50 / p95 (baseline: the definition, in loops)",
    rows: [
      {
        ...{ what, ours: p(times.ours), baseline: p(times.naive), ratio: times.ours.p50 / times.naive.p50 },
        target: { at: "most", ratio: 0.1 },
      },
      {
        ...{ what: `processor time (ratio: of ${LIMIT_MS} ms)`, ours: p(processor), ratio: processor.p50 / LIMIT_MS },
        target: { at: "most", ratio: 1 },
      },
    ],
  };
}

/** The same numbers every time. */
const random = (() => {
  let state = 42;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
})();

/** Light, with lines of speckles as small as letters: where text is, windows differ in the fine, as on a real screen. */
function desktop(): Picture {
  const data = new Uint8Array(SCREEN.width * SCREEN.height * 3).fill(240);
  for (let y = 4; y < SCREEN.height; y += 18)
    for (let x = 0; x < SCREEN.width; x += 7) {
      if (random() < 0.25) continue;
      for (let row = y; row < Math.min(y + 10, SCREEN.height); row++)
        for (let column = x; column < Math.min(x + 5, SCREEN.width); column++)
          if (random() < 0.4) data.fill(40, (row * SCREEN.width + column) * 3, (row * SCREEN.width + column + 1) * 3);
    }
  return { ...SCREEN, channels: 3, data };
}

function cut({ data }: Picture): Picture {
  const part = new Uint8Array(SIGN.width * SIGN.height * 3);
  for (let row = 0; row < SIGN.height; row++) {
    const from = ((SIGN.y + row) * SCREEN.width + SIGN.x) * 3;
    part.set(data.subarray(from, from + SIGN.width * 3), row * SIGN.width * 3);
  }
  return { width: SIGN.width, height: SIGN.height, channels: 3, data: part };
}

function noisy(picture: Picture): Picture {
  const data = picture.data.map((value) => Math.max(0, Math.min(255, value + Math.round((random() * 2 - 1) * 5))));
  return { ...picture, data };
}

/** Normalised cross-correlation in grey at every place, each from its own sums. */
function naive(frame: Picture, template: Picture): { x: number; y: number }[] {
  const [screen, sign] = [grey(frame), grey(template)];
  const { width, height } = template;
  const n = width * height;
  let signSum = 0;
  for (const value of sign) signSum += value;
  const signMean = signSum / n;
  let signSquares = 0;
  for (const value of sign) signSquares += (value - signMean) ** 2;
  const found: { x: number; y: number }[] = [];
  for (let y = 0; y + height <= frame.height; y++)
    for (let x = 0; x + width <= frame.width; x++) {
      let sum = 0;
      let squares = 0;
      let product = 0;
      for (let row = 0; row < height; row++)
        for (let column = 0; column < width; column++) {
          const value = screen[(y + row) * frame.width + x + column] as number;
          sum += value;
          squares += value * value;
          product += value * ((sign[row * width + column] as number) - signMean);
        }
      const variance = squares - (sum * sum) / n;
      if (variance > 0 && product / Math.sqrt(variance * signSquares) >= THRESHOLD) found.push({ x, y });
    }
  return found;
}

function grey({ data, width, height }: Picture): Float64Array {
  const levels = new Float64Array(width * height);
  for (let at = 0; at < levels.length; at++)
    levels[at] =
      0.299 * (data[3 * at] as number) + 0.587 * (data[3 * at + 1] as number) + 0.114 * (data[3 * at + 2] as number);
  return levels;
}
