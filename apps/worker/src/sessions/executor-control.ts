import {
  ClipboardReply,
  LocatedApps,
  RecordedFrame,
  type ResolvedPath,
  TerminalReply,
  type TerminalState,
  TextExtents,
  VisibleTexts,
} from "@deskfleet/contracts";
import type { ExecutorClient } from "@deskfleet/desktop";
import { z } from "zod";
import { toFleetError } from "./rpc-faults.ts";

/**
 * The executor's control methods: all that reaches an executor beside the tools, which only perform.ts calls. None of
 * them changes what is on the screen, except that `stop` releases what is held.
 * Failures are FleetErrors of the one table (rpc-faults.ts).
 */
const CONTROL_TIMEOUT_MS = 5_000;
/** The executor gives up a look itself after five seconds. One that it does not answer is no reason to call it dead. */
const RECORD_TIMEOUT_MS = 30_000;
/** Of one request, as the executor takes them. */
const PATHS_MAX = 1_000;
const PATH_CHARACTERS_MAX = 4_096;
/** Around a pointer action's target, device pixels: a button, not the clock in the panel. */
const DIGEST_RADIUS = 24;

const Resolved = z.object({
  resolved: z.array(
    z.object({
      path: z.string(),
      real: z.string().nullable(),
      /** Null when there is nothing; a word that is not known counts as `other`, which gates refuse. */
      type: z
        .enum(["file", "directory", "symlink", "fifo", "device", "socket", "other", "missing"])
        .nullable()
        .catch("other"),
    }),
  ),
});
const Instructions = z.object({ text: z.string().nullable() });
const Digest = z.object({ digest: z.string().min(16).max(128) });

/** Sets the fencing token; from now on the executor refuses a lower one. */
export async function setLease(executor: ExecutorClient, token: number): Promise<void> {
  await control(executor, "lease", { token }, z.unknown());
}

/** Works while a call runs: keys and buttons released, pointer parked, every tool call fails until `resumeExecutor`. */
export async function stopExecutor(executor: ExecutorClient): Promise<void> {
  await control(executor, "stop", {}, z.unknown());
}

export async function resumeExecutor(executor: ExecutorClient): Promise<void> {
  await control(executor, "resume", {}, z.unknown());
}

/**
 * One answer per path, in order; a path that the executor said nothing about counts as missing, and so does one that it
 * would not even read. One request for each way to treat the last component, as far as a request goes.
 */
export async function resolvePaths(
  executor: ExecutorClient,
  paths: readonly { readonly path: string; readonly followsLastLink: boolean }[],
): Promise<ResolvedPath[]> {
  const [followed, kept] = await Promise.all(
    [true, false].map((followLast) => {
      const names = paths.filter((each) => each.followsLastLink === followLast && isReadable(each.path));
      return resolveAll(executor, [...new Set(names.map(({ path }) => path))], followLast);
    }),
  );
  return paths.map(({ path, followsLastLink }) => {
    const answer = (followsLastLink ? followed : kept)?.get(path);
    return { path, real: answer?.real ?? null, type: answer?.type ?? "missing" };
  });
}

async function resolveAll(
  executor: ExecutorClient,
  names: readonly string[],
  followLast: boolean,
): Promise<ReadonlyMap<string, z.infer<typeof Resolved>["resolved"][number] | undefined>> {
  const answers = new Map<string, z.infer<typeof Resolved>["resolved"][number] | undefined>();
  for (let start = 0; start < names.length; start += PATHS_MAX) {
    const paths = names.slice(start, start + PATHS_MAX);
    const { resolved } = await control(executor, "resolve_paths", { paths, followLast }, Resolved);
    for (const [index, path] of paths.entries()) answers.set(path, resolved[index]);
  }
  return answers;
}

/** The executor refuses a whole request for one path that is none. */
const isReadable = (path: string): boolean =>
  path !== "" && path.length <= PATH_CHARACTERS_MAX && !/[\0\p{Surrogate}]/u.test(path);

/** What reads the keys of a terminal emulator's window. */
export async function readTerminal(
  executor: ExecutorClient,
  windowId: number,
): Promise<Pick<TerminalState, "cwd" | "foreground">> {
  return control(executor, "terminal_state", { windowId }, TerminalReply);
}

/** The applications that a caller's word means, the most likely first. A finding of the desktop's: no permission rests on it. */
export async function findApps(executor: ExecutorClient, app: string): Promise<LocatedApps> {
  return control(executor, "locate_app", { app }, LocatedApps);
}

/** What the image has to say of an application, by the id of its state; null: nothing. */
export async function readInstructions(executor: ExecutorClient, app: string): Promise<string | null> {
  return (await control(executor, "app_instructions", { app }, Instructions)).text;
}

/** What was copied on the desktop, as it is: nobody has masked anything in it yet. */
export async function readClipboard(executor: ExecutorClient): Promise<ClipboardReply> {
  return control(executor, "read_clipboard", {}, ClipboardReply);
}

/** Texts of visible windows and their places, as they are: for gate 8 itself. */
export async function readVisibleTexts(executor: ExecutorClient): Promise<VisibleTexts> {
  return control(executor, "visible_texts", {}, VisibleTexts);
}

/** Characters of a text that an application shows, by its key; `end` is the first one behind them. */
export interface TextRange {
  readonly pid: number;
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

/** Where characters of such texts stand; null for what the application does not say. At most 500. */
export async function readTextExtents(
  executor: ExecutorClient,
  ranges: readonly TextRange[],
): Promise<z.infer<typeof TextExtents>["extents"]> {
  const { extents } = await control(executor, "text_extents", { ranges }, TextExtents);
  return ranges.map((_, index) => extents[index] ?? null);
}

/** SHA-256 of the pixels around each point, for approvals: what the person saw must still be there. */
export async function digestTargets(
  executor: ExecutorClient,
  points: readonly { readonly x: number; readonly y: number }[],
): Promise<string[]> {
  return Promise.all(
    points.map(
      async ({ x, y }) => (await control(executor, "target_digest", { x, y, radius: DIGEST_RADIUS }, Digest)).digest,
    ),
  );
}

/** The whole screen for the recording; no payload: it shows what the frame `ifChangedFrom` showed. Also while stopped. */
export async function recordFrame(
  executor: ExecutorClient,
  ifChangedFrom: string | null,
): Promise<RecordedFrame & { readonly payload: Buffer | null }> {
  const params = ifChangedFrom === null ? {} : { ifChangedFrom };
  try {
    const { result, payload } = await executor.call("record_frame", params, { timeoutMs: RECORD_TIMEOUT_MS });
    return { ...RecordedFrame.parse(result), payload };
  } catch (error) {
    throw toFleetError(error);
  }
}

async function control<S extends z.ZodType>(
  executor: ExecutorClient,
  method: string,
  params: unknown,
  answer: S,
): Promise<z.output<S>> {
  try {
    return answer.parse((await executor.call(method, params, { timeoutMs: CONTROL_TIMEOUT_MS })).result);
  } catch (error) {
    throw toFleetError(error);
  }
}
