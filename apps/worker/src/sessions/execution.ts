import type { EffectivePolicy, ResolvedPath, RpcConfine, WindowInfo } from "@deskfleet/contracts";
import { analyseStart, hiddenNames, KEYBOARD, normalisePath, pathParameters } from "@deskfleet/gates";
import type { z } from "zod";
import type { PlannedAction } from "../approvals/planned-action.ts";

type Confine = z.infer<typeof RpcConfine>;

/** What an executor is told of a permitted action, by what was judged. */
export interface Execution {
  /** The tool's arguments, paths as the desktop resolved them for the gates. */
  readonly args: Readonly<Record<string, unknown>>;
  /** Keys go to this window or nowhere, 0 for none; absent: there are no keys. */
  readonly activeWindow?: number;
  /** The executor refuses a link that has come into one of those paths since. */
  readonly realPaths: boolean;
  /** Null: in the desktop as it is. */
  readonly confine: Confine | null;
  /** A command that runs in the desktop as it is may type, click and end other programs. */
  readonly isUnwatched: boolean;
  /** How a program runs, for the record; null: none is started. */
  readonly note: string | null;
}

interface Situation {
  readonly windows: readonly WindowInfo[] | null;
  /** Of the paths that the action names, in `pathParameters`' order. */
  readonly resolvedPaths: readonly ResolvedPath[] | null;
  /** The policy's directories on this desktop. */
  readonly directories: readonly ResolvedPath[];
  readonly policy: EffectivePolicy;
  readonly canConfine: boolean;
  readonly isApproved: boolean;
}

export function executionOf(planned: PlannedAction, situation: Situation): Execution {
  const { tool, params, app } = planned;
  // An app-state tool's parameters say what was meant; what was found is what is done.
  const args: Record<string, unknown> = { ...(app?.args ?? params) };
  // A tool's own paths come first; those that a command names are opened by the command itself.
  const own = pathParameters(tool, params).filter(({ isFromCommand }) => !isFromCommand);
  for (const [index, { parameter, path }] of own.entries())
    args[parameter] = situation.resolvedPaths?.[index]?.real ?? path;
  const activeWindow = situation.windows?.find(({ active }) => active)?.id ?? 0;
  return {
    args,
    // The app-state tools name the window that the keys are for, and give it the keyboard first.
    ...(KEYBOARD.has(tool.id) && app === null ? { activeWindow } : {}),
    realPaths: own.length > 0,
    ...howItRuns(planned, situation),
  };
}

function howItRuns(
  { tool, params }: PlannedAction,
  { directories, policy, canConfine, isApproved }: Situation,
): Pick<Execution, "confine" | "isUnwatched" | "note"> {
  const analysis = tool.id === "computer_process_start" ? analyseStart(params, policy.allowedDirectories.value) : null;
  if (analysis === null) return { confine: null, isUnwatched: false, note: null };
  const { confinement } = analysis;
  const asItIs = { confine: null, isUnwatched: true, note: "runs in the desktop as it is" };
  if (confinement.kind === "plain") return asItIs;
  // Gate 5 asked for exactly this; anything else is told to be confined, and refused by an executor that cannot.
  if (!canConfine && isApproved && policy.confinement.value === "preferred") return asItIs;
  const writable = given(confinement.writable, directories);
  const readable = given(confinement.readable, directories);
  return {
    confine: { writable, readable, hidden: hiddenNames(analysis) },
    isUnwatched: false,
    note: `runs confined; may write: ${listed(writable)}; may read: ${listed(readable)}`,
  };
}

/** Those that are there, without a link in their path: where one leads is not what policy names. */
function given(wanted: readonly string[], directories: readonly ResolvedPath[]): string[] {
  return wanted.filter((directory) =>
    directories.some(
      ({ path, real, type }) => path === directory && type === "directory" && real === normalisePath(directory),
    ),
  );
}

const listed = (directories: readonly string[]): string => directories.join(", ") || "nothing";
