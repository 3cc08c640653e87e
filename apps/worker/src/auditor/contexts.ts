import type { AuditAction, AuditContext, AuditTarget, WindowInfo } from "@deskfleet/contracts";
import { topmostAt } from "@deskfleet/gates";
import type { PlannedAction } from "../approvals/planned-action.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import { pointsOf } from "../sessions/map-coordinates.ts";
import type { AuditedAction } from "./audit-action-of.ts";
import { afterTabs, defaultButton, elementIn, focusedIn, rivalsAt, targetAt } from "./find-target.ts";
import { isField, isShowing, labelOf, type PageNode, plannedTarget, roleOf, targetOf } from "./page-nodes.ts";
import { pressedByKey } from "./pressed-by-key.ts";
import { isInDocument, readPage, showsDocument } from "./read-page.ts";
import type { Surface } from "./surface.ts";
import { noContent, seenData, typedContent } from "./typed-content.ts";

/** The session as far as its actions are judged by it. */
export type Purposeful = Pick<LiveSession, "audit" | "goal" | "trustedDomains">;

const EMPTY_PAGE: AuditContext["page"] = { text: "", hidden: [], fields: [] };

/** What is judged, and the node that answers for it. */
export interface Found {
  readonly context: AuditContext;
  readonly at: PageNode | null;
}

/** The window that the action goes to; null where it goes to none. */
export function windowOf(
  { app, params }: PlannedAction,
  actions: readonly AuditedAction[],
  windows: readonly WindowInfo[] | null,
): WindowInfo | null {
  const aims = new Set(actions.map(({ aim }) => aim));
  if (windows === null || (aims.size === 1 && aims.has("none"))) return null;
  if (app !== null) return windows.find(({ id }) => id === app.running?.windowId) ?? null;
  const [point] = pointsOf(params);
  if (aims.has("point")) return point === undefined ? null : (topmostAt(windows, point)[0] ?? null);
  return windows.find(({ active }) => active) ?? null;
}

/** The window that a drag ends in; null: there is none, or nothing is dragged. */
export function dropWindowOf(
  { app, params }: PlannedAction,
  actions: readonly AuditedAction[],
  windows: readonly WindowInfo[] | null,
): WindowInfo | null {
  const [, end] = pointsOf(params);
  if (app !== null || windows === null || end === undefined || !actions.some(({ aim }) => aim === "drop")) return null;
  return topmostAt(windows, end)[0] ?? null;
}

/**
 * What rules judge of one action: a context for each thing that it does, and where several elements lie over each other at its point,
 * one for each of them. `surface`: null for what goes to no window.
 */
export function contextsOf(
  session: Purposeful,
  planned: PlannedAction,
  audited: AuditedAction,
  surface: Surface | null,
): Found[] {
  if (surface === null) {
    const { action, link } = audited;
    return [
      { context: contextOf(session, audited, { action, link, target: null, at: null }, EMPTY_PAGE, ""), at: null },
    ];
  }
  const { nodes: pressed, isSure } = pressedByKey(audited, surface);
  const presses = pressed.map((at) => foundAt(session, planned, { ...audited, ...PRESS }, { at, surface }));
  if (isSure && presses.length > 0) return presses;
  const found = aimsAt(planned, audited, surface).map((at) => foundAt(session, planned, audited, { at, surface }));
  return [...found, ...presses];
}
/** Whichever key it is. */
const PRESS = { action: "click", text: null, does: null } as const;

function foundAt(
  session: Purposeful,
  planned: PlannedAction,
  audited: AuditedAction,
  { at, surface }: { readonly at: PageNode | null; readonly surface: Surface },
): Found {
  const { place, page } = readPage(surface.nodes, at, surface);
  const resolved = resolve(audited, at, surface, planned);
  const text = surface.nodes.length === 0 ? { ...page, text: surface.windowTitle } : page;
  const isPasswordTyped = fieldsTyped(surface, at, audited.text).some((field) => roleOf(field) === "password");
  const context = contextOf(session, audited, { ...resolved, isPasswordTyped }, text, place);
  return { context: audited.action === "copy" ? copying(context, surface) : context, at: resolved.at };
}

