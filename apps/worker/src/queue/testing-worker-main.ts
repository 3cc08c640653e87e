import { createLogger } from "../log.ts";
import { startTestWorker } from "./testing-worker.ts";

/** A worker process with desktops in memory, for tests that kill it. Options are JSON in WORKER_OPTIONS. */
const log = createLogger(process.env.DESKFLEET_LOG_LEVEL ?? "silent");
process.on("unhandledRejection", (err) => {
  log.fatal({ err }, "an error was not handled");
  process.exit(1);
});
const worker = await startTestWorker({ ...JSON.parse(process.env.WORKER_OPTIONS ?? "{}"), log });
process.stdout.write('{"msg":"ready"}\n');
process.on("SIGTERM", () => {
  void worker.close().then(() => process.exit(0));
});
