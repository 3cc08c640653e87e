import { areaOf, inRows, type Phrase, phrasesOf, type Word } from "@deskfleet/anchors";

/** A part of a word: `from` and `to` in UTF-16 units of its text. */
export interface WordPart {
  readonly word: Word;
  readonly from: number;
  readonly to: number;
  readonly line: number;
}

/** Words as a text, and which word each of its characters comes from. */
export interface ReadText {
  readonly text: string;
  /** What of the words stands between two places of the text, in its order. */
  partsBetween(start: number, end: number): WordPart[];
}

/** Heights of a word that a gap within a key has at most: recognition splits what it takes for two words. A blank has more. */
const SPLIT_GAP_MAX = 0.22;
/** Blanks between two cells of a row at least: fewer separate words. */
const CELL_BLANKS = 2;
/** Characters of a line at most: beyond it columns are not laid out any more. */
const COLUMN_MAX = 400;
/** Pixels that a column of text is wide at least, so that a screen fits into `COLUMN_MAX`. */
const CELL_UNIT_MIN = 3;
/** Heights of its line that the next line of the same block begins below it at most. */
const LINE_STEP_MAX = 2.2;

/** Row by row over the whole screen, cells as far apart as they stand: labels head their columns. */
export const rowsOfText = (words: readonly Word[]): ReadText => rowsOf(phrasesOf(words), characterWidth(words));

/** The same of texts that are whole, as cells are, which leave nothing between each other. */
export function rowsOfCells(cells: readonly Word[]): ReadText {
  // So wide that no text of a line reaches into the next column.
  const unit = Math.min(...cells.map(({ width, text }) => width / (text.length + CELL_BLANKS)));
  return rowsOf(
    cells.map((cell) => [cell]),
    Math.max(unit, CELL_UNIT_MIN),
  );
}

function rowsOf(all: readonly Phrase[], unit: number): ReadText {
  const phrases = all.map((phrase) => ({ ...areaOf(phrase), phrase }));
  const writer = new TextWriter();
  for (const row of inRows(phrases)) {
    writer.startLine();
    for (const { phrase, x } of row) {
      if (writer.column > 0) writer.blanks(Math.max(CELL_BLANKS, Math.min(COLUMN_MAX, x / unit) - writer.column));
      writePhrase(writer, phrase);
    }
  }
  return writer.end();
}

/** Block by block: what stands in one column below each other, without what is beside it. Keys go on in the next line. */
export const blocksOfText = (words: readonly Word[]): ReadText => blocksOf(phrasesOf(words));

/** The same of cells: what stands below each other in a column. */
export const blocksOfCells = (cells: readonly Word[]): ReadText =>
  blocksOf(
    inRows(cells)
      .flat()
      .map((cell) => [cell]),
  );

function blocksOf(phrases: readonly Phrase[]): ReadText {
  const blocks: Phrase[][] = [];
  for (const phrase of phrases) {
    const block = blocks.find((one) => continues(one.at(-1) as Phrase, phrase));
    if (block) block.push(phrase);
    else blocks.push([phrase]);
  }
  const writer = new TextWriter();
  for (const block of blocks) {
    writer.startLine();
    for (const phrase of block) {
      writer.startLine();
      writePhrase(writer, phrase);
    }
    writer.startLine();
    writer.startLine();
  }
  return writer.end();
}

function continues(above: Phrase, below: Phrase): boolean {
  const [a, b] = [areaOf(above), areaOf(below)];
  const height = Math.max(Math.min(a.height, b.height), 6);
  const step = b.y - a.y;
  return step > height / 2 && step < height * LINE_STEP_MAX && b.x < a.x + a.width && a.x < b.x + b.width;
}

function writePhrase(writer: TextWriter, phrase: Phrase): void {
  for (const [index, word] of phrase.entries()) {
    const before = phrase[index - 1];
    if (before) {
      const gap = word.x - before.x - before.width;
      if (gap > SPLIT_GAP_MAX * Math.min(word.height, before.height)) writer.blanks(1);
    }
    writer.word(word);
  }
}

/** Pixels: the middle one of all words'. */
function characterWidth(words: readonly Word[]): number {
  const widths = words.map(({ width, text }) => width / text.length).sort((a, b) => a - b);
  return Math.max(widths[widths.length >> 1] ?? 1, 1);
}

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly word: Word;
}

class TextWriter {
  #text = "";
  #lineStart = 0;
  #line = 0;
  readonly #pieces: Piece[] = [];

  get column(): number {
    return this.#text.length - this.#lineStart;
  }

  startLine(): void {
    if (this.#text === "") return;
    this.#text += "\n";
    this.#lineStart = this.#text.length;
    this.#line += 1;
  }

  blanks(count: number): void {
    this.#text += " ".repeat(Math.round(count));
  }

  word(word: Word): void {
    const start = this.#text.length;
    this.#text += word.text;
    this.#pieces.push({ start, end: this.#text.length, line: this.#line, word });
  }

  end(): ReadText {
    const pieces = this.#pieces;
    return {
      text: this.#text,
      partsBetween: (start, end) =>
        pieces
          .filter((piece) => piece.start < end && piece.end > start)
          .map(({ word, line, ...piece }) => ({
            ...{ word, line },
            from: Math.max(start, piece.start) - piece.start,
            to: Math.min(end, piece.end) - piece.start,
          })),
    };
  }
}
