import type { Picture } from "./picture.ts";

/** For tests: numbers from 0 up to 1 that are the same every time. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A light screen with so many boxes of speckled colours on it. */
export function randomScreen(random: () => number, width: number, height: number, boxes: number): Picture {
  const data = new Uint8Array(width * height * 3).fill(230);
  for (let box = 0; box < boxes; box++) {
    const [x, y] = [Math.floor(random() * width), Math.floor(random() * height)];
    const right = Math.min(width, x + 4 + Math.floor(random() * 60));
    const bottom = Math.min(height, y + 4 + Math.floor(random() * 20));
    const colour = [random() * 255, random() * 255, random() * 255] as const;
    for (let row = y; row < bottom; row++)
      for (let column = x; column < right; column++) if (random() < 0.6) data.set(colour, (row * width + column) * 3);
  }
  return { width, height, channels: 3, data };
}

/** A copy of a part; with alpha from `alphaOf` where one is given. */
export function cut(
  { data, channels, width: stride }: Picture,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  alphaOf?: (x: number, y: number) => number,
): Picture {
  const out = alphaOf ? 4 : 3;
  const part = new Uint8Array(width * height * out);
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const from = ((y + row) * stride + x + column) * channels;
      const to = (row * width + column) * out;
      part.set(data.subarray(from, from + 3), to);
      if (alphaOf) part[to + 3] = alphaOf(column, row);
    }
  return { width, height, channels: out, data: part };
}

/** Every sample moved by up to so many levels, either way. */
export function noisy(picture: Picture, random: () => number, levels: number): Picture {
  const data = picture.data.map((value) => Math.max(0, Math.min(255, Math.round(value + (random() * 2 - 1) * levels))));
  return { ...picture, data };
}

/** Puts a picture on another, at a place where it fits. */
export function paste(on: Picture, { data, width, height, channels }: Picture, at: { x: number; y: number }): void {
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const from = (row * width + column) * channels;
      on.data.set(data.subarray(from, from + 3), ((at.y + row) * on.width + at.x + column) * on.channels);
    }
}

/** The colour correlation at one place, as its definition says: the slow way that the fast one has to agree with. */
export function correlationAt(frame: Picture, template: Picture, x: number, y: number): number {
  const pairs: { a: number; b: number; channel: number }[] = [];
  for (let row = 0; row < template.height; row++)
    for (let column = 0; column < template.width; column++) {
      const from = (row * template.width + column) * template.channels;
      if (template.channels === 4 && (template.data[from + 3] as number) < 250) continue;
      const to = ((y + row) * frame.width + x + column) * frame.channels;
      for (let channel = 0; channel < 3; channel++)
        pairs.push({ a: template.data[from + channel] as number, b: frame.data[to + channel] as number, channel });
    }
  const mean = (of: "a" | "b", channel: number) => {
    const some = pairs.filter((pair) => pair.channel === channel);
    return some.reduce((sum, pair) => sum + pair[of], 0) / some.length;
  };
  const means = [0, 1, 2].map((channel) => ({ a: mean("a", channel), b: mean("b", channel) }));
  let [product, squaresA, squaresB] = [0, 0, 0];
  for (const { a, b, channel } of pairs) {
    const da = a - (means[channel]?.a ?? 0);
    const db = b - (means[channel]?.b ?? 0);
    product += da * db;
    squaresA += da * da;
    squaresB += db * db;
  }
  return squaresB === 0 ? 0 : product / Math.sqrt(squaresA * squaresB);
}
