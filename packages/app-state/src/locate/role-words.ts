/**
 * How a locator's `role` is meant. The words of the text come first; then what AT-SPI and the web call the same things, so
 * that nobody has to know which toolkit an application is made with. An item of a menu bar has no word of its own.
 */
const SAME: Readonly<Record<string, readonly string[]>> = {
  window: ["standard window", "window", "dialog", "alert"],
  frame: ["standard window"],
  "push button": ["button"],
  "menu item": ["menu item", ""],
  "menu bar item": [""],
  "check box": ["checkbox"],
  radio: ["radio button"],
  entry: ["text field", "search text field", "text entry area"],
  "text box": ["text field", "search text field", "text entry area"],
  "search box": ["search text field"],
  "password text": ["secure text field"],
  "password field": ["secure text field"],
  "spin button": ["stepper"],
  "combo box": ["combo box", "pop up button"],
  label: ["text"],
  static: ["text"],
  paragraph: ["text"],
  "list box": ["list"],
  "list item": ["row"],
  "tree item": ["row"],
  "table row": ["row"],
  option: ["row"],
  tree: ["outline"],
  "tree table": ["outline"],
  "table cell": ["cell"],
  "page tab": ["tab"],
  "tool bar": ["toolbar"],
  "scroll pane": ["scroll area"],
  "progress bar": ["progress indicator"],
  "level bar": ["level indicator"],
  "document web": ["HTML content"],
  "drawing area": ["canvas"],
  img: ["image"],
  panel: ["container"],
  group: ["container"],
};

/** Without blanks and hyphens, so that `textbox` and `check-box` are found too. */
const key = (role: string) => role.toLowerCase().replace(/[\s_-]+/g, "");
const byKey = new Map(Object.entries(SAME).map(([role, words]) => [key(role), words]));

/** Roles that take input: what a label can belong to. */
const TAKES_INPUT: ReadonlySet<string> = new Set([
  "text field",
  "search text field",
  "text entry area",
  "secure text field",
  "stepper",
  "date field",
  "combo box",
  "pop up button",
  "checkbox",
  "radio button",
  "switch",
  "toggle button",
  "slider",
]);

/** Whether an element with this word in the text is what `wanted` says. */
export function isRole(word: string, wanted: string): boolean {
  const asked = key(wanted);
  return key(word) === asked || (byKey.get(asked)?.includes(word) ?? false);
}

export const takesInput = (word: string): boolean => TAKES_INPUT.has(word);

/** The `role` by which a locator finds this word. */
export const roleFor = (word: string): string => (word === "" ? "menu bar item" : word);
