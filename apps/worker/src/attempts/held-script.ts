import { ScriptStepResult } from "@deskfleet/contracts";
import { z } from "zod";
import type { Call } from "../workflow/workflow-run.ts";
import type { Done } from "./patient-act.ts";

const SCRIPT = "computer_run_steps";
const Ran = z.object({ steps: z.array(ScriptStepResult), stoppedAt: z.number().int().nonnegative().nullable() });
/** Why the rest of a script was not done, where that passes by itself. */
const HELD: ReadonlySet<string | undefined> = new Set(["session.paused", "session.human_control"]);

/** The part of a script that is left because a person held the session in the middle of it; null: there is none. */
export function heldRest({ tool, params, ...call }: Call, { result }: Done): Call | null {
  if (tool !== SCRIPT || !Array.isArray(params.steps)) return null;
  const ran = Ran.safeParse(result.result);
  if (!ran.success || ran.data.stoppedAt === null) return null;
  const { steps, stoppedAt } = ran.data;
  const last = steps[stoppedAt];
  if (last?.outcome !== "refused" || !HELD.has(last.code)) return null;
  return { ...call, tool, params: { ...params, steps: params.steps.slice(stoppedAt) } };
}

/** Both parts of a script as if it had been one; facts of the action are those of the later one. */
export function joinParts(first: Done, rest: Done): Done {
  const join = (before: unknown, after: unknown): unknown => {
    const [head, tail] = [Ran.safeParse(before), Ran.safeParse(after)];
    if (!head.success || !tail.success) return after; // cut: what is left of it is all that there is
    const done = head.data.stoppedAt ?? head.data.steps.length;
    return {
      steps: [...head.data.steps.slice(0, done), ...tail.data.steps],
      stoppedAt: tail.data.stoppedAt === null ? null : done + tail.data.stoppedAt,
    };
  };
  return {
    ...rest,
    result: {
      ...rest.result,
      result: join(first.result.result, rest.result.result),
      masked: [...new Set([...first.result.masked, ...rest.result.masked])],
      truncated: first.result.truncated || rest.result.truncated,
    },
    unmapped: join(first.unmapped, rest.unmapped),
  };
}
