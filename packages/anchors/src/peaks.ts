import type { ScoreMap } from "./score-map.ts";

export interface Place {
  readonly x: number;
  readonly y: number;
  readonly score: number;
}

/**
 * The best places, best first, at least `scoreMin` and at most `max` of them; of those that would cover each other by half
 * in both directions only the best (non-maximum suppression).
 */
export function peaks(
  map: ScoreMap,
  { width, height, scoreMin, max }: { width: number; height: number; scoreMin: number; max: number },
): Place[] {
  const kept: Place[] = [];
  for (const place of localMaxima(map, scoreMin).sort((a, b) => b.score - a.score)) {
    const isCovered = kept.some(({ x, y }) => Math.abs(x - place.x) * 2 < width && Math.abs(y - place.y) * 2 < height);
    if (!isCovered) kept.push(place);
    if (kept.length === max) break;
  }
  return kept;
}

/** Places no worse than their eight neighbours. Of a plateau all of them: the suppression leaves one. */
function localMaxima({ width, height, scores }: ScoreMap, scoreMin: number): Place[] {
  const found: Place[] = [];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const score = scores[y * width + x] as number;
      if (score < scoreMin) continue;
      let isBest = true;
      for (let ny = Math.max(y - 1, 0); isBest && ny <= Math.min(y + 1, height - 1); ny++)
        for (let nx = Math.max(x - 1, 0); isBest && nx <= Math.min(x + 1, width - 1); nx++)
          isBest = (scores[ny * width + nx] as number) <= score;
      if (isBest) found.push({ x, y, score });
    }
  return found;
}
