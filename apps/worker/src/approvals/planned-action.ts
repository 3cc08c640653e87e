import { createHash } from "node:crypto";
import type { FrameRequest, RpcObserve, ToolDefinition } from "@deskfleet/contracts";
import type { PlannedApp } from "../app-state/planned-app.ts";

/** A call after parsing: what would be done, exactly. This is what gates judge, approvals freeze and executors run. */
export interface PlannedAction {
  readonly tool: ToolDefinition;
  /** Points are device pixels of the screen. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly observe: RpcObserve | null;
  /** The same observation as a capture, for the gates: a frame beside an action needs what a capture needs. */
  readonly capture: FrameRequest | null;
  /** Where a pointer ends in the caller's own frame, for the answer; null: not a pointer tool. */
  readonly answeredPoint: { readonly x: number; readonly y: number } | null;
  /** The caller's frame when it was planned: a script's steps are planned later and mean this one. Null: no frame yet. */
  readonly frameId: string | null;
  /** Of an app-state tool: what it is about, and the executor's arguments; null for others. */
  readonly app: PlannedApp | null;
}

/** SHA-256 of the canonical action: object keys sorted at every depth, so that equal actions have equal digests. */
export function digestAction(action: Pick<PlannedAction, "tool" | "params" | "observe" | "app">): string {
  const { tool, params, observe, app } = action;
  // The element that was found, not only how it was asked for.
  const found = app === null ? {} : { app: { args: app.args, starts: app.starts } };
  const text = canonical({ tool: tool.id, params, observe, ...found });
  return createHash("sha256").update(text).digest("hex");
}

/** JSON with sorted keys; undefined members are left out, as JSON does. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item ?? null)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`);
  return `{${members.join(",")}}`;
}
