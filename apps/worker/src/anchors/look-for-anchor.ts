import { type Area, findText, type Picture } from "@deskfleet/anchors";
import { FleetError, type FrameInfo, type ImageAnchor, type OcrAnchor, type TextMatch } from "@deskfleet/contracts";
import { matchingTexts } from "@deskfleet/workflow";
import type { AnchorEngine } from "./anchor-engine.ts";
import { decodeAnchor, greyOf } from "./pictures.ts";
import type { ScreenReader } from "./screen-reader.ts";
import { ThreadFault } from "./thread.ts";

export type Anchor = ImageAnchor | OcrAnchor;

/** A capture of the whole screen at scale 1, as `perform` answers it: masked regions are filled, so nothing under them is found. */
export interface Captured {
  readonly frame: FrameInfo;
  /** Null: nothing changed since the frame that was named. */
  readonly payload: Buffer | null;
}

/** A place on the screen that is as the anchor says, or nearly. */
export interface AnchorMatch {
  /** Device pixels of the screen. */
  readonly rectangle: Area;
  /** 0 to 1: the correlation of a picture, the reader's confidence in a text. */
  readonly score: number;
  /** As read, of a text anchor. */
  readonly text: string | null;
}

/** All of one capture. */
export interface AnchorView {
  /** In reading order: `nth` counts them. */
  readonly matches: readonly AnchorMatch[];
  /** The nearest that are none, best first. */
  readonly candidates: readonly AnchorMatch[];
  readonly frame: FrameInfo;
  readonly payload: Buffer;
  readonly picture: Picture;
}

/** An anchor that has been checked, to be looked for in one frame after another. */
export type AnchorSearch = (frame: Picture) => Promise<Pick<AnchorView, "matches" | "candidates">>;

/**
 * `nth` is for whoever picks among the matches.
 * @throws FleetError `request.invalid`: the picture cannot be read or shows nothing, the pattern is none
 */
export async function prepareAnchor(
  anchor: Anchor,
  { engine, reader }: { engine: AnchorEngine; reader: ScreenReader },
): Promise<AnchorSearch> {
  if ("ocr" in anchor) {
    searchWords([], anchor.ocr);
    return async (frame) => searchWords(await reader.read(await greyOf(frame)), anchor.ocr);
  }
  const { png, threshold } = anchor.image;
  const picture = await decodeAnchor(png);
  return async (frame) => {
    try {
      const { matches, candidates } = await engine.findImage({ frame, picture, threshold });
      const place = ({ score, ...rectangle }: (typeof matches)[number]) => ({ rectangle, score, text: null });
      return { matches: matches.map(place), candidates: candidates.map(place) };
    } catch (error) {
      if (!(error instanceof ThreadFault)) throw error;
      throw new FleetError("request.invalid", error.message, { cause: error });
    }
  };
}

function searchWords(
  words: Parameters<typeof findText>[0],
  match: TextMatch,
): Pick<AnchorView, "matches" | "candidates"> {
  const found = matchingTexts((test) => {
    test("", match); // says what is wrong with a pattern
    return findText(words, match);
  });
  const place = ({ rectangle, text, confidence }: (typeof found.matches)[number]) => ({
    ...{ rectangle, text },
    score: confidence / 100,
  });
  return { matches: found.matches.map(place), candidates: found.candidates.map(place) };
}

/** Looks through a capture that `decodeFrame` has decoded. @throws FleetError as the search */
export async function lookForAnchor(
  search: AnchorSearch,
  { frame, payload, picture }: Pick<AnchorView, "frame" | "payload" | "picture">,
): Promise<AnchorView> {
  const { matches, candidates } = await search(picture);
  const { x, y } = frame.region;
  const onScreen = (match: AnchorMatch): AnchorMatch => {
    const { rectangle } = match;
    return { ...match, rectangle: { ...rectangle, x: rectangle.x + x, y: rectangle.y + y } };
  };
  return { matches: matches.map(onScreen), candidates: candidates.map(onScreen), frame, payload, picture };
}
