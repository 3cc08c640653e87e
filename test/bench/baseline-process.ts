import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

/** The baselines of a program beside this file in a running desktop, over one `docker exec`, one call at a time. */
export class BaselineProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #answers: AsyncIterator<string>;

  constructor(containerId: string, file: "baseline.py" | "naive_atspi.py" = "baseline.py") {
    const program = readFileSync(new URL(file, import.meta.url), "utf8");
    this.#child = spawn("docker", ["exec", "-i", "-u", "1000:1000", containerId, "python3", "-c", program]);
    this.#child.stderr.resume();
    this.#answers = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  async call(op: string, parameters: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    this.#child.stdin.write(`${JSON.stringify({ op, ...parameters })}\n`);
    const { value, done } = await this.#answers.next();
    if (done) throw new Error(`the baseline ended during ${op}`);
    return JSON.parse(value) as Record<string, unknown>;
  }

  close(): void {
    this.#child.stdin.end();
  }
}
