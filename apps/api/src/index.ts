export { type Config, readConfig } from "./config.ts";
export { type RunningApi, startApi } from "./start-api.ts";
