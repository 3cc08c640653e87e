import { z } from "zod";
import type { ToolId } from "../registry.ts";
import { ScriptStepResult } from "../script.ts";
import type { ToolCases } from "./tool-case.ts";

const Script = z.object({ steps: z.array(ScriptStepResult), stoppedAt: z.number().nullable() });

export const scriptCases = {
  computer_run_steps: {
    normal: {
      says: "runs step after step and stops at the first that is refused",
      params: ({ editor: { x, y } }) => ({
        steps: [
          { tool: "computer_mouse_move", params: { x, y } },
          { tool: "computer_file_read", params: { path: "/etc/passwd" } },
          { tool: "computer_screen_size" },
        ],
      }),
      isRight: (result) => {
        const { steps, stoppedAt } = Script.parse(result);
        return stoppedAt === 1 && steps.map(({ outcome }) => outcome).join() === "done,refused";
      },
    },
    forbidden: {
      says: "does not run itself",
      params: () => ({ steps: [{ tool: "computer_run_steps", params: { steps: [] } }] }),
      codes: ["request.invalid"],
    },
    hygiene: {
      says: "a secret that a step answers is masked",
      params: ({ secretPath }) => ({ steps: [{ tool: "computer_file_read", params: { path: secretPath } }] }),
    },
  },
} as const satisfies Partial<Record<ToolId, ToolCases>>;
