import type { JsonObject, ToolReply, WindowInfo } from "@deskfleet/contracts";

/**
 * What perform.ts, which alone reaches an executor, lets the parts of one permitted app-state action do: each call runs under the
 * session's lease and ends when the session is stopped. What they answer is the worker's until gate 8 has been over it.
 */
export interface Pipe {
  /** @throws FleetError as a call of a tool does */
  windows(): Promise<readonly WindowInfo[]>;
  /** `timeoutMs` is the executor's deadline. @throws FleetError as a call of a tool does */
  call(
    method: string,
    args: JsonObject,
    timeoutMs: number,
  ): Promise<{ readonly reply: ToolReply; readonly payload: Buffer | null }>;
}
