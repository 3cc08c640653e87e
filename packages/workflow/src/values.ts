import type { JsonObject } from "@deskfleet/contracts";

/**
 * What expressions and templates read while a workflow runs. There is no environment and no clock in here: the same row
 * gives the same actions. `row` and `inputs` are the same object under the name that reads better.
 */
export type Values = Readonly<{
  inputs: JsonObject;
  row: JsonObject;
  /** Step id -> saved name -> value; a skipped step has no saved names. */
  steps: JsonObject;
  /** The element of `for_each`. */
  item?: unknown;
  /** The tool's own result, after the action. */
  result?: unknown;
  /** The window that an `expect` found, for its condition and message. */
  window?: JsonObject;
  /** The element that it found, for these and for `save`. */
  element?: JsonObject;
}>;
