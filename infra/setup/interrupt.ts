import { SetupError } from "./step.ts";

export interface Interrupt {
  readonly signal: AbortSignal;
  /** Resolves with "interrupted" at the first Ctrl-C or SIGTERM. */
  readonly happened: Promise<"interrupted">;
}

/**
 * Takes over Ctrl-C, SIGTERM and the closing of the terminal. Further ones only say that stopping is under way, so that an
 * impatient second Ctrl-C leaves nothing behind.
 */
export function onInterrupt(): Interrupt {
  const controller = new AbortController();
  const happened = new Promise<"interrupted">((resolvePromise) => {
    const interrupt = () => {
      if (controller.signal.aborted) process.stderr.write("  still stopping: running work is given time to end\n");
      controller.abort(new SetupError("interrupted", "run it again: what is done already is skipped"));
      resolvePromise("interrupted");
    };
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, interrupt);
  });
  return { signal: controller.signal, happened };
}
