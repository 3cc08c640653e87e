/** What agents are told in words they know: the texts of the surface that the app-state tools follow, to the letter. */

export const userChanged = (app: string): string =>
  `The user changed '${app}'. Re-query the latest state with get_app_state before sending more actions.`;
export const ACTION_COMPLETED = "Action completed. Call get_app_state to fetch the updated UI state.";

export const indexNotFound = (index: number, elements: number): string =>
  `Element index ${index} not found in snapshot (has ${elements} elements).`;
export const indexGone = (index: string): string =>
  `Element index ${index} no longer exists. Re-query the latest state with get_app_state.`;
export const NOT_SETTABLE = "Cannot set a value for an element that is not settable";
export const noSuchAction = (action: string, index: string): string =>
  `${action} is not a valid secondary action for ${index}`;
export const noSuchDirection = (direction: string): string => `Invalid scroll direction: ${direction}`;
export const NO_PAGES = "pages must be > 0";
export const appNotFound = (app: string): string => `appNotFound("${app}")`;
export const NO_WINDOWS = "noWindowsAvailable";
export const notResponding = (app: string): string => `${app} is not responding to accessibility requests`;
export const NO_FOCUSED_FIELD =
  "type_text requires a focused editable text element. Click a text entry area first, or use set_value on a settable text element.";

/** Of what that surface has no text for. */
export const unknownKey = (key: string): string =>
  `Unknown key: ${key}. Keys are single characters and names such as Return, Escape, Page_Down, F5, KP_1; ctrl+s and shift+Tab are combinations.`;
export const NO_BOOLEAN = "The value of this element is on or off";
export const NO_NUMBER = "The value of this element is a number";
export const notVisible = (index: string): string =>
  `Element index ${index} cannot be seen. Scroll to it, or bring its window to the front, then call get_app_state.`;
