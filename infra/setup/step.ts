import { FleetError } from "@deskfleet/contracts";

/** Seconds between two "still running" lines of a step that says nothing by itself. */
const HEARTBEAT_S = 10;

/** A set-up step that cannot go on. `remedy` tells the person at the terminal what to do about it. */
export class SetupError extends Error {
  override readonly name = "SetupError";
  readonly remedy: string;
  constructor(message: string, remedy: string, options?: ErrorOptions) {
    super(message, options);
    this.remedy = remedy;
  }
}

/** What a step says while and after it works. Progress goes to stderr: stdout belongs to a command's results. */
export interface StepReport {
  /** One line about what is happening now. */
  progress(line: string): void;
  /** Ends as "skipped" instead of "done"; `detail` says what was found. */
  skip(detail: string): void;
  /** Ends as "done" with this detail. */
  done(detail: string): void;
}

/**
 * Runs one set-up step under a title, with elapsed time and a sign of life every ten seconds.
 * Errors are thrown on; `runCommand` prints them with their remedy.
 */
export async function step<T>(title: string, work: (report: StepReport) => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const elapsed = () => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
  let ending = "done";
  let lastLineAt = performance.now();
  const say = (line: string) => {
    lastLineAt = performance.now();
    process.stderr.write(`  ${line}\n`);
  };
  process.stderr.write(`› ${title}\n`);
  const heartbeat = setInterval(() => {
    if (performance.now() - lastLineAt > HEARTBEAT_S * 1000) say(`still running (${elapsed()})`);
  }, 1000);
  try {
    const result = await work({
      progress: (line) => say(`${line} (${elapsed()})`),
      skip: (detail) => {
        ending = `skipped, ${detail}`;
      },
      done: (detail) => {
        ending = `done, ${detail}`;
      },
    });
    say(`${ending} (${elapsed()})`);
    return result;
  } finally {
    clearInterval(heartbeat);
  }
}

/** Runs a command's main function and turns a failure into text and exit code 1. A result of a number is the exit code. */
export async function runMain(main: () => Promise<number | undefined>): Promise<void> {
  // Whoever reads has seen enough, as `head` has: no fault of the command.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(0);
  });
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    if (error instanceof SetupError) {
      process.stderr.write(`  failed: ${error.message}\n  What to do: ${error.remedy}\n`);
    } else if (error instanceof FleetError) {
      // Its detail is written for people and says what to do; a stack would hide it.
      process.stderr.write(`  failed: ${error.detail} (${error.code})\n`);
    } else {
      process.stderr.write(`  failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    }
    process.exitCode = 1;
  }
}
