import type { ElementRecord, Rendering } from "@deskfleet/app-state";
import type { AppStateResult, ElementSummary } from "@deskfleet/contracts";
import type { ContentFilter } from "../content/content-filter.ts";
import type { AppCapture } from "./capture.ts";

/**
 * A state as text and as data, for callers. What one line gives away as a secret is masked in all others and in the data alike.
 * `instructions`: of the application, for the first state that the caller gets of it.
 */
export function stateResult(
  content: ContentFilter,
  { shown, shownName, app, window, frameReliability, masked, timings }: AppCapture,
  about: { readonly version: string; readonly instructions: string | null },
): { readonly result: AppStateResult; readonly masked: readonly string[] } {
  const lines = envelope(shown, about).split("\n");
  const own = [shown.selectedText, shown.windowTitle, shownName];
  const { texts, kinds } = content.redactAlike([...lines, ...own, ...shown.elements.flatMap(textsOf)]);
  const text = texts.slice(0, lines.length).join("\n");
  const [selectedText = "", title = "", name = ""] = texts.slice(lines.length);
  let at = lines.length + own.length;
  const elements = shown.elements.map((record) => {
    const from = at;
    at += OWN_TEXTS + record.actions.length;
    return summary(record, texts.slice(from, at));
  });
  return {
    result: {
      text,
      app: { id: app.id || null, name, pid: app.pid, toolkit: app.toolkit },
      window: { title, xid: window.windowId, frame: window.frame },
      elements,
      focused_index: shown.focusedIndex,
      selected_text: selectedText || null,
      frame_reliability: frameReliability,
      truncated: shown.isTruncated,
      timings: { ...timings },
    },
    masked: [...new Set([...masked, ...kinds])],
  };
}

function envelope(
  { header, tree, tail }: Rendering,
  { version, instructions }: { readonly version: string; readonly instructions: string | null },
): string {
  return [
    `Computer Use state (CUA App Version: ${version})`,
    ...(instructions === null
      ? []
      : ["<app_specific_instructions>", instructions.trim(), "</app_specific_instructions>"]),
    "<app_state>",
    header,
    tree,
    "</app_state>",
    ...tail,
  ].join("\n");
}

/** Title, value, description; then the actions' names. */
const OWN_TEXTS = 3;
const textsOf = ({ title, value, description, actions }: ElementRecord): string[] => [
  ...[title, value, description],
  ...actions.map(({ name }) => name),
];

/** `texts`: the element's, in `textsOf`'s order. */
function summary(record: ElementRecord, texts: readonly string[]): ElementSummary {
  const { index, role, traits, valueType, frame, path } = record;
  const [title = "", value = "", description = "", ...actions] = texts;
  const [x = 0, y = 0, width = 0, height = 0] = (frame ?? []).map(Math.round);
  return {
    ...{ index, role, title, value, description, actions },
    traits: [...traits],
    type: valueType,
    frame: frame === null ? null : { x, y, width, height },
    path: [...path],
  };
}
