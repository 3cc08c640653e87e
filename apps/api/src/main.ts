import pino from "pino";
import { readConfig } from "./config.ts";
import { startApi } from "./start-api.ts";

const config = readConfig(process.env);
const logger = pino({ level: config.logLevel, base: { app: "api" } });
const api = await startApi(config, logger);
// Whoever started this waits for the line, whatever the level.
logger.child({}, { level: "info" }).info({ url: api.url }, "ready");

let isEnding = false;
for (const signal of ["SIGTERM", "SIGINT"] as const)
  process.on(signal, async () => {
    // A second signal while the first is at work: the person does not want to wait.
    if (isEnding) process.exit(1);
    isEnding = true;
    logger.info({ signal }, "ending");
    await api.close();
    process.exit(0);
  });
