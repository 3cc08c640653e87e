import { threadId } from "node:worker_threads";
import { serve } from "./serve.ts";

export interface TestJob {
  readonly do: "answer" | "fault" | "die" | "leave" | "hang";
  /** The first so many times; after it, it answers. Shared between threads. */
  readonly times: SharedArrayBuffer;
}

/** For tests: a thread whose jobs go wrong as often as they say. Answers its own id. */
serve(
  (job: TestJob) => {
    const left = Atomics.sub(new Int32Array(job.times), 0, 1);
    if (left <= 0 || job.do === "answer") return threadId;
    if (job.do === "fault") throw new RangeError("that cannot be");
    if (job.do === "leave") process.exit(3);
    if (job.do === "die") throw new Error("the thread breaks");
    for (;;);
  },
  (error) => (error instanceof RangeError ? error.message : null),
);
