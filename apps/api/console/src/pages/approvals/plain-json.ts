/** Signs that are not seen, or that turn what stands beside them: formats, controls, separators, private and unassigned ones. */
const HIDDEN =
  /[\p{Cf}\p{Cc}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|\u115f|\u1160|\u3164|\uffa0|\u034f|[\u180b-\u180e]|[\ufe00-\ufe0f]/gu;

/** A value as JSON in which nothing is hidden: whoever approves it reads every sign that is there, in the order that it has. */
export function plainJson(value: unknown): string {
  return visibleText(JSON.stringify(value, null, 2));
}

/** A text with its hidden signs by their numbers; lines stay lines. */
export const visibleText = (text: string): string =>
  text.replace(HIDDEN, (sign) => (sign === "\n" ? sign : escaped(sign)));

const escaped = (sign: string) =>
  Array.from(
    { length: sign.length },
    (_none, index) => `\\u${sign.charCodeAt(index).toString(16).padStart(4, "0")}`,
  ).join("");

/** Whether a text has signs that are shown as their number. */
export const hasHidden = (value: unknown): boolean => plainJson(value) !== JSON.stringify(value, null, 2);
