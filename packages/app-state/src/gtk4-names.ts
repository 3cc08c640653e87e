/**
 * Step 3: GTK 4 names widgets that nobody named after their class. Such words are dropped from names:
 * those with a toolkit's prefix anywhere, other words of several humps where people write no such words.
 */
const TOOLKIT_CLASS = /\b(?:Gtk|Adw|Gdk|Gsk|Hdy|Vte|WebKit)[A-Z]\w*/g;
const HUMPED_WORD = /\b[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+\b/g;

/** Roles whose names people write: `GitHub` on a button is a name. */
const WRITTEN_BY_PEOPLE = new Set([
  "push button",
  "push button menu",
  "toggle button",
  "switch",
  "check box",
  "radio button",
  "label",
  "static",
  "heading",
  "link",
  "menu item",
  "check menu item",
  "radio menu item",
  "tearoff menu item",
  "page tab",
  "list item",
  "tree item",
  "table cell",
  "frame",
  "window",
  "dialog",
  "alert",
  "file chooser",
  "color chooser",
  "font chooser",
]);

/** `name` is clean. `mod mod`, a button's own name and its label's, becomes `mod`. */
export function withoutClassNames(name: string, role: string): string {
  if (name === "") return "";
  let kept = name.replace(TOOLKIT_CLASS, "");
  if (!WRITTEN_BY_PEOPLE.has(role)) kept = kept.replace(HUMPED_WORD, "");
  if (kept !== name) kept = kept.replace(/ {2,}/g, " ").trim();
  const half = (kept.length - 1) / 2;
  return kept[half] === " " && kept.slice(0, half) === kept.slice(half + 1) ? kept.slice(0, half) : kept;
}