/** A step that only looked: what it showed goes into the ledger. */
export function contextOfRead(
  session: Purposeful,
  action: AuditAction,
  seen: { place: string; text: string },
): AuditContext {
  const nothing = { text: null, command: null, path: null, effect: null };
  return contextOf(
    session,
    nothing,
    { action, target: null, at: null },
    { ...EMPTY_PAGE, text: seen.text },
    seen.place,
  );
}

/** None: a blank of a text that presses nothing, and a drag that ends where it began or nowhere. */
function aimsAt(planned: PlannedAction, audited: AuditedAction, { nodes }: Surface): (PageNode | null)[] {
  const { action, aim, tabs } = audited;
  if (aim === "focus") {
    const at = afterTabs(nodes, focusedIn(nodes), tabs ?? 0);
    const isBlank = tabs !== null && action === "key";
    return isBlank && (at === null || !PRESSED.has(roleOf(at))) ? [] : [at];
  }
  if (aim === "element") return [planned.app?.element ? elementIn(nodes, planned.app.element) : null];
  const [point, end] = pointsOf(planned.params);
  const from = point === undefined ? null : targetAt(nodes, point);
  if (aim === "drop") {
    const onto = end === undefined ? null : targetAt(nodes, end);
    return onto === null || onto === from ? [] : [onto];
  }
  return point === undefined || from === null ? [from] : [from, ...rivalsAt(nodes, point, from)];
}
/** What a blank presses. */
const PRESSED: ReadonlySet<string> = new Set([
  ...["button", "toggle button", "switch", "checkbox", "radio button", "tab", "menu item", "group"],
]);

interface Resolved {
  readonly action: AuditAction;
  readonly target: AuditTarget | null;
  readonly targetAtExecution?: AuditTarget | null;
  /** The node that answers for it. */
  readonly at: PageNode | null;
  readonly isPasswordTyped?: boolean;
  /** Where it leads, where its element does not say so itself. */
  readonly link?: string | null;
}

/** A browser's own field: what is typed there is entered on no page, and it asks for nobody's address. */
const LOCATION: AuditTarget = { role: "location bar", text: "URL" };
const TICKED: ReadonlySet<string> = new Set(["checkbox", "switch", "radio button", "toggle button"]);
/** A browser does not say whether a page listens for clicks on a text. Longer ones are there to be read. */
const MAY_ACT: ReadonlySet<string> = new Set(["text", "paragraph", "heading", "label", "section", "image"]);
const ACTING_CHARACTERS_MAX = 80;
const CHOSEN: ReadonlySet<string> = new Set(["combobox", "slider", "listitem", "list"]);

/** What the action means on what it was found to go to. */
function resolve(audited: AuditedAction, at: PageNode | null, surface: Surface, planned: PlannedAction): Resolved {
  const { action, does } = audited;
  if (action === "run") return { action, target: null, at };
  const unknown: AuditTarget = { role: "window", text: surface.windowTitle };
  const element = planned.app?.element ?? null;
  if (audited.aim === "element" && element !== null && planned.tool.id !== "set_value") {
    const before = plannedTarget(element);
    if (at === null) return { action, target: before, at };
    const now = targetOf(at);
    if (element.sourceName !== "" && (now.role !== before.role || at.node.name !== element.sourceName))
      return { action, target: before, targetAtExecution: now, at };
  }
  if (at === null) return { action, target: surface.nodes.length === 0 ? unknown : null, at };
  const role = roleOf(at);
  if (role === "terminal") return { action, target: null, at };
  const isLocation = isField(at) && !isInDocument(at) && showsDocument(surface.nodes);
  const target = isLocation ? LOCATION : targetOf(at);
  if (does !== null && action !== "submit" && !isField(at)) return { action, at, target: doing(does, target) };
  if (planned.tool.id === "set_value") {
    if (TICKED.has(role)) return { action: "click", target, at };
    return { action: CHOSEN.has(role) ? "select" : "type", target, at };
  }
  if (action === "click" && MAY_ACT.has(role) && isInDocument(at) && target.text.length <= ACTING_CHARACTERS_MAX)
    return { action, target: { role: "clickable", text: target.text }, at };
  if (action === "submit" && isLocation) return { action: "navigate", target, at, link: addressIn(at.node.text) };
  if (action === "submit") return entering(at, target, surface, does !== null);
  if (action === "key" && audited.text === " ") return { action: isField(at) ? "type" : "click", target, at };
  return { action, target, at };
}

