import type { View } from "./view.ts";

/** A bullet or number that a browser draws before a list item: `•`, `12.`, `b)`. */
const MARKER = /^(?:[•◦▪‣·○●■□–*-]|\p{Nd}+[.)]|\p{L}[.)])$/u;

export function isListMarker(view: View): boolean {
  if (view.word !== "text" || view.children.length > 0) return false;
  return MARKER.test(view.name === "" ? view.text : view.name);
}
