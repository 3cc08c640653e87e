import type { StepReport } from "./step.ts";

/** A step's report that keeps what was said instead of printing it. */
export function quietReport(): StepReport & { readonly said: string[] } {
  const said: string[] = [];
  return {
    said,
    progress: (line) => void said.push(line),
    skip: (detail) => void said.push(`skipped, ${detail}`),
    done: (detail) => void said.push(`done, ${detail}`),
  };
}
