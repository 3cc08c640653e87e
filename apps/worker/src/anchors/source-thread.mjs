import { workerData } from "node:worker_threads";
import { register } from "tsx/esm/api";

// Where the sources run as they are: `--import tsx` does nothing in a thread, so the thread asks for it itself.
register();
await import(workerData.entry);
