/** Decoded pixels, row by row, 8 bits a sample: red, green, blue and, with four channels, alpha. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
  readonly data: Uint8Array;
}

/** Pixels; x and y are the top-left corner. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Why an anchor cannot be looked for at all, in words for whoever made it. `code` is for programs: `flat`, `transparent`,
 * `too_small`, `too_large` are faults of the picture, `larger_than_frame` of the two together.
 */
export class AnchorFault extends Error {
  override readonly name = "AnchorFault";
  readonly code: AnchorFaultCode;
  constructor(code: AnchorFaultCode, message: string) {
    super(message);
    this.code = code;
  }
}
export type AnchorFaultCode = "flat" | "transparent" | "too_small" | "too_large" | "larger_than_frame";
