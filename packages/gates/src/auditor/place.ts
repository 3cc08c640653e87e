import { hostsIn, relate } from "./host.ts";

/** Titles of windows end with the program: `Orders - Order Desk`, `*notes.txt — Mousepad`. */
const TITLED = /^.*\s[-–—|]\s+(\S.*)$/u;
/** A window of a browser is as many places as it shows pages. */
const BROWSERS =
  /^(?:(?:google )?chrome|chromium(?: web browser)?|(?:mozilla )?firefox|microsoft edge|edge|brave|opera|vivaldi|epiphany|web|konqueror|falkon)(?: .*)?$/i;

/** Whether two places, each an address or the title of a window, belong to one owner: a site, or a program of the desktop. */
export function isSamePlace(one: string, other: string): boolean {
  if (one === other) return true;
  const [left, right] = [programOf(one), programOf(other)];
  if (left !== null || right !== null) return left !== null && left === right && !BROWSERS.test(left);
  const [host, otherHost] = [hostsIn(one)[0], hostsIn(other)[0]];
  return host !== undefined && otherHost !== undefined && relate(host, otherHost) === "same";
}

const programOf = (place: string): string | null => TITLED.exec(place)?.[1] ?? null;
