import { z } from "zod";
import { defineTool } from "./definition.ts";

const common = {
  category: "process",
  enabled: true,
  isReadOnly: false,
  isConcurrencySafe: false,
  outputBytesMax: 262_144,
  redactedParameters: [],
  timeoutMs: 60_000,
  role: "operator",
  exposure: "listed",
  prompt: "",
} as const;

/** Exactly one of `app` (an id of the image's application registry), `argv` and `command` (shell text). */
export const ProcessStart = z
  .strictObject({
    app: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,63}$/)
      .optional(),
    argv: z.array(z.string().max(8_192)).min(1).max(256).optional(),
    command: z.string().min(1).max(65_536).optional(),
    cwd: z.string().min(1).max(4_096).default("/workspace"),
    env: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/), z.string().max(32_768)).default({}),
    /** true: wait for the end and return the output; false: return once it runs. An `app` is never waited for. */
    wait: z.boolean().default(true),
    timeoutMs: z.number().int().min(100).max(3_600_000).default(30_000),
    outputBytesMax: z.number().int().min(1).max(262_144).default(65_536),
  })
  .refine((p) => [p.app, p.argv, p.command].filter((v) => v !== undefined).length === 1, {
    message: "exactly one of app, argv and command is needed",
  });

export const processTools = [
  defineTool({
    ...common,
    id: "computer_process_list",
    title: "List processes",
    description: "The processes of the session's user.",
    prompt: "Without the `titles` consent only names, times and memory are answered.",
    exposure: "deferred",
    parameters: z.strictObject({}),
    result: z.strictObject({
      processes: z.array(
        z.strictObject({
          /** null without the `titles` consent; then `argv` is empty too. */
          pid: z.number().int().nullable(),
          name: z.string(),
          argv: z.array(z.string()),
          startedAt: z.string(),
          memoryBytes: z.number().int(),
        }),
      ),
    }),
    mapResult: ({ processes }, { mayReadTitles }) => ({
      // Process 1 is the sandbox's own: its name says what the sandbox is made of.
      processes: mayReadTitles
        ? processes
        : processes.filter(({ pid }) => pid !== 1).map((process) => ({ ...process, pid: null, argv: [] })),
    }),
    risk: "R0_READ",
    grant: null,
    isReadOnly: true,
    isConcurrencySafe: true,
    timeoutMs: 10_000,
  }),
  defineTool({
    ...common,
    id: "computer_process_start",
    title: "Start a program",
    description:
      "Starts an application of the image by id (`app`), a program by its arguments (`argv`) or shell text (`command`), as far as policy allows.",
    prompt:
      "Prefer an `app` id: it is asked once and then kept. An `app` is not waited for; see computer_window_list for its window.",
    exposure: "simple",
    parameters: ProcessStart,
    result: z.strictObject({
      pid: z.number().int(),
      /** null while it runs, or when a signal ended it. */
      exitCode: z.number().int().nullable(),
      signal: z.string().nullable(),
      stdout: z.string(),
      stderr: z.string(),
      truncated: z.boolean(),
      timedOut: z.boolean(),
    }),
    risk: "R2_LOCAL_STATE",
    grant: "write",
    redactedParameters: ["env"],
  }),
  defineTool({
    ...common,
    id: "computer_process_terminate",
    title: "End a program",
    description:
      "Ends a process of the session's user (SIGTERM, with `force` SIGKILL); never the display or the executor.",
    prompt: "The pid is in the answer of computer_process_start.",
    exposure: "deferred",
    parameters: z.strictObject({ pid: z.number().int().min(2), force: z.boolean().default(false) }),
    result: z.strictObject({ pid: z.number().int(), ended: z.boolean() }),
    risk: "R2_LOCAL_STATE",
    grant: "write",
    timeoutMs: 10_000,
  }),
] as const;
