export { createAnchorEngine } from "./anchors/anchor-engine.ts";
export { readScreen, ScreenReadings } from "./auditor/screen/read-screen.ts";
export { cacheKey, VerdictCache } from "./auditor/verdict-cache.ts";
export { type Config, readConfig } from "./config.ts";
export { deliverFrame } from "./content/deliver-frame.ts";
export { createLogger } from "./log.ts";
export { FrameLedger } from "./sessions/frame-ledger.ts";
export { type RunningWorker, startWorker } from "./start-worker.ts";
