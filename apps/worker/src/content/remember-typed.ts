import type { ToolReply } from "@deskfleet/contracts";
import type { PlannedAction } from "../approvals/planned-action.ts";
import type { ContentFilter } from "./content-filter.ts";

/** The parameter that is typed, by tool. */
const TYPED: Readonly<Record<string, string>> = {
  computer_keyboard_type: "text",
  computer_clipboard_paste: "text",
  type_text: "text",
  set_value: "value",
};
const SECURE = "secure text field";
/** Keys that are no part of what a field holds. */
const ENTERED = /[\t\r\n]+$/;

/**
 * What an action is about to type as a secret is known before it can show: the value of a password field, and what the detector
 * finds in other text, by itself or by the label of the field. Ordinary text is not remembered. Of programs, their environment.
 */
export function rememberTyped(content: ContentFilter, planned: Pick<PlannedAction, "tool" | "params" | "app">): void {
  const text = typedText(planned);
  const element = planned.app?.element ?? null;
  if (text !== null && element?.role === SECURE) content.remember(text);
  else if (text !== null) content.rememberFound(element === null ? text : `${element.title}: ${text}`);
  const { env } = planned.params;
  if (typeof env !== "object" || env === null) return;
  for (const [name, value] of Object.entries(env)) content.rememberFound(`${name}=${String(value)}`);
}

/** What the desktop says went into password fields: only it knows where keys went. */
export function rememberSecure(
  content: ContentFilter,
  planned: Pick<PlannedAction, "tool" | "params">,
  { secure = [] }: Pick<ToolReply, "secure">,
): void {
  const text = typedText(planned);
  if (text === null) return;
  const characters = [...text];
  for (const [start, end] of secure) content.remember(characters.slice(start, end).join("").replace(ENTERED, ""));
}

function typedText({ tool, params }: Pick<PlannedAction, "tool" | "params">): string | null {
  const name = TYPED[tool.id];
  const text = name === undefined ? undefined : params[name];
  return typeof text === "string" ? text : null;
}
