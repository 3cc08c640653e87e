import type { Area } from "@deskfleet/anchors";
import type { AuditContext, WindowInfo } from "@deskfleet/contracts";
import { isTerminal, topmostAt } from "@deskfleet/gates";
import type { Pipe } from "../../app-state/pipe.ts";
import type { LiveSession } from "../../sessions/live-session.ts";
import { isActionable, isField, isShowing, labelOf, type PageNode, textOf } from "../page-nodes.ts";
import { isInDocument } from "../read-page.ts";
import type { Surface } from "../surface.ts";
import { common, cropAround, middleOf, type Point } from "./crop.ts";
import { readScreen } from "./read-screen.ts";
import { type Unsaid, unsaidAt } from "./unsaid.ts";

/** An action that was judged by what accessibility says, and the element that it goes to. */
export interface Aimed {
  readonly context: AuditContext;
  readonly at: PageNode | null;
}

export interface Seen {
  readonly context: AuditContext;
  /** Its label is what the name comes to after other words: honest names do that too, so it counts only where it blocks. */
  readonly isPart: boolean;
}

export interface SeenWhere {
  readonly window: WindowInfo;
  readonly windows: readonly WindowInfo[] | null;
  readonly surface: Surface;
  /** Where the pointer acts, in pixels of the screen; null: an element is named. */
  readonly point: Point | null;
}

/** What presses something that is shown. */
const PRESSES: ReadonlySet<string> = new Set(["click", "submit"]);
/** Longer lines of a window without accessibility are there to be read. */
const ACTING_CHARACTERS_MAX = 80;
/** What rules read of a page at most, and where what was seen is put in: rules that know a page by how it begins still do. */
const CHARACTERS_MAX = 20_000;
const AFTER_CHARACTERS = 4_000;

/**
 * The same action by what people see of its target and next to it, where accessibility does not say so. None: nothing else is seen.
 * `unread`: it could not be read within so many milliseconds. Never rejects.
 */
export async function seenContexts(
  session: LiveSession,
  pipe: Pipe,
  aimed: Aimed,
  where: SeenWhere,
  ms: number,
): Promise<readonly Seen[] | "unread"> {
  const place = placeOf(aimed, where);
  if (place === null) return [];
  const { words, reading } = await readScreen(session, pipe, place.crop, ms);
  session.services.metrics.auditReadings.inc({ reading });
  if (words === null) return "unread";
  const own = words.filter((word) => isOwn(middleOf(word), where, aimed.at));
  return contextsWith(aimed, unsaidAt(own, place));
}

/** Null: it presses nothing, or what it presses no page has drawn. */
function placeOf({ context, at }: Aimed, { window, surface, point }: SeenWhere) {
  if (!PRESSES.has(context.action)) return null;
  if (surface.nodes.length === 0) {
    if (point === null || isTerminal(window.process.name)) return null;
    const crop = cropAround({ ...point, width: 1, height: 1 }, point, { ...window.position, ...window.size });
    const target = { x: window.position.x, y: window.position.y, ...window.size };
    return crop === null ? null : { target, point, crop, name: null, saidIn: () => "" };
  }
  const target = at === null ? null : areaOf(at);
  if (at === null || target === null || !isInDocument(at)) return null;
  const bounds = boundsOf(at);
  const visible = bounds === null ? null : common(target, bounds);
  if (bounds === null || visible === null) return null;
  const middle = point ?? middleOf(visible);
  const crop = cropAround(visible, middle, bounds);
  const saidIn = (area: Area) => textIn(surface.nodes, area);
  // What a field holds is no name of it.
  const name = isField(at) ? `${labelOf(at)} ${saidIn(visible)}` : (context.target?.text ?? "");
  return crop === null ? null : { target: visible, point: middle, crop, name, saidIn };
}

/** The window or popup that it is in. */
function boundsOf(at: PageNode): Area | null {
  let root = at;
  while (root.parent !== null) root = root.parent;
  return areaOf(root);
}

function areaOf({ node: { extents } }: PageNode): Area | null {
  if (extents === null) return null;
  const [x, y, width, height] = extents;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

const textIn = (nodes: readonly PageNode[], area: Area): string =>
  nodes
    .filter((at) => {
      const own = isShowing(at) ? areaOf(at) : null;
      return own !== null && common(own, area) !== null;
    })
    .map(textOf)
    .join("\n");

/** Not of another window that lies over it. */
function isOwn(middle: Point, { window, windows }: SeenWhere, at: PageNode | null): boolean {
  if (windows === null || (at !== null && at.root > 0)) return true;
  const [topmost] = topmostAt(windows, middle);
  return topmost === undefined || topmost.id === window.id;
}

function contextsWith({ context, at }: Aimed, { label, isPart, texts }: Unsaid): Seen[] {
  if (label === null && texts.length === 0) return [];
  const page = { ...context.page, text: withTexts(context.page.text, texts) };
  const found: Seen[] = texts.length === 0 ? [] : [{ context: { ...context, page }, isPart: false }];
  if (label === null) return found;
  const named = at !== null && isActionable(at) && !isField(at) ? context.target : null;
  const isRead = at === null && label.length > ACTING_CHARACTERS_MAX;
  const role = named?.role ?? (isRead ? "text" : "clickable");
  return [...found, { context: { ...context, page, target: { role, text: label }, targetAtExecution: null }, isPart }];
}

function withTexts(text: string, texts: readonly string[]): string {
  if (texts.length === 0) return text;
  const cut = text.length <= AFTER_CHARACTERS ? text.length : text.indexOf("\n", AFTER_CHARACTERS);
  const end = cut < 0 ? AFTER_CHARACTERS : cut;
  return [text.slice(0, end), ...texts, text.slice(end).trim()]
    .filter((part) => part !== "")
    .join("\n")
    .slice(0, CHARACTERS_MAX);
}
