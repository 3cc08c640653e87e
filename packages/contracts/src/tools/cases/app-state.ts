import { z } from "zod";
import type { JsonObject } from "../../common.ts";
import { AppStateResult } from "../app-state.ts";
import type { ToolId } from "../registry.ts";
import type { SelfTestFacts, ToolCases } from "./tool-case.ts";

const OUTSIDE = 16_000;
const TEXT = "Self-test: äöü, 漢字, 👍.";

const AppList = z.object({ apps: z.array(z.object({ pid: z.number().nullable(), isRunning: z.boolean() })) });
const appsOf = (result: JsonObject) => AppList.parse(result).apps;
const stateOf = (result: JsonObject | undefined) => AppStateResult.parse(result);
const hasElements = (result: JsonObject) => (stateOf(result).elements ?? []).length > 0;
const holdsText = (result: JsonObject) => stateOf(result).elements?.some(({ value }) => value.includes(TEXT)) ?? false;

const ofEditor = ({ editor }: SelfTestFacts): JsonObject => ({ app: editor.app });
const read = (facts: SelfTestFacts) => [{ tool: "get_app_state", params: ofEditor(facts) }];
/** The editor's field, by the number of its line. */
const field = (state: JsonObject | undefined): JsonObject => {
  const found = stateOf(state).elements?.find(({ type }) => type === "string");
  return { element_index: found?.index ?? OUTSIDE };
};
const inField =
  (more: JsonObject) =>
  (facts: SelfTestFacts, [state]: readonly JsonObject[]): JsonObject => ({
    ...ofEditor(facts),
    ...field(state),
    ...more,
  });
const inEditor =
  (more: JsonObject) =>
  (facts: SelfTestFacts): JsonObject => ({ ...ofEditor(facts), ...more });
/** In a sensitive application. */
const touches = (what: string, more: JsonObject): ToolCases["forbidden"] => ({
  says: `does not ${what} a sensitive application`,
  isSensitiveInFront: true,
  params: ({ sensitiveApp }) => ({ app: sensitiveApp, ...more }),
  codes: ["policy.denied"],
});

export const appStateCases = {
  list_apps: {
    normal: {
      says: "lists what runs",
      params: () => ({}),
      isRight: (result) => appsOf(result).some(({ isRunning }) => isRunning),
    },
    forbidden: { says: "is not for viewers", params: () => ({}), role: "viewer", codes: ["auth.forbidden"] },
    hygiene: {
      says: "shows no process ids without the consent for them",
      params: () => ({}),
      isClean: (result) => appsOf(result).every(({ pid }) => pid === null),
    },
  },
  get_app_state: {
    normal: { says: "reads the editor", params: ofEditor, isRight: hasElements },
    forbidden: touches("read", {}),
    hygiene: { says: "an application that is not there is not repeated", params: ({ secret }) => ({ app: secret }) },
  },
  click: {
    normal: { says: "clicks into the editor's field", before: read, params: inField({}), isRight: hasElements },
    forbidden: touches("click in", { x: 1, y: 1 }),
    hygiene: {
      says: "a number that is none is not repeated",
      params: ({ editor, secret }) => ({ app: editor.app, element_index: secret }),
    },
  },
  perform_secondary_action: {
    normal: {
      says: "raises the editor's window",
      before: read,
      params: inEditor({ element_index: 0, action: "Raise" }),
      isRight: hasElements,
    },
    forbidden: touches("act on", { element_index: 0, action: "Raise" }),
    hygiene: {
      says: "an action that an element does not have is not repeated",
      before: read,
      params: ({ editor, secret }) => ({ app: editor.app, element_index: 0, action: secret }),
    },
  },
  set_value: {
    normal: {
      says: "sets the editor's text and reads it back",
      before: read,
      params: inField({ value: TEXT }),
      isRight: (result) => stateOf(result).after === TEXT,
    },
    forbidden: touches("set a value in", { element_index: 0, value: TEXT }),
    hygiene: {
      says: "a secret in a field is masked",
      before: read,
      params: (facts, before) => inField({ value: facts.secret })(facts, before),
    },
  },
  scroll: {
    normal: {
      says: "scrolls in the editor",
      before: read,
      params: inField({ direction: "down" }),
      isRight: hasElements,
    },
    forbidden: touches("scroll in", { element_index: 0, direction: "down" }),
    hygiene: {
      says: "a direction that is none is not repeated",
      before: read,
      params: ({ editor, secret }) => ({ app: editor.app, element_index: 0, direction: secret.slice(0, 40) }),
    },
  },
  drag: {
    normal: {
      says: "drags inside the editor",
      before: read,
      params: inEditor({ from_x: 60, from_y: 120, to_x: 70, to_y: 120 }),
      isRight: hasElements,
    },
    forbidden: {
      says: "does not drag outside the screen",
      before: read,
      params: inEditor({ from_x: OUTSIDE, from_y: 1, to_x: 1, to_y: 1 }),
      codes: ["policy.denied"],
    },
    hygiene: {
      says: "a value that is none is not repeated",
      params: ({ editor, secret }) => ({ app: editor.app, from_x: secret, from_y: 1, to_x: 1, to_y: 1 }),
    },
  },
  press_key: {
    normal: {
      says: "presses a key in the editor",
      before: read,
      params: inEditor({ key: "End" }),
      isRight: hasElements,
    },
    forbidden: touches("press a key in", { key: "Return" }),
    hygiene: {
      says: "a key that is none is not repeated",
      before: read,
      params: ({ editor, secret }) => ({ app: editor.app, key: secret }),
    },
  },
  type_text: {
    normal: {
      says: "types text into the editor",
      before: (facts) => [
        ...read(facts),
        { tool: "press_key", params: { app: facts.editor.app, key: "ctrl+a" } },
        { tool: "press_key", params: { app: facts.editor.app, key: "Delete" } },
      ],
      params: inEditor({ text: TEXT }),
      isRight: holdsText,
    },
    forbidden: touches("type into", { text: "x" }),
    hygiene: {
      says: "what was typed is masked in what is read",
      before: read,
      params: ({ editor, secret }) => ({ app: editor.app, text: ` ${secret} ` }),
    },
  },
} as const satisfies Partial<Record<ToolId, ToolCases>>;
