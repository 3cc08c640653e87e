import { type Place, peaks } from "./peaks.ts";
import { AnchorFault, type Area, type Picture } from "./picture.ts";
import { inReadingOrder } from "./reading-order.ts";
import { scoreMap } from "./score-map.ts";
import { prepareTemplate, type Template } from "./template.ts";

export interface ImageMatch extends Area {
  /** Correlation in colour, 1 for the same picture. */
  readonly score: number;
}

export interface FoundImages {
  /** At least as good as the threshold, in reading order, none covering another by half. */
  readonly matches: ImageMatch[];
  /** The best places that are not, best first. */
  readonly candidates: ImageMatch[];
}

const MATCHES_MAX = 100;
const CANDIDATES_MAX = 5;
/** Less is no resemblance. */
const SCORE_MIN = 0.3;

/**
 * Where a frame looks like a picture: normalised cross-correlation, so brightness and contrast do not count, colour and
 * shape do. Transparent pixels of the picture do not count. At most a hundred matches.
 * @throws AnchorFault a picture without anything to find, or larger than the frame
 */
export function findImage(frame: Picture, picture: Picture, threshold: number): FoundImages {
  const template = prepareTemplate(picture);
  const { width, height } = template;
  if (width > frame.width || height > frame.height)
    throw new AnchorFault(
      "larger_than_frame",
      `The picture (${width} x ${height} pixels) is larger than the screen (${frame.width} x ${frame.height})`,
    );
  const places = peaks(scoreMap(frame, template, SCORE_MIN), { width, height, scoreMin: SCORE_MIN, max: MATCHES_MAX });
  const scored = places
    .map((place) => ({ x: place.x, y: place.y, width, height, score: colourScore(frame, template, place) }))
    .sort((a, b) => b.score - a.score);
  return {
    matches: inReadingOrder(scored.filter(({ score }) => score >= threshold)),
    candidates: scored.filter(({ score }) => score < threshold && score >= SCORE_MIN).slice(0, CANDIDATES_MAX),
  };
}

/** Over all three channels, each without its own mean: a red sign is not a green one of the same brightness. */
function colourScore({ data, channels, width }: Picture, template: Template, { x, y }: Place): number {
  const { mask, colours, count } = template;
  const sums = [0, 0, 0];
  let squares = 0;
  let product = 0;
  for (let row = 0; row < template.height; row++)
    for (let column = 0; column < template.width; column++) {
      const at = row * template.width + column;
      if (mask !== null && mask[at] === 0) continue;
      const from = ((y + row) * width + x + column) * channels;
      for (let channel = 0; channel < 3; channel++) {
        const value = data[from + channel] as number;
        sums[channel] = (sums[channel] as number) + value;
        squares += value * value;
        product += value * (colours[3 * at + channel] as number);
      }
    }
  const variance = squares - sums.reduce((sum, one) => sum + (one * one) / count, 0);
  return variance <= 0 ? 0 : Math.min(product / Math.sqrt(variance * template.colourEnergy), 1);
}
