import type { AuditContext } from "@deskfleet/contracts";
import { isPageAddress } from "../app-state/is-page-address.ts";
import { isField, isShowing, labelOf, type PageNode, roleOf } from "./page-nodes.ts";

/** What rules read of a page at most; what stands near the target comes first. */
const CHARACTERS_MAX = 20_000;
const HIDDEN_MAX = 200; // texts; the last one has what is left
const FIELDS_MAX = 100;
/** Lines around the target that come before the others. */
const NEAR_LINES = 40;
const DOCUMENTS: ReadonlySet<string> = new Set(["document web", "document frame"]);
const LABELLED: ReadonlySet<string> = new Set([
  ...["button", "toggle button", "switch", "link", "menu item", "tab", "checkbox", "radio button"],
]);
const INLINE: ReadonlySet<string> = new Set(["static", "link", "mark", "subscript", "superscript"]);

export interface Page {
  /** Of the document, or the window's title. */
  readonly place: string;
  readonly page: AuditContext["page"];
}

/**
 * The page that a target belongs to: the whole document that it is in, under the address of the innermost frame that has one. What is
 * in no document (a menu, a question of the browser itself, a program of the desktop) belongs to all that its window shows.
 */
export function readPage(
  nodes: readonly PageNode[],
  target: PageNode | null,
  given: { readonly windowTitle: string; readonly unseen: readonly string[] },
): Page {
  const documents = documentsAround(target);
  const whole = documents.at(-1) ?? (target === null ? shownDocument(nodes) : null);
  const within = whole === null ? nodes : nodes.filter((at) => isWithin(at, whole));
  const { text, lines } = visibleText(within, target);
  const place = documents[0] ?? shownDocument(nodes);
  return {
    place: place?.node.url || given.windowTitle,
    page: { text, hidden: hiddenTexts(within, lines, given.unseen), fields: fieldsOf(within) },
  };
}

/** With an address; innermost first. */
function documentsAround(target: PageNode | null): PageNode[] {
  const found: PageNode[] = [];
  for (let at = target; at !== null; at = at.parent) if (isDocument(at)) found.push(at);
  return found;
}
const shownDocument = (nodes: readonly PageNode[]): PageNode | null =>
  nodes.find((at) => isDocument(at) && isShowing(at)) ?? null;
/** Whether it is part of a page, as opposed to what a browser or another program shows around it. */
export const isInDocument = (at: PageNode): boolean => documentsAround(at).length > 0;
export const showsDocument = (nodes: readonly PageNode[]): boolean => shownDocument(nodes) !== null;
const isDocument = ({ node }: PageNode): boolean => DOCUMENTS.has(node.role) && isPageAddress(node.url);

function hasAncestor(at: PageNode, ancestor: PageNode): boolean {
  for (let up = at.parent; up !== null && up.depth >= ancestor.depth; up = up.parent) if (up === ancestor) return true;
  return false;
}

const isWithin = (at: PageNode, other: PageNode): boolean => at === other || hasAncestor(at, other);

function visibleText(
  nodes: readonly PageNode[],
  target: PageNode | null,
): { text: string; lines: ReadonlySet<string> } {
  // What a button says itself is the target's text; a field or a row may hold what others wrote.
  const own = target !== null && LABELLED.has(roleOf(target)) ? target : null;
  const lines: string[] = [];
  let targetLine = 0;
  let last: PageNode | null = null;
  for (const at of nodes) {
    if (at === target) targetLine = lines.length;
    if (!isShowing(at) || !hasArea(at) || (own !== null && isWithin(at, own))) continue;
    const text = ownText(at);
    if (text === "") continue;
    const goesOn = last !== null && INLINE.has(at.node.role) && INLINE.has(last.node.role) && at.parent === last.parent;
    if (goesOn) lines[lines.length - 1] += ` ${text}`;
    else lines.push(text);
    last = at;
  }
  const from = Math.max(0, targetLine - NEAR_LINES);
  const near = lines.slice(from, targetLine + NEAR_LINES);
  const ordered = [...near, ...lines.slice(0, from), ...lines.slice(targetLine + NEAR_LINES)];
  return { text: ordered.join("\n").slice(0, CHARACTERS_MAX), lines: new Set(lines) };
}

/** What a node itself shows. Containers repeat what is in them; pictures show no name; passwords show nothing. */
function ownText(at: PageNode): string {
  const { node } = at;
  const role = roleOf(at);
  if (role === "password" || role === "image" || node.role === "document web") return plain(node.labelledBy);
  const isLeaf = node.children.length === 0;
  const name = isLeaf || !holdsText(at) ? plain(node.name) : "";
  const value = isField(at) || role === "terminal" || (isLeaf && name === "") ? plain(node.text) : "";
  const chosen = plain(node.selected);
  const said = [name, value === name ? "" : value, chosen === value ? "" : chosen].filter((text) => text !== "");
  return said.join(": ");
}

/** Its texts are nodes of their own. */
const holdsText = ({ node }: PageNode): boolean =>
  node.children.some((child) => child !== null && (child.role === "static" || child.role === "label"));

function hasArea({ node: { extents } }: PageNode): boolean {
  return extents === null || (extents[2] > 1 && extents[3] > 1);
}

/** Alternative texts, titles, descriptions, and what nobody sees. */
function hiddenTexts(nodes: readonly PageNode[], lines: ReadonlySet<string>, unseen: readonly string[]): string[] {
  const found = new Set<string>();
  let characters = 0;
  const add = (text: string) => {
    const said = plain(text);
    if (said.length < 3 || lines.has(said) || found.has(said)) return;
    if (characters + said.length > CHARACTERS_MAX) return;
    characters += said.length;
    found.add(said);
  };
  for (const at of nodes) {
    const { node } = at;
    add(node.description);
    add(node.help);
    if (roleOf(at) === "image") add(node.name);
    if (!hasArea(at) || !isShowing(at)) {
      add(node.name);
      add(node.text);
    }
  }
  if (unseen.length > 0) add(unseen.join("\n"));
  const texts = [...found];
  // Many short ones hide no later one.
  const rest = texts.splice(HIDDEN_MAX - 1);
  return rest.length === 0 ? texts : [...texts, rest.join("\n")];
}

function fieldsOf(nodes: readonly PageNode[]): AuditContext["page"]["fields"] {
  return nodes
    .filter((at) => isField(at) && isShowing(at))
    .slice(0, FIELDS_MAX)
    .map((at) => ({ label: labelOf(at), kind: kindOf(at) }));
}

function kindOf(at: PageNode): AuditContext["page"]["fields"][number]["kind"] {
  if (roleOf(at) === "password") return "password";
  const type = at.node.attributes?.["text-input-type"];
  return type === "email" ? "email" : type === "tel" ? "phone" : null;
}

const plain = (text: string): string => text.replace(/[ \t]*\n[ \t]*/g, "\n").trim();
