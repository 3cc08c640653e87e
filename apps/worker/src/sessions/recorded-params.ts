import type { JsonObject } from "@deskfleet/contracts";
import type { PlannedAction } from "../approvals/planned-action.ts";
import type { ContentFilter } from "../content/content-filter.ts";

/** Characters of a title: enough to know a button by. */
const TITLE_MAX = 200;

/**
 * An action's parameters as they may be recorded and shown to who is asked. Of an app-state action `target` says what it is about, in
 * the words of the text: a number of a line means nothing to whoever reads it later.
 */
export function recordedParams(
  content: ContentFilter,
  { tool, params, app }: Pick<PlannedAction, "tool" | "params" | "app">,
): JsonObject {
  const recorded = content.redactParams(tool, params);
  const clean = (text: string): string => [...content.redact(text).text].slice(0, TITLE_MAX).join("");
  if (app === null) return recorded;
  const { name, running, element } = app;
  const target = {
    ...{ app: clean(name), windowId: running?.windowId ?? null },
    ...(element === null ? {} : { role: element.role, title: clean(element.title) }),
  };
  return { ...recorded, target };
}
