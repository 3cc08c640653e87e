import { cleanTail, cleanText, cut, lengthOf } from "./clean-text.ts";
import { isEntry } from "./roles.ts";
import { hasState, isEditableNow, isOn, type Settings, type View } from "./view.ts";

/** The value table: what an element holds, and whether and as what it can be set. */
export interface Value {
  /** Shown; "" when there is none. */
  readonly text: string;
  /** null: not settable. */
  readonly type: ValueType | null;
}
export type ValueType = "boolean" | "string" | "float";

const NOTHING: Value = { text: "", type: null };

export function readValue(view: View, settings: Settings): Value {
  const text = valueTextOf(view, settings);
  switch (view.word) {
    case "checkbox":
    case "switch":
      return { text, type: isOn(view) ? "boolean" : null };
    case "combo box":
      return { text, type: isOn(view) ? "string" : null };
    case "stepper":
      if (numberOf(view) === "") return { text, type: isEditableNow(view) ? "string" : null };
      return { text, type: isOn(view) ? "float" : null };
    case "slider":
    case "scroll bar":
    case "split group":
      return { text, type: text !== "" && isOn(view) ? "float" : null };
    case "secure text field":
    case "text field":
    case "search text field":
    case "text entry area":
      return { text, type: view.role !== "terminal" && isEditableNow(view) ? "string" : null };
    case "cell":
      return view.isInSpreadsheet ? { text, type: isEditableNow(view) ? "string" : null } : NOTHING;
    default:
      return { text, type: null };
  }
}

/** The value alone: titles are compared with it. */
export function valueTextOf(view: View, settings: Settings): string {
  const { word, role } = view;
  switch (word) {
    case "toggle button":
      return hasState(view, "expandable") || hasState(view, "expanded") ? "" : tickOf(view);
    case "checkbox":
    case "radio button":
    case "switch":
      return tickOf(view);
    case "menu item":
      return role === "check menu item" || role === "radio menu item" ? tickOf(view) : "";
    case "tab": {
      const isCurrent = hasState(view, "selected") || (settings.toolkit === "qt" && hasState(view, "focused"));
      return isCurrent ? "on" : "off";
    }
    case "secure text field":
      return bullets(view.node.text, settings);
    case "stepper":
      return numberOf(view) || view.text;
    case "combo box":
      return view.text || entryText(view);
    case "pop up button": {
      const selected = cleanText(view.node.selected, settings.textLimit);
      return selected !== "" || settings.toolkit === "chromium" ? selected : view.name;
    }
    case "text field":
    case "search text field":
    case "date field":
      return view.text;
    case "text entry area":
      return role === "terminal" ? cleanTail(view.node.text, settings.textLimit) : view.text;
    case "cell":
      return view.isInSpreadsheet ? view.text : "";
    case "slider":
    case "scroll bar":
    case "split group":
    case "progress indicator":
    case "level indicator":
    case "rating indicator":
      return numberOf(view);
    default:
      return "";
  }
}

/** One bullet for each character, whatever the toolkit returned: never the text. */
export function bullets(text: string, { textLimit }: Settings): string {
  return cut("•".repeat(Math.min(lengthOf(text), textLimit + 1)), textLimit);
}

function tickOf(view: View): string {
  if (hasState(view, "indeterminate")) return "mixed";
  return hasState(view, "checked") || hasState(view, "pressed") ? "on" : "off";
}

function entryText(view: View): string {
  return view.children.find((child) => isEntry(child) && child.text !== "")?.text ?? "";
}

function numberOf({ node }: View): string {
  return node.number === null ? "" : numberText(node.number);
}

/** Integral numbers have no decimals, others the shortest decimals that read back as the same number, without exponent. */
function numberText(value: number): string {
  if (Number.isInteger(value)) return BigInt(value).toString();
  const text = String(value);
  const [digits = "", exponent] = text.split("e");
  if (exponent === undefined) return text;
  // Only tiny numbers get here: large ones are integral.
  const sign = value < 0 ? "-" : "";
  const significant = digits.replace(/[-.]/g, "");
  return `${sign}0.${"0".repeat(-Number(exponent) - 1)}${significant}`;
}
