import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export interface CommandResult {
  /** null when a signal ended it. */
  readonly exitCode: number | null;
  readonly stdout: string;
  /** The last lines of stdout and stderr together, for a failure's message. */
  readonly tail: string;
}

const TAIL_LINES = 15;

/** Runs a program without a shell; `onLine` sees each line of its output as it comes. Rejects when it cannot be started. */
export function runProgram(
  argv: readonly [string, ...string[]],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; uid?: number; gid?: number; onLine?: (line: string) => void } = {},
): Promise<CommandResult> {
  const [program, ...args] = argv;
  const { onLine, ...spawnOptions } = options;
  return new Promise((resolvePromise, reject) => {
    const child = spawn(program, args, { ...spawnOptions, stdio: ["ignore", "pipe", "pipe"] });
    const out: string[] = [];
    const tail: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on("line", (line) => {
        if (stream === child.stdout) out.push(line);
        tail.push(line);
        if (tail.length > TAIL_LINES) tail.shift();
        onLine?.(line);
      });
    }
    child.once("error", reject);
    child.once("close", (exitCode) => resolvePromise({ exitCode, stdout: out.join("\n"), tail: tail.join("\n") }));
  });
}
