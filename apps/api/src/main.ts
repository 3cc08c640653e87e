import pino from "pino";
import { type Config, readConfig } from "./config.ts";
import { describeError } from "./http/describe-error.ts";
import { startApi } from "./start-api.ts";

const config = readEnvironment();
const logger = pino({ level: config.logLevel, base: { app: "api" } });
process.on("unhandledRejection", (error) => {
  logger.fatal({ error: describeError(error) }, "an error was not handled");
  process.exit(1);
});

const api = await startApi(config, logger).catch((error: unknown) => {
  logger.fatal({ error: describeError(error) }, "the API could not start");
  process.exit(1);
});
// Whoever started this waits for the line, whatever the log level is.
logger.child({}, { level: "info" }).info({ url: api.url }, "ready");

let isEnding = false;
async function end(signal: NodeJS.Signals): Promise<void> {
  // Asked twice: at once.
  if (isEnding) process.exit(1);
  isEnding = true;
  logger.info({ signal }, "ending");
  await api.close();
  process.exit(0);
}
process.on("SIGTERM", (signal) => void end(signal));
process.on("SIGINT", (signal) => void end(signal));

function readEnvironment(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
}
