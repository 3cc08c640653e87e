import { z } from "zod";
import type { Principal } from "./common.ts";
import type { ToolDefinition } from "./tools/definition.ts";
import { RISKS } from "./tools/definition.ts";
import type { WindowInfo } from "./tools/display.ts";

/** Lowest to highest. */
export const LAYERS = ["user", "project", "local", "flag", "tenant", "fleet"] as const;
export const Layer = z.enum([...LAYERS, "default"]);
export type Layer = z.infer<typeof Layer>;

/** The nine gates, in order. */
export const GATES = [
  "feature",
  "consent",
  "action_type",
  "path",
  "command",
  "bounds",
  "rate",
  "content",
  "monitor",
] as const;
/** `registry` judges before the gates, `auditor` after them (docs/auditor.md). */
export const GateName = z.enum(["registry", ...GATES, "auditor"]);
export type GateName = z.infer<typeof GateName>;

/** Strictest first. */
export const OUTCOMES = ["deny", "ask", "wait", "allow"] as const;
export const Outcome = z.enum(OUTCOMES);
export type Outcome = z.infer<typeof Outcome>;

/** The layers of gate 5's command analysis, in their order. */
export const COMMAND_LAYERS = ["syntax", "paths", "readonly", "sandbox", "rules"] as const;
export type CommandLayer = (typeof COMMAND_LAYERS)[number];

/** What one gate says. `code` is for programs, `reason` for people; neither repeats a parameter's value. */
export const Verdict = z.strictObject({
  gate: GateName,
  outcome: Outcome,
  code: z.string(),
  reason: z.string(),
  /** Layer whose setting or rule decided. */
  layer: Layer,
  rule: z.string().optional(),
  /** Of an ask: the consents that would answer it beforehand, all of them. Absent: it is asked each time. */
  grants: z.array(z.string()).optional(),
  retryAfterMs: z.number().int().optional(),
  /** Of shell text: the layer of gate 5 that decided, and on what: UTF-16 code units of the text (typed: of the lines that Enter sends), half-open. */
  node: z.strictObject({ layer: z.enum(COMMAND_LAYERS), pos: z.number().int(), end: z.number().int() }).optional(),
});
export type Verdict = z.infer<typeof Verdict>;

/**
 * How a permitted command runs (gate 5, fourth layer): alone with the directories it needs and no network, or in the desktop as
 * it is, which only what a person approved does.
 */
export const Confinement = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("confined"),
    readable: z.array(z.string()).readonly(),
    writable: z.array(z.string()).readonly(),
    network: z.literal(false),
  }),
  z.strictObject({ kind: z.literal("plain") }),
]);
export type Confinement = z.infer<typeof Confinement>;

/** All verdicts, and the strictest of them (the earlier gate among equals). */
export const Evaluation = z.strictObject({
  outcome: Outcome,
  decisive: Verdict,
  verdicts: z.array(Verdict),
  risk: z.enum(RISKS),
  /** Of a command that is not denied. */
  confinement: Confinement.optional(),
});
export type Evaluation = z.infer<typeof Evaluation>;

/** One call of one registered tool, its parameters already parsed by the tool's schema. */
export interface Action {
  readonly tool: ToolDefinition;
  readonly params: Readonly<Record<string, unknown>>;
}

export const GRANT_SCOPES = ["once", "session", "project", "tenant"] as const;
export type GrantScope = (typeof GRANT_SCOPES)[number];

/** A grant that the principal holds for this session. Times are milliseconds since the epoch. */
export interface HeldGrant {
  /** Of the stored record; absent for what was given with the session. */
  readonly id?: string;
  /** `computer_use`, `screen`, `write`, `app(<id>)`, `domain(<pattern>)` or `command(<prefix *, or exact text>)`. */
  readonly grant: string;
  /** `once`: used up by the action that needs it. */
  readonly scope: GrantScope;
  readonly expiresAtMs: number | null;
  readonly layer: Layer;
}

export const PATH_TYPES = ["file", "directory", "symlink", "fifo", "device", "socket", "other", "missing"] as const;

/** A path as the desktop resolved it just now, links followed. */
export interface ResolvedPath {
  readonly path: string;
  readonly real: string | null;
  readonly type: (typeof PATH_TYPES)[number];
}

/** The shell in the terminal window that has the keyboard, as the worker knows it from what it typed there and from the desktop. */
export interface TerminalState {
  /** Working directory of the shell; null: not known. */
  readonly cwd: string | null;
  /** What reads the keyboard: the shell at its prompt, another program, or not known. */
  readonly foreground: "shell" | "other" | null;
  /** Typed since the last Enter and not yet run; null: not known. */
  readonly pending: string | null;
  /** Of the paths that a sent line names, in the order of `terminalPaths` (packages/gates); absent when none is. */
  readonly resolvedPaths?: readonly ResolvedPath[] | null;
}

/**
 * The application that an app-state tool is about, as the worker knows it: by its own list of windows, by what it asked the
 * desktop, and by the state that it rendered. All names that policy could mean are in it.
 */
export interface AppTarget {
  /** Names, ids, classes and window titles of the application. */
  readonly names: readonly string[];
  readonly processName: string;
  /** Null: the application has no window yet. */
  readonly windowId: number | null;
  /** Id in the image's registry of an application that has to be started first; null: it runs. */
  readonly starts: string | null;
  /** Role and title of the element, as in the text. */
  readonly element: { readonly role: string; readonly title: string } | null;
}

/** What the worker assembled for one evaluation. The gates read no clock and no disk. */
export interface GateContext {
  readonly nowMs: number;
  readonly principal: Principal;
  readonly grants: readonly HeldGrant[];
  /** Native size of the screen, device pixels. */
  readonly screen: { readonly width: number; readonly height: number };
  /** Topmost first. Read for this call when it names a window, is input or takes a picture; null when it was not needed. */
  readonly windows: readonly WindowInfo[] | null;
  /** One per path parameter, in the parameters' order; null when the call names no path. */
  readonly resolvedPaths: readonly ResolvedPath[] | null;
  /** Where the keyboard goes to a terminal window: what is known of the shell in it. Null or absent: nothing is. */
  readonly terminal?: TerminalState | null;
  /** Of an app-state tool that names an application; null or absent: nothing is known of it. */
  readonly target?: AppTarget | null;
  /** Whether this desktop can run programs confined; absent where nobody asks a desktop: taken as one that can. */
  readonly canConfine?: boolean;
  /** Applications of the image's registry. */
  readonly apps: readonly { readonly id: string; readonly name: string; readonly class: string }[];
  /** Process name and title of the active window, read for this call where the tool is input or capture; null: none is active. */
  readonly activeApp: { readonly name: string; readonly title: string } | null;
  /** Times of this session's admitted actions within the rate window. */
  readonly recentActionsMs: readonly number[];
  readonly failuresInRow: number;
  readonly session: {
    readonly state: "active" | "paused" | "stopped";
    readonly controller: "agent" | "human";
  };
  /** Set when a person confirmed exactly this frozen action: its asks count as answered, its denies do not. */
  readonly isApproved: boolean;
}
