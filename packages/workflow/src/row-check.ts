import type { JsonObject } from "@deskfleet/contracts";
import type { ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import { RUN_MS_MAX, withinMs } from "./bounded.ts";
import { ExpressionError } from "./expression-error.ts";

/** A busy machine can make a row slow; three in a row are the schema's doing. */
const SLOW_IN_A_ROW_MAX = 3;
const REST_MS = 60_000;

/**
 * A compiled schema that is given up for a minute when row after row takes too long: each of ten thousand rows may take
 * its moment, but all of them together would hold the process for most of an hour.
 */
export class RowCheck {
  readonly #validate: ValidateFunction;
  #slowInARow = 0;
  #restsUntilMs = 0;

  constructor(validate: ValidateFunction) {
    this.#validate = validate;
  }

  /** Empty when the row fits. @throws ExpressionError when it takes too long, or others of this schema just did */
  errorsOf(inputs: JsonObject): readonly ErrorObject[] {
    if (this.#slowInARow >= SLOW_IN_A_ROW_MAX && performance.now() < this.#restsUntilMs)
      throw new ExpressionError("earlier rows took too long");
    try {
      const isValid = withinMs(RUN_MS_MAX, () => this.#validate(inputs));
      this.#slowInARow = 0;
      return isValid ? [] : (this.#validate.errors ?? []);
    } catch (error) {
      this.#slowInARow += 1;
      this.#restsUntilMs = performance.now() + REST_MS;
      throw error;
    }
  }
}
