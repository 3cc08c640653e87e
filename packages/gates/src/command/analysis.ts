import type { Confinement } from "@deskfleet/contracts";
import type { ShellSetting } from "../shell/expansion-context.ts";
import type { Finding } from "./finding.ts";

/** What a command is judged under. */
export interface CommandSetting extends ShellSetting {
  /** Allowed directories, normal and absolute. */
  readonly directories: readonly string[];
}

/** Of every desktop: the user of its image. */
export const ACCOUNT = { home: "/home/agent", user: "agent" } as const;

export type PathUse = "read" | "write" | "delete" | "move" | "enter";

/** A literal path inside the allowed directories that the command names; where links lead is looked at before it runs. */
export interface CommandPath {
  /** Absolute, `..` kept as the kernel gets it. */
  readonly path: string;
  readonly use: PathUse;
  /** The command makes it before it uses it: it need not exist yet. */
  readonly isMade: boolean;
}

/** A simple command as rules see it: its words, null for one that only the run decides. */
export type CanonicalCommand = readonly (string | null)[];

export interface CommandAnalysis {
  readonly verdict: Finding["verdict"];
  /** Proven: changes no file, process or remote state, and starts no program that is not known as read-only. */
  readonly isReadOnly: boolean;
  /** Reaches another machine. */
  readonly isExternal: boolean;
  readonly decisive: Finding;
  readonly findings: readonly Finding[];
  readonly paths: readonly CommandPath[];
  readonly commands: readonly CanonicalCommand[];
  readonly confinement: Confinement;
}
