/**
 * Of the windows whose top-left corners are in row `y` from `from` up to `to`: writes the sum of the squared deviations from each
 * window's own mean into `deviations`, the first at 0.
 */
export type WindowDeviations = (y: number, from: number, to: number, deviations: Float64Array) => void;

/** By integral images: eight numbers a window, whatever its size. */
export function windowDeviations(
  plane: Float64Array,
  width: number,
  window: { readonly width: number; readonly height: number },
): WindowDeviations {
  const stride = width + 1;
  const height = plane.length / width;
  const sums = new Float64Array(stride * (height + 1));
  const squares = new Float64Array(stride * (height + 1));
  for (let y = 0; y < height; y++) {
    let sum = 0;
    let square = 0;
    for (let x = 0; x < width; x++) {
      const value = plane[y * width + x] as number;
      sum += value;
      square += value * value;
      const at = (y + 1) * stride + x + 1;
      sums[at] = (sums[at - stride] as number) + sum;
      squares[at] = (squares[at - stride] as number) + square;
    }
  }
  const across = window.width;
  const down = window.height * stride;
  const count = window.width * window.height;
  return (y, from, to, deviations) => {
    for (let x = from; x < to; x++) {
      const a = y * stride + x;
      const b = a + across;
      const c = a + down;
      const d = c + across;
      const sum = (sums[d] as number) - (sums[c] as number) - (sums[b] as number) + (sums[a] as number);
      const square = (squares[d] as number) - (squares[c] as number) - (squares[b] as number) + (squares[a] as number);
      deviations[x - from] = square - (sum * sum) / count;
    }
  };
}
