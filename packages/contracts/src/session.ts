import { z } from "zod";
import { Id, JsonObject, Timestamp } from "./common.ts";
import { Dialog } from "./dialog.ts";
import { Verdict } from "./gate.ts";
import { ProjectRef } from "./project.ts";
import { Purpose } from "./purpose.ts";
import { FrameInfo, FrameRequest } from "./tools/display.ts";
import { DesktopSpec } from "./workflow.ts";

export const SESSION_STATES = ["starting", "active", "paused", "stopped", "ended"] as const;
export const SessionState = z.enum(SESSION_STATES);
export type SessionState = z.infer<typeof SessionState>;

export const CreateSession = z.strictObject({
  desktop: DesktopSpec.default({ image: "default", display: "1280x800", isolation: "container" }),
  /** Consents asked for; policy decides whether this caller may give them. */
  grants: z.array(z.string().max(128)).max(50).default([]),
  /** Registered project, by id or name, whose policy layers hold too. */
  project: ProjectRef.optional(),
  ...Purpose,
  /** Ends when nothing happened for this long; waiting for a person does not count. */
  idleTimeoutSeconds: z.number().int().min(30).max(86_400).default(900),
});
export type CreateSession = z.infer<typeof CreateSession>;

export const Session = z.strictObject({
  id: Id,
  state: SessionState,
  controller: z.enum(["agent", "human"]),
  /** The person who has the input; null: the agent has it. */
  control: z.strictObject({ principalId: Id, name: z.string(), since: Timestamp }).nullable(),
  taskId: Id.nullable(),
  attemptId: Id.nullable(),
  workerId: z.string().nullable(),
  desktop: DesktopSpec,
  createdAt: Timestamp,
  endedAt: Timestamp.nullable(),
  endReason: z.string().nullable(),
});
export type Session = z.infer<typeof Session>;

/** After the action: wait for a quiet screen and answer with a frame in the same call. */
export const Observe = FrameRequest.extend({
  /** Milliseconds without a change that count as quiet. */
  quietMs: z.number().int().min(10).max(2_000).default(100),
  settleMsMax: z.number().int().min(10).max(10_000).default(2_000),
});

export const PerformAction = z.strictObject({
  tool: z.string().min(1).max(128),
  params: JsonObject.default({}),
  observe: Observe.optional(),
  /** Frame the coordinates belong to; default: the last one that this caller was answered with. */
  frameId: z.string().max(64).optional(),
});
export type PerformAction = z.infer<typeof PerformAction>;

/** An action's answer. `image` is base64 and only there when a frame was asked for and is not `unchanged`. */
export const ActionResult = z.strictObject({
  actionId: Id,
  tool: z.string(),
  result: z.unknown(),
  frame: FrameInfo.extend({ image: z.string().optional() }).optional(),
  /** Errors, warnings and questions that are shown afterwards: of an app-state tool in its application, of an action with `observe` in new windows. */
  dialogs: z.array(Dialog).optional(),
  /** Kinds that were masked in the text of the result. */
  masked: z.array(z.string()),
  truncated: z.boolean(),
  verdict: Verdict,
  durationMs: z.number(),
});
export type ActionResult = z.infer<typeof ActionResult>;

/** What was copied on the desktop, as gate 8 lets it through; `masked`: the kinds of what it took out. */
export const ClipboardText = z.strictObject({ text: z.string(), masked: z.array(z.string()), truncated: z.boolean() });
export type ClipboardText = z.infer<typeof ClipboardText>;

/** WebSocket subprotocol of a live view that shows frames as gate 8 let them through; `binary`: the desktop's own stream. */
export const MASKED_VIEW_PROTOCOL = "deskfleet.masked";

export const ViewMode = z.enum(["view", "control"]);
export type ViewMode = z.infer<typeof ViewMode>;
export const CreateTicket = z.strictObject({ mode: ViewMode.default("view") });
/** One-time, seconds to live. `url` carries the ticket in its fragment, which browsers send to nobody. */
export const Ticket = z.strictObject({ ticket: z.string(), mode: ViewMode, url: z.string(), expiresAt: Timestamp });
