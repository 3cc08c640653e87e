import { readConfig } from "./config.ts";
import { createLogger } from "./log.ts";
import { startWorker } from "./start-worker.ts";

/** A drain that hangs ends here; what is left is put right by the reconciler and the reaper. */
const DRAIN_MS_MAX = 60_000;

const config = readConfig(process.env);
const log = createLogger(config.logLevel);
process.on("unhandledRejection", (err) => {
  log.fatal({ err }, "an error was not handled");
  process.exit(1);
});

const worker = await startWorker(config, log).catch((err: unknown) => {
  log.fatal({ err }, "the worker could not start");
  process.exit(1);
});
// Whoever started us waits for this line, whatever the log level is.
process.stdout.write(`${JSON.stringify({ level: 30, time: Date.now(), msg: "ready", url: worker.url })}\n`);

let isStopping = false;
async function stop(signal: NodeJS.Signals): Promise<void> {
  if (isStopping) process.exit(1); // asked twice: at once
  isStopping = true;
  log.info({ signal }, "draining");
  setTimeout(() => process.exit(1), DRAIN_MS_MAX).unref();
  await worker.close();
  log.info({}, "stopped");
  process.exit(0);
}
process.on("SIGTERM", (signal) => void stop(signal));
process.on("SIGINT", (signal) => void stop(signal));
