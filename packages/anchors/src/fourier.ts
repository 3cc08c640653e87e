/** Complex numbers of a field with `rows` x `columns`, row by row. A transform puts other arrays in: hold the field, not them. */
export interface Field {
  re: Float64Array;
  im: Float64Array;
}

/**
 * The discrete Fourier transform of a field whose sides are powers of two, for convolutions: `forward` leaves the spectrum
 * transposed and in an order of its own, `inverse` takes it from there, and products element by element need neither
 * undone. `inverse(forward(x))` is x times `size`.
 *
 * Each pass runs along columns for a whole row of the field at a time, so memory is read in order; between the two axes the
 * field is transposed. Decimation in frequency one way, in time the other: no bit reversal.
 */
export class Fourier {
  readonly rows: number;
  readonly columns: number;
  readonly size: number;
  readonly #ofRows: Twiddles;
  readonly #ofColumns: Twiddles;
  readonly #scratch: Field;

  constructor(rows: number, columns: number) {
    this.rows = rows;
    this.columns = columns;
    this.size = rows * columns;
    this.#ofRows = twiddles(rows);
    this.#ofColumns = twiddles(columns);
    this.#scratch = { re: new Float64Array(this.size), im: new Float64Array(this.size) };
  }

  field(): Field {
    return { re: new Float64Array(this.size), im: new Float64Array(this.size) };
  }

