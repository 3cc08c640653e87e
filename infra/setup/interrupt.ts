/**
 * Resolves with "interrupted" at the first Ctrl-C or SIGTERM; further ones only say that stopping is under way, so that
 * an impatient second Ctrl-C does not leave containers behind.
 */
export function untilInterrupted(): Promise<"interrupted"> {
  return new Promise((resolvePromise) => {
    let count = 0;
    const interrupt = () => {
      count += 1;
      if (count === 1) resolvePromise("interrupted");
      else process.stderr.write("  still stopping: running work is given time to end\n");
    };
    process.on("SIGINT", interrupt);
    process.on("SIGTERM", interrupt);
    process.on("SIGHUP", interrupt);
  });
}
