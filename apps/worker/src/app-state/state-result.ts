import type { ElementRecord, Rendering } from "@deskfleet/app-state";
import type { AppStateResult, ElementSummary } from "@deskfleet/contracts";
import { redactAlike } from "@deskfleet/gates";
import type { AppCapture } from "./capture.ts";

/**
 * A state as text and as data, for callers. What one line gives away as a secret is masked in all others and in the data alike.
 * `instructions`: of the application, for the first state that the caller gets of it.
 */
export function stateResult(
  { shown, app, window, frameReliability, masked, timings }: AppCapture,
  about: { readonly version: string; readonly instructions: string | null },
): { readonly result: AppStateResult; readonly masked: readonly string[] } {
  const lines = envelope(shown, about).split("\n");
  const { texts, kinds } = redactAlike([
    ...lines,
    ...shown.elements.flatMap(textsOf),
    shown.selectedText,
    window.title,
    app.name,
  ]);
  const [name = "", title = "", selectedText = ""] = texts.splice(-3).reverse();
  const text = texts.splice(0, lines.length).join("\n");
  return {
    result: {
      text,
      app: { id: app.id || null, name, pid: app.pid, toolkit: app.toolkit },
      window: { title, xid: window.windowId, frame: window.frame },
      elements: shown.elements.map((record) => summary(record, texts)),
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

const textsOf = ({ title, value, description, actions }: ElementRecord): string[] => [
  ...[title, value, description],
  ...actions.map(({ name }) => name),
];

/** Takes the element's texts from the front of `texts`, in `textsOf`'s order. */
function summary(record: ElementRecord, texts: string[]): ElementSummary {
  const { index, role, traits, valueType, frame, path } = record;
  const [title = "", value = "", description = "", ...actions] = texts.splice(0, 3 + record.actions.length);
  const [x = 0, y = 0, width = 0, height = 0] = (frame ?? []).map(Math.round);
  return {
    ...{ index, role, title, value, description, actions },
    traits: [...traits],
    type: valueType,
    frame: frame === null ? null : { x, y, width, height },
    path: [...path],
  };
}