/** Where a text ends up: a tab leads to the next field. */
function fieldsTyped({ nodes }: Surface, at: PageNode | null, text: string | null): PageNode[] {
  if (at === null || text === null) return [];
  const tabs = text.split("\t").length - 1;
  return [
    at,
    ...nodes
      .slice(nodes.indexOf(at) + 1)
      .filter((next) => isField(next) && isShowing(next))
      .slice(0, tabs),
  ];
}

/** Return presses what has the keyboard; in a field of one line, or with Control in any, it presses its form's button. */
function entering(at: PageNode, target: AuditTarget, { nodes }: Surface, isHeld: boolean): Resolved {
  if (!isField(at)) return { action: "click", target, at };
  if (at.node.states.includes("multi-line") && !isHeld) return { action: "type", target, at };
  const button = defaultButton(nodes, at);
  return button === null
    ? { action: "submit", target, at }
    : { action: "submit", target: targetOf(button), at: button };
}

const doing = (does: string, { text }: AuditTarget): AuditTarget =>
  does === "Delete" || !does.includes("+")
    ? { role: "menu item", text: `${does} ${text}`.trim() }
    : { role: "shortcut", text: does };

function contextOf(
  session: Purposeful,
  audited: Pick<AuditedAction, "text" | "command" | "path" | "effect">,
  { action, target, targetAtExecution = null, at, isPasswordTyped = false, link = null }: Resolved,
  page: AuditContext["page"],
  place: string,
): AuditContext {
  const { audit: memory, trustedDomains } = session;
  const goal = session.goal ?? "";
  const given = { label: at === null ? "" : labelOf(at), memory, goal, trusted: trustedDomains };
  const puts = audited.text ?? audited.command;
  const entered = puts === null ? noContent() : typedContent(puts, given);
  const content = audited.text === null ? { ...entered, text: "" } : entered;
  return {
    ...{ action, target, targetAtExecution, page, goal, trustedDomains: [...trustedDomains] },
    place: { url: place, linkTarget: link ?? linkOf(at), formAction: null },
    content: isPasswordTyped
      ? { ...content, text: "", kinds: [...new Set([...content.kinds, "password" as const])] }
      : content,
    sees: seenData(page.text).kinds,
    ...{ effect: audited.effect, command: audited.command, path: audited.path },
    ...{ confirmation: null, atSeconds: null, recent: [...memory.recent], ledger: memory.ledger },
  };
}

/** What is selected goes to the clipboard; where nobody says what that is, it may be anything on the page. */
function copying(context: AuditContext, { selectedText }: Surface): AuditContext {
  if (selectedText === "") return context;
  const { kinds } = seenData(selectedText);
  return { ...context, sees: kinds, content: { ...context.content, kinds, text: selectedText } };
}

/** What is typed as an address is one with or without its scheme; anything else is looked for. */
function addressIn(text: string): string | null {
  const said = text.trim();
  if (/^[a-z][a-z0-9+.-]*:\/\/\S+$/i.test(said)) return said;
  return /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}[\p{L}\p{N}-]*(?::\d+)?(?:[/?#]\S*)?$/u.test(said)
    ? `https://${said}`
    : null;
}

/** Of a link, or of what is within one. */
function linkOf(at: PageNode | null): string | null {
  for (let up = at; up !== null; up = up.parent) if (up.node.role === "link") return up.node.url || null;
  return null;
}
