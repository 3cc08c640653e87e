import { type GreyFrame, inkOf, type Word } from "@deskfleet/anchors";
import sharp from "sharp";
import type { AnchorEngine } from "../../anchors/anchor-engine.ts";
import { readable, SCALE } from "../../anchors/pictures.ts";
import { largeShapes } from "./large-shapes.ts";
import { evenedInk, localContrast } from "./local-contrast.ts";

const NO_INK = 255;
/** Rows below which nothing stands in letters that need the coarse reading. */
const LARGE_ROWS_MIN = 32;
const COARSE = 0.5;
const COARSE_RADIUS = 24;
/** Large letters, in pixels of the coarse picture. */
const LARGE = { min: 10, max: 90, count: 3 } as const;
/** Smaller words of the coarse reading are guesses: the fine one reads them better. Pixels. */
const LARGE_WORD_MIN = 20;
/** Taller ones are scroll bars and edges. Whatever is kept is read again with each change of a row that it touches. Pixels. */
const WORD_MAX = { ink: 64, contrast: 64, size: 180 } as const;
const TEXTURE_RADIUS = 16;
/** Side of a square in which a letter finds its ground, and pixels side by side that are one. */
const TILE = 48;
const GROUND_RUN_MIN = 16;
const GROUND_TOLERANCE = 2;

/** A word, and which way of reading found it: a line that was read twice would be two lines in one. */
export interface ReadWord extends Word {
  readonly by: "ink" | "contrast" | "size";
}

/**
 * All words of some rows of a screen. What tells letters from an even ground is blind on photos and noise, and for letters as large as
 * headlines: where there are such, they are read again in the way that suits them.
 * @throws FleetError as the engine
 */
export async function readRows(engine: Pick<AnchorEngine, "readToMask">, rows: GreyFrame): Promise<ReadWord[]> {
  const words: ReadWord[] = [];
  const add = (by: ReadWord["by"], found: readonly Word[]): void => {
    for (const word of found) if (word.text.trim() !== "" && word.height <= WORD_MAX[by]) words.push({ ...word, by });
  };
  add("ink", await readInk(engine, evenedInk(inkOf(rows))));
  const textured = texturedTiles(rows);
  if (textured.length > 0) add("contrast", await readInk(engine, contrastIn(rows, textured)));
  if (rows.height >= LARGE_ROWS_MIN) add("size", await readLarge(engine, rows));
  return words;
}

async function readInk(engine: Pick<AnchorEngine, "readToMask">, ink: GreyFrame): Promise<Word[]> {
  if (ink.data.every((level) => level === NO_INK)) return [];
  return engine.readToMask({ image: await readable(ink), scale: SCALE });
}

async function readLarge(engine: Pick<AnchorEngine, "readToMask">, rows: GreyFrame): Promise<Word[]> {
  const width = Math.ceil(rows.width * COARSE);
  const height = Math.ceil(rows.height * COARSE);
  const data = await sharp(rows.data, { raw: { width: rows.width, height: rows.height, channels: 1 } })
    .resize(width, height, { kernel: "cubic", fit: "fill" })
    .greyscale()
    .raw({ depth: "uchar" })
    .toBuffer();
  const ink = largeShapes(localContrast({ width, height, data }, COARSE_RADIUS), LARGE);
  if (ink === null) return [];
  const image = Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), ink.data]);
  const words = await engine.readToMask({ image, scale: COARSE });
  return words.filter((word) => word.height >= LARGE_WORD_MIN);
}

interface Tile {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Squares in which nothing is even, each with what is around it; whole ones at the edges too. */
function texturedTiles({ width, height, data }: GreyFrame): Tile[] {
  const tiles: Tile[] = [];
  for (let row = 0; row < height; row += TILE)
    for (let column = 0; column < width; column += TILE) {
      const left = Math.max(0, Math.min(column, width - TILE));
      const top = Math.max(0, Math.min(row, height - TILE));
      const tile = { left, top, right: Math.min(left + TILE, width), bottom: Math.min(top + TILE, height) };
      if (!hasGround(data, width, tile)) tiles.push(tile);
    }
  return tiles.map(({ left, right, top, bottom }) => ({
    left: Math.max(0, left - TILE / 2),
    right: Math.min(width, right + TILE / 2),
    top: Math.max(0, top - TILE / 2),
    bottom: Math.min(height, bottom + TILE / 2),
  }));
}

/** The contrast of these parts alone. */
function contrastIn(rows: GreyFrame, tiles: readonly Tile[]): GreyFrame {
  const { width, height, data } = localContrast(rows, TEXTURE_RADIUS);
  const kept = Buffer.alloc(width * height, NO_INK);
  for (const { left, right, top, bottom } of tiles)
    for (let y = top; y < bottom; y++) data.copy(kept, y * width + left, y * width + left, y * width + right);
  return { width, height, data: kept };
}

function hasGround(data: Buffer, width: number, { left, right, top, bottom }: Tile): boolean {
  if (right - left < GROUND_RUN_MIN) return true;
  for (let y = top; y < bottom; y++) {
    let run = 1;
    for (let at = y * width + left + 1; at < y * width + right; at++) {
      const isEven = Math.abs((data[at] as number) - (data[at - 1] as number)) <= GROUND_TOLERANCE;
      run = isEven ? run + 1 : 1;
      if (run >= GROUND_RUN_MIN) return true;
    }
  }
  return false;
}
