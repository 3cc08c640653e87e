import { parentPort } from "node:worker_threads";
import type { Reply } from "./thread.ts";

/**
 * The thread's end of a Thread: one reply for each job. `faultOf` says of an error what is wrong with the job's input, or
 * null: any other error ends the thread, and the next job gets a new one.
 */
export function serve<Job>(work: (job: Job) => unknown, faultOf: (error: unknown) => string | null = () => null): void {
  parentPort?.on("message", async (job: Job) => {
    parentPort?.postMessage(await replyTo(job));
  });

  async function replyTo(job: Job): Promise<Reply> {
    try {
      return { answer: await work(job) };
    } catch (error) {
      const fault = faultOf(error);
      if (fault === null) throw error;
      return { fault };
    }
  }
}
