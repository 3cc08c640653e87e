import type { JsonObject } from "@deskfleet/contracts";
import { redactParams, redactText } from "@deskfleet/gates";
import type { PlannedAction } from "../approvals/planned-action.ts";

/** Characters of a title: enough to know a button by. */
const TITLE_MAX = 200;

/**
 * An action's parameters as they may be recorded and shown to who is asked. Of an app-state action `target` says what it is about, in
 * the words of the text: a number of a line means nothing to whoever reads it later.
 */
export function recordedParams({ tool, params, app }: Pick<PlannedAction, "tool" | "params" | "app">): JsonObject {
  const recorded = redactParams(tool, params);
  if (app === null) return recorded;
  const { name, running, element } = app;
  const target = {
    ...{ app: clean(name), windowId: running?.windowId ?? null },
    ...(element === null ? {} : { role: element.role, title: clean(element.title) }),
  };
  return { ...recorded, target };
}

const clean = (text: string): string => [...redactText(text).text].slice(0, TITLE_MAX).join("");
