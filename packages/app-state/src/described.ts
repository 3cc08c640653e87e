import { hasExplicitVerb, hasState, type Settings, type View, type ViewKind } from "./view.ts";

/** Larger ones are areas that merely listen for clicks; pixels. */
const TARGET_WIDTH_MAX = 240;
const TARGET_HEIGHT_MAX = 120;

/** Step 4: which generic nodes say something. The children must be known. */
export function kindOf(view: View, isGeneric: boolean, settings: Settings): ViewKind {
  if (view.parent === null) return "root";
  if (!isGeneric) return "plain";
  if (isDescribed(view, settings)) return "described";
  return isClickTarget(view) ? "click target" : "wrapper";
}

function isDescribed(view: View, { windowTitle }: Settings): boolean {
  if (view.name !== "" && view.name !== windowTitle) return true;
  if (view.label !== "" || view.description !== "" || view.id !== "") return true;
  if (hasState(view, "expandable") || hasState(view, "expanded") || hasState(view, "checked")) return true;
  if (hasState(view, "selected") && view.role !== "list item") return true;
  return hasState(view, "focused") && hasState(view, "focusable");
}

function isClickTarget(view: View): boolean {
  if (view.children.length > 0 || view.node.extents === null || !hasExplicitVerb(view.node)) return false;
  const [, , width, height] = view.node.extents;
  return width > 0 && width <= TARGET_WIDTH_MAX && height > 0 && height <= TARGET_HEIGHT_MAX;
}
