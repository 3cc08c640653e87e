/** One country's number of a person. */
export interface IdScheme {
  readonly id: string;
  /** As it is written, with its own separators. Bounded repeats only. */
  readonly form: RegExp;
  /** Of the compact form: capital letters and digits. Absent where the number has no check digit. */
  readonly isValid?: (compact: string) => boolean;
  /** Recognised without a label, where this is found at all: the form and the check together leave little to chance. */
  readonly alone?: RegExp;
}

/** A form as a whole word, capital or small. */
export const form = (source: string): RegExp =>
  new RegExp(`(?<![0-9A-Za-z_])(?<![0-9A-Za-z][-./])(?:${source})(?![0-9A-Za-z_]|[-./][0-9A-Za-z])`, "g");
