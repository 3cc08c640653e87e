/** How many tests passed and failed. Skipped ones are neither. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** The part of vitest's JSON report that we read. */
export interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/**
 * A file that could not be loaded, or whose hooks failed, is a failure although none of its tests is; so is an exit
 * code that no test accounts for (an unhandled rejection, a crash before the report).
 */
export function countVitest(report: VitestReport | null, exitCode: number): Counts {
  const brokenFiles =
    report?.testResults.filter(
      ({ status, assertionResults }) =>
        status === "failed" && !assertionResults.some((assertion) => assertion.status === "failed"),
    ).length ?? 0;
  const failed = (report?.numFailedTests ?? 0) + brokenFiles;
  return { passed: report?.numPassedTests ?? 0, failed: failed === 0 && exitCode !== 0 ? 1 : failed };
}

/**
 * Reads what Python's unittest prints at the end of each run, `Ran 12 tests …` and `OK (skipped=1)` or
 * `FAILED (failures=1, errors=2)`. An exit code without a failed test is one failure; so is a run without any test.
 */
export function countUnittest(output: string, exitCode: number): Counts {
  const sum = (pattern: RegExp) => [...output.matchAll(pattern)].reduce((total, match) => total + Number(match[1]), 0);
  const ran = sum(/^Ran (\d+) tests? in /gm);
  const failed = sum(/^FAILED \(.*?failures=(\d+)/gm) + sum(/^FAILED \(.*?errors=(\d+)/gm);
  const skipped = sum(/^(?:OK|FAILED) \(.*?skipped=(\d+)/gm);
  const unaccounted = failed === 0 && (exitCode !== 0 || ran === 0) ? 1 : 0;
  return { passed: Math.max(0, ran - failed - skipped), failed: failed + unaccounted };
}

export function addCounts(counts: readonly Counts[]): Counts {
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
  };
}
