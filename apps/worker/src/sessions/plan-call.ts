import {
  FleetError,
  type FrameInfo,
  FrameRequest,
  Observe,
  type Principal,
  type RpcObserve,
  type ToolDefinition,
  toFaults,
} from "@deskfleet/contracts";
import type { PlannedAction } from "../approvals/planned-action.ts";
import type { CallerFrames } from "./frame-ledger.ts";
import { answeredPoint, mapCoordinates } from "./map-coordinates.ts";

/** One call as REST, a workflow step or an approval makes it. */
export interface PerformCall {
  readonly tool: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Answer with a frame once the screen is quiet (contracts' Observe, defaults filled in here). */
  readonly observe?: unknown;
  /** Frame the coordinates belong to; default: the last one that this caller was answered with. */
  readonly frameId?: string | undefined;
  readonly principal: Principal;
  /** Runs the action that this approval froze, and nothing else: `params`, `observe` and `frameId` are ignored. */
  readonly approvalId?: string | undefined;
  /** The caller gives the call up: what has not begun is not done, a method under way is told. */
  readonly signal?: AbortSignal | undefined;
  /** The caller is a task's program: when a person has to be asked, it waits for the answer itself. */
  readonly isTaskStep?: boolean | undefined;
  /** Of an app-state tool with an `element`: milliseconds that it is waited for. */
  readonly targetTimeoutMs?: number | undefined;
  /** false: nobody reads what an app-state tool would answer with, so it is not waited for until the application is quiet. */
  readonly answersState?: boolean | undefined;
  /** Of get_app_state: a look between actions. It starts nothing and takes no picture. */
  readonly isLook?: boolean | undefined;
}

/** Without any change on the screen the frame is taken this long after the action. PERFORMANCE: first damage comes within 60 ms. */
const FIRST_DAMAGE_MS = 120;

/**
 * Parses a call by the tool's schema and moves its coordinates from the caller's frame to the screen.
 * @throws FleetError `request.invalid` with the path of each fault; nothing is recorded as done
 */
export function planCall(
  tool: ToolDefinition,
  call: PerformCall,
  frames: CallerFrames,
  screen: { readonly width: number; readonly height: number },
): PlannedAction {
  const parsed = tool.parameters.safeParse(call.params);
  if (!parsed.success)
    throw new FleetError("request.invalid", "The parameters are not valid", {
      faults: toFaults(parsed.error).map((fault) => ({ ...fault, path: `/params${fault.path}` })),
    });
  const given = parsed.data as Readonly<Record<string, unknown>>;
  const frame = frameOf(call, frames);
  const observe = parseObserve(tool, call.observe);
  return {
    tool,
    params: tool.category === "input" ? mapCoordinates(given, frame, screen) : given,
    ...observe,
    answeredPoint: tool.category === "input" ? answeredPoint(given) : null,
    frameId: frame?.frameId ?? null,
    app: null,
  };
}

function frameOf(call: PerformCall, frames: CallerFrames): FrameInfo | undefined {
  if (call.frameId === undefined) return frames.last();
  const frame = frames.find(call.frameId);
  if (frame === undefined)
    throw new FleetError("request.invalid", "The frame is not known", {
      faults: [{ path: "/frameId", message: "one of the last 64 frames that this session answered with" }],
    });
  return frame;
}

function parseObserve(
  tool: ToolDefinition,
  value: unknown,
): { observe: RpcObserve | null; capture: PlannedAction["capture"] } {
  if (value === undefined || value === null || tool.id === "computer_screen_capture")
    return { observe: null, capture: null };
  if (tool.category === "app_state")
    throw new FleetError("request.invalid", "The answer of this tool has a frame of its own", {
      faults: [{ path: "/observe", message: "nothing: the state comes with a picture of the window" }],
    });
  const parsed = Observe.safeParse(value);
  if (!parsed.success)
    throw new FleetError("request.invalid", "The observation is not valid", {
      faults: toFaults(parsed.error).map((fault) => ({ ...fault, path: `/observe${fault.path}` })),
    });
  const { quietMs, settleMsMax, region, ifChangedFrom, ...rest } = parsed.data;
  const optional = { ...(region ? { region } : {}), ...(ifChangedFrom ? { ifChangedFrom } : {}) };
  return {
    observe: { ...rest, ...optional, quietMs, settleMsMax, firstDamageMs: FIRST_DAMAGE_MS },
    capture: FrameRequest.parse({ ...rest, ...optional }),
  };
}
