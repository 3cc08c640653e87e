import { z } from "zod";
import type { JsonObject } from "../../common.ts";
import { WindowInfo } from "../display.ts";
import type { ToolId } from "../registry.ts";
import type { SelfTestFacts, ToolCases } from "./tool-case.ts";

const NO_WINDOW = 2_147_483_647;
const ofEditor = ({ editor }: SelfTestFacts): JsonObject => ({ windowId: editor.windowId });
const notAWindow = ({ secret }: SelfTestFacts): JsonObject => ({ windowId: secret });
const isWhole = (...values: unknown[]) => values.every((value) => Number.isInteger(value));
const viewer = { role: "viewer", codes: ["auth.forbidden"] } as const;

const WindowList = z.object({ windows: WindowInfo.array() });
const windowsOf = (result: JsonObject) => WindowList.parse(result).windows;

export const displayCases = {
  computer_screen_capture: {
    normal: {
      says: "answers a frame of the whole screen",
      params: () => ({}),
      isRight: ({ width, height }, { screen }) => width === screen.width && height === screen.height,
    },
    forbidden: {
      says: "takes no picture of a sensitive application",
      isSensitiveInFront: true,
      params: () => ({}),
      codes: ["policy.denied"],
    },
    hygiene: {
      says: "a frame that nobody was given is not repeated",
      params: ({ secret }) => ({ ifChangedFrom: secret }),
    },
  },
  computer_screen_size: {
    normal: {
      says: "answers the size of the screen",
      params: () => ({}),
      isRight: ({ width, height }, { screen }) => width === screen.width && height === screen.height,
    },
    forbidden: { says: "is not for viewers", params: () => ({}), ...viewer },
    hygiene: { says: "a parameter that it has not is not explained", params: () => ({ display: ":0" }) },
  },
  computer_window_list: {
    normal: {
      says: "lists the editor's window",
      params: () => ({}),
      isRight: (result, { editor }) => windowsOf(result).some(({ id }) => id === editor.windowId),
    },
    forbidden: { says: "is not for viewers", params: () => ({}), ...viewer },
    hygiene: {
      says: "shows neither titles nor process ids without the consent for them",
      params: () => ({}),
      isClean: (result) =>
        windowsOf(result).every(({ title, process }) => title === process.name && process.pid === null),
    },
  },
  computer_window_activate: {
    normal: {
      says: "activates the editor's window",
      params: ofEditor,
      isRight: ({ windowId }, { editor }) => windowId === editor.windowId,
    },
    forbidden: {
      says: "does not activate a sensitive application",
      isSensitiveInFront: true,
      params: ({ sensitiveWindowId }) => ({ windowId: sensitiveWindowId }),
      codes: ["policy.denied"],
    },
    hygiene: { says: "a value that is no window is not repeated", params: notAWindow },
  },
  computer_window_position: {
    normal: { says: "answers where the editor stands", params: ofEditor, isRight: ({ x, y }) => isWhole(x, y) },
    forbidden: {
      says: "knows no window that is not there",
      params: () => ({ windowId: NO_WINDOW }),
      codes: ["policy.denied"],
    },
    hygiene: { says: "a value that is no window is not repeated", params: notAWindow },
  },
  computer_window_size: {
    normal: {
      says: "answers how large the editor is",
      params: ofEditor,
      isRight: ({ width, height }) => isWhole(width, height),
    },
    forbidden: {
      says: "knows no window that is not there",
      params: () => ({ windowId: NO_WINDOW }),
      codes: ["policy.denied"],
    },
    hygiene: { says: "a value that is no window is not repeated", params: notAWindow },
  },
} as const satisfies Partial<Record<ToolId, ToolCases>>;
