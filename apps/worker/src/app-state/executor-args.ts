import { canBeSet, type ElementRecord } from "@deskfleet/app-state";
import { FleetError, type JsonObject, type ToolDefinition } from "@deskfleet/contracts";
import { appError } from "./app-error.ts";
import { NOT_SETTABLE, noSuchAction } from "./texts.ts";

const BUTTONS: Readonly<Record<string, string>> = {
  ...{ left: "left", middle: "middle", right: "right" },
  ...{ "1": "left", "2": "middle", "3": "right", "4": "button4", "5": "button5" },
};

/**
 * What the executor's method takes beside application and element. Points are device pixels of the screen already.
 * @throws FleetError `action.failed` when the element cannot do it
 */
export function executorArgs(
  { id }: ToolDefinition,
  params: Readonly<Record<string, unknown>>,
  { element, elementName }: { readonly element: ElementRecord | null; readonly elementName: string },
): JsonObject {
  switch (id) {
    case "click":
      return {
        clickCount: params.click_count,
        button: BUTTONS[String(params.mouse_button)],
        ...(element === null ? { x: params.x, y: params.y } : {}),
      };
    case "perform_secondary_action":
      return { action: rawAction(String(params.action), element, elementName) };
    case "set_value":
      if (element === null || !canBeSet(element)) throw appError(NOT_SETTABLE, "not_settable");
      return { value: params.value };
    case "scroll":
      return { direction: params.direction, pages: params.pages };
    case "drag":
      return { fromX: params.from_x, fromY: params.from_y, toX: params.to_x, toY: params.to_y };
    case "press_key":
      return { key: params.key, literalSuper: params.literal_super };
    case "type_text":
      return { text: params.text };
    default:
      throw new FleetError("internal", "this is no tool that acts on an application");
  }
}

/** By the name that the text shows, or by the toolkit's; without regard to case. What the collector added keeps its name. */
function rawAction(asked: string, element: ElementRecord | null, elementName: string): string {
  const word = asked.toLowerCase();
  const shown = element?.actions.find(({ name, raw }) => name.toLowerCase() === word || raw?.toLowerCase() === word);
  if (shown !== undefined) return shown.raw ?? shown.name;
  const raw = element?.rawActions.find((name) => name.toLowerCase() === word);
  if (raw !== undefined) return raw;
  throw appError(noSuchAction(asked, elementName), "no_action");
}
