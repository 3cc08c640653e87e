/** A template or expression that could not be filled in. The message names keys and types, never values. */
export class ExpressionError extends Error {
  override readonly name = "ExpressionError";
}
