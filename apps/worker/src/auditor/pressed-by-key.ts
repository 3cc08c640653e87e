import type { AuditedAction } from "./audit-action-of.ts";
import { focusedIn } from "./find-target.ts";
import { accessKeyOf } from "./key-meaning.ts";
import { isActionable, isField, isShowing, labelOf, type PageNode } from "./page-nodes.ts";
import { isInDocument } from "./read-page.ts";
import type { Surface } from "./surface.ts";

/** Elements that a key presses, other than the one that has the keyboard. */
export interface PressedByKey {
  /** The first is what it is most likely to be. */
  readonly nodes: readonly PageNode[];
  /** It presses one of them; else it may, or does what it does elsewhere. */
  readonly isSure: boolean;
}

/** They say which keys press their elements, as do those that say it of any. Of others a letter of the label may be one. */
const TELLING: ReadonlySet<string> = new Set(["chromium", "gtk3"]);
const ENTRIES: ReadonlySet<string> = new Set([
  ...["menu item", "check menu item", "radio menu item", "menu", "list item"],
]);
/** Judged one by one. */
const PRESSED_MAX = 12;
const NOTHING: PressedByKey = { nodes: [], isSure: false };

/**
 * What Alt and a letter press as an access key, and what a letter, Return or a blank choose in a menu or list that is open. None: the
 * key goes to what has the keyboard.
 */
export function pressedByKey({ aim, action, text, does, tabs }: AuditedAction, surface: Surface): PressedByKey {
  if (aim !== "focus" || tabs !== null || surface.nodes.length === 0) return NOTHING;
  const key = does === null ? null : accessKeyOf(does);
  if (key !== null) return byAccessKey(key, surface);
  const entries = openEntries(surface.nodes);
  if (entries.length === 0) return NOTHING;
  if ((action === "submit" && does === null) || (action === "key" && text === " ")) return highlighted(entries);
  return action === "type" && text !== null ? byLetters(text, entries) : NOTHING;
}

const tellsKeys = ({ node }: PageNode): boolean => node.keys.length > 0 || node.attributes?.keyshortcuts !== undefined;

function byAccessKey(key: string, { nodes, toolkit }: Surface): PressedByKey {
  const shown = nodes.filter((at) => isShowing(at) && (isActionable(at) || tellsKeys(at)));
  if (TELLING.has(toolkit) || nodes.some(tellsKeys))
    return { nodes: shown.filter((at) => hasKey(at, key)).slice(0, PRESSED_MAX), isSure: true };
  const meant = shown.filter((at) => !isField(at) && labelOf(at).toLowerCase().includes(key));
  return { nodes: meant.slice(0, PRESSED_MAX), isSure: false };
}

/** `b` of a web page, `<Alt>f;<Alt>f;` and, in an open menu, `n;<Alt>s:n` of GTK, `Alt+F` of Qt; `Alt+Z Shift+Alt+A` that a page listens for. */
function hasKey(at: PageNode, key: string): boolean {
  const isBare = isInDocument(at) || at.root > 0;
  const listens = (at.node.attributes?.keyshortcuts ?? "").split(" ").map(accessKeyOf);
  const written = at.node.keys.flatMap((keys) => keys.toLowerCase().split(";"));
  return (
    listens.includes(key) ||
    written.some((one) => one === `<alt>${key}` || one === `alt+${key}` || (isBare && one === key))
  );
}

/** Of the menu or list that is open over everything else, and of a page's menu that has the keyboard. */
function openEntries(nodes: readonly PageNode[]): PageNode[] {
  const focused = focusedIn(nodes);
  const isTyping = focused !== null && focused.root === 0 && focused.node.states.includes("editable");
  if (isTyping) return [];
  const shown = nodes.filter((at) => ENTRIES.has(at.node.role) && isShowing(at));
  const over = shown.at(-1)?.root ?? 0;
  if (over > 0) return shown.filter(({ root }) => root === over);
  return focused !== null && /menu item$/.test(focused.node.role)
    ? shown.filter(({ parent }) => parent === focused.parent)
    : [];
}

/** Without one nobody knows which it is. */
function highlighted(entries: readonly PageNode[]): PressedByKey {
  const isSo = (state: string) => entries.filter((at) => at.node.states.includes(state));
  const nodes = [isSo("focused"), isSo("selected")].find((found) => found.length > 0);
  return nodes === undefined
    ? { nodes: entries.slice(0, PRESSED_MAX), isSure: false }
    : { nodes: nodes.slice(0, PRESSED_MAX), isSure: true };
}

/** Its own key, or else the first letter of what it is called. */
function byLetters(text: string, entries: readonly PageNode[]): PressedByKey {
  const letters = [...new Set(text.toLowerCase())].filter((sign) => /[\p{L}\p{N}]/u.test(sign));
  const nodes = letters.flatMap((letter) => {
    const own = entries.filter((at) => hasKey(at, letter));
    return own.length > 0 ? own : entries.filter((at) => labelOf(at).toLowerCase().startsWith(letter));
  });
  return { nodes: [...new Set(nodes)].slice(0, PRESSED_MAX), isSure: false };
}
