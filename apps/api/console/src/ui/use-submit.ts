import { useState } from "react";
import { type Problem, toProblem } from "../client/problem.ts";

interface Submit {
  readonly isBusy: boolean;
  /** Why the last try did not go well. */
  readonly problem: Problem | null;
  /** Does the work unless it is being done already. @returns what it gave; null when it did not go well */
  run<T>(work: () => Promise<T>): Promise<T | null>;
  forget(): void;
}

/** One thing that a form asks of the API, with what came of it. */
export function useSubmit(): Submit {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const run = async <T>(work: () => Promise<T>): Promise<T | null> => {
    setIsBusy(true);
    setProblem(null);
    try {
      return await work();
    } catch (error) {
      setProblem(toProblem(error));
      return null;
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, problem, run, forget: () => setProblem(null) };
}
