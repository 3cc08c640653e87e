import type { Element } from "./element.ts";

/** The line's beginning, which also names the element in the focus line: index, role, traits, title. */
export function headOf(index: number, { role, traits, title }: Element): string {
  const parts = [String(index)];
  if (role !== "") parts.push(role);
  if (traits.length > 0) parts.push(`(${traits.join(", ")})`);
  if (title !== "") parts.push(title);
  return parts.join(" ");
}

/** A whole line without its indentation. */
export function lineOf(head: string, element: Element): string {
  const { segments, value, summary, actions, title } = element;
  const before = [segments.isValueBare ? value.text : "", summary].filter((text) => text !== "");
  const after = [
    labelled("Description", segments.description),
    labelled("Help", segments.help),
    labelled("URL", segments.url),
    labelled("ID", segments.id),
    segments.isValueBare ? "" : labelled("Value", segments.value),
    labelled("Placeholder", segments.placeholder),
    labelled("Secondary Actions", actions.map(({ name }) => name).join(", ")),
  ].filter((text) => text !== "");
  const start = [head, ...before].join(" ");
  if (after.length === 0) return start;
  const isFirstApart = title !== "" || before.length > 0;
  return `${start}${isFirstApart ? ", " : " "}${after.join(", ")}`;
}

function labelled(label: string, text: string): string {
  return text === "" ? "" : `${label}: ${text}`;
}
