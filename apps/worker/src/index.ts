export { type Config, readConfig } from "./config.ts";
export { createLogger } from "./log.ts";
export { type RunningWorker, startWorker } from "./start-worker.ts";
