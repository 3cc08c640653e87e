/** Sums over the window of the template's size whose top-left corner is at x, y. */
export interface WindowSums {
  sum(x: number, y: number): number;
  squares(x: number, y: number): number;
}

/** By integral images: four numbers a sum, whatever the size of the window. */
export function windowSums(
  plane: Float64Array,
  width: number,
  window: { readonly width: number; readonly height: number },
): WindowSums {
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
  const down = window.height * stride;
  const over = (integral: Float64Array, at: number): number =>
    (integral[at + down + window.width] as number) -
    (integral[at + down] as number) -
    (integral[at + window.width] as number) +
    (integral[at] as number);
  return {
    sum: (x, y) => over(sums, y * stride + x),
    squares: (x, y) => over(squares, y * stride + x),
  };
}
