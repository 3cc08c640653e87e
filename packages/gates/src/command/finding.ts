import type { CommandLayer } from "@deskfleet/contracts";
import type { Span } from "../shell/invocation.ts";

/** What is found, before it is said of which place. */
export type Said = Pick<Finding, "verdict" | "code" | "reason">;

/** One thing that a layer has to say about one node. The strictest of all findings is the command's verdict. */
export interface Finding {
  readonly verdict: "allow" | "ask" | "deny";
  readonly layer: CommandLayer;
  /** For programs: `command.dynamic`. */
  readonly code: string;
  /** For people; repeats no part of the command. */
  readonly reason: string;
  /** false: whatever the verdict, what was found changes no file, process or remote state and runs no unknown program. */
  readonly changes: boolean;
  /** Runs on, waits for a person or reaches what lies outside a confinement. */
  readonly isOpenEnded?: boolean;
  /** The command that an allowing rule may answer this ask for; absent: no rule can. */
  readonly command?: readonly (string | null)[];
  /** `NAME=value` of the variables that are set for that command alone; null for a value that only the run decides. */
  readonly variables?: readonly (string | null)[];
  /** Of a connection: the other end as its address names it, for rules about hosts; null where that is not known. */
  readonly host?: string | null;
  readonly span: Span;
}