  forward(field: Field): void {
    const turned = this.#scratch;
    decimateInFrequency(field, this.rows, this.columns, this.#ofRows);
    transpose(field.re, turned.re, this.rows, this.columns);
    transpose(field.im, turned.im, this.rows, this.columns);
    decimateInFrequency(turned, this.columns, this.rows, this.#ofColumns);
    exchange(field, turned);
  }

  inverse(field: Field): void {
    const turned = this.#scratch;
    decimateInTime(field, this.columns, this.rows, this.#ofColumns);
    transpose(field.re, turned.re, this.columns, this.rows);
    transpose(field.im, turned.im, this.columns, this.rows);
    decimateInTime(turned, this.rows, this.columns, this.#ofRows);
    exchange(field, turned);
  }
}

function exchange(a: Field, b: Field): void {
  const { re, im } = a;
  a.re = b.re;
  a.im = b.im;
  b.re = re;
  b.im = im;
}

interface Twiddles {
  readonly cos: Float64Array;
  readonly sin: Float64Array;
}

function twiddles(n: number): Twiddles {
  const angle = (index: number) => (-2 * Math.PI * index) / n;
  return {
    cos: Float64Array.from({ length: n }, (_, index) => Math.cos(angle(index))),
    sin: Float64Array.from({ length: n }, (_, index) => Math.sin(angle(index))),
  };
}

/** Rows whose beginnings stay in the processor's first cache together, although they are a power of two apart. */
const BLOCK = 8;

function transpose(from: Float64Array, to: Float64Array, rows: number, columns: number): void {
  for (let top = 0; top < rows; top += BLOCK)
    for (let left = 0; left < columns; left += BLOCK) {
      const bottom = Math.min(top + BLOCK, rows);
      const right = Math.min(left + BLOCK, columns);
      for (let y = top; y < bottom; y++)
        for (let x = left; x < right; x++) to[x * rows + y] = from[y * columns + x] as number;
    }
}

/** Radix 4 while it divides, a last pass of radix 2 where the length is twice a power of four. */
function decimateInFrequency({ re, im }: Field, n: number, width: number, { cos, sin }: Twiddles): void {
  let length = n;
  for (; length >= 4; length >>= 2) {
    const quarter = length >> 2;
    const step = n / length;
    for (let block = 0; block < n; block += length)
      for (let k = 0; k < quarter; k++)
        splitFour(re, im, (block + k) * width, quarter * width, width, cos, sin, k * step);
  }
  if (length === 2) pairs(re, im, n, width);
}

function decimateInTime({ re, im }: Field, n: number, width: number, { cos, sin }: Twiddles): void {
  let length = 4;
  // The lengths that the other direction went through, from its last to its first.
  if (Math.log2(n) % 2 === 1) {
    pairs(re, im, n, width);
    length = 8;
  }
  for (; length <= n; length <<= 2) {
    const quarter = length >> 2;
    const step = n / length;
    for (let block = 0; block < n; block += length)
      for (let k = 0; k < quarter; k++)
        joinFour(re, im, (block + k) * width, quarter * width, width, cos, sin, k * step);
  }
}

/** Sums and differences of neighbouring rows: its own inverse but for the factor. */
function pairs(re: Float64Array, im: Float64Array, n: number, width: number): void {
  for (let row = 0; row < n; row += 2)
    for (let at = row * width; at < (row + 1) * width; at++) {
      const other = at + width;
      const ar = re[at] as number;
      const ai = im[at] as number;
      const br = re[other] as number;
      const bi = im[other] as number;
      re[at] = ar + br;
      im[at] = ai + bi;
      re[other] = ar - br;
      im[other] = ai - bi;
    }
}

/** Butterflies of four rows, `gap` apart; the factors are the powers 1 to 3 of the one at `turn`. */
function splitFour(
  re: Float64Array,
  im: Float64Array,
  first: number,
  gap: number,
  width: number,
  cos: Float64Array,
  sin: Float64Array,
  turn: number,
): void {
  const w1r = cos[turn] as number;
  const w1i = sin[turn] as number;
  const w2r = cos[2 * turn] as number;
  const w2i = sin[2 * turn] as number;
  const w3r = cos[3 * turn] as number;
  const w3i = sin[3 * turn] as number;
  for (let a = first; a < first + width; a++) {
    const b = a + gap;
    const c = b + gap;
    const d = c + gap;
    const sumR = (re[a] as number) + (re[c] as number);
    const sumI = (im[a] as number) + (im[c] as number);
    const gapR = (re[a] as number) - (re[c] as number);
    const gapI = (im[a] as number) - (im[c] as number);
    const oddSumR = (re[b] as number) + (re[d] as number);
    const oddSumI = (im[b] as number) + (im[d] as number);
    const oddGapR = (re[b] as number) - (re[d] as number);
    const oddGapI = (im[b] as number) - (im[d] as number);
    re[a] = sumR + oddSumR;
    im[a] = sumI + oddSumI;
    const y1r = gapR + oddGapI;
    const y1i = gapI - oddGapR;
    re[b] = y1r * w1r - y1i * w1i;
    im[b] = y1r * w1i + y1i * w1r;
    const y2r = sumR - oddSumR;
    const y2i = sumI - oddSumI;
    re[c] = y2r * w2r - y2i * w2i;
    im[c] = y2r * w2i + y2i * w2r;
    const y3r = gapR - oddGapI;
    const y3i = gapI + oddGapR;
    re[d] = y3r * w3r - y3i * w3i;
    im[d] = y3r * w3i + y3i * w3r;
  }
}

/** Undoes `splitFour`, times four. */
function joinFour(
  re: Float64Array,
  im: Float64Array,
  first: number,
  gap: number,
  width: number,
  cos: Float64Array,
  sin: Float64Array,
  turn: number,
): void {
  const w1r = cos[turn] as number;
  const w1i = sin[turn] as number;
  const w2r = cos[2 * turn] as number;
  const w2i = sin[2 * turn] as number;
  const w3r = cos[3 * turn] as number;
  const w3i = sin[3 * turn] as number;
  for (let a = first; a < first + width; a++) {
    const b = a + gap;
    const c = b + gap;
    const d = c + gap;
    const x1r = (re[b] as number) * w1r + (im[b] as number) * w1i;
    const x1i = (im[b] as number) * w1r - (re[b] as number) * w1i;
    const x2r = (re[c] as number) * w2r + (im[c] as number) * w2i;
    const x2i = (im[c] as number) * w2r - (re[c] as number) * w2i;
    const x3r = (re[d] as number) * w3r + (im[d] as number) * w3i;
    const x3i = (im[d] as number) * w3r - (re[d] as number) * w3i;
    const sumR = (re[a] as number) + x2r;
    const sumI = (im[a] as number) + x2i;
    const gapR = (re[a] as number) - x2r;
    const gapI = (im[a] as number) - x2i;
    const oddSumR = x1r + x3r;
    const oddSumI = x1i + x3i;
    const oddGapR = x1r - x3r;
    const oddGapI = x1i - x3i;
    re[a] = sumR + oddSumR;
    im[a] = sumI + oddSumI;
    re[b] = gapR - oddGapI;
    im[b] = gapI + oddGapR;
    re[c] = sumR - oddSumR;
    im[c] = sumI - oddSumI;
    re[d] = gapR + oddGapI;
    im[d] = gapI - oddGapR;
  }
}
