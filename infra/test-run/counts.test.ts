import { describe, expect, it } from "vitest";
import { addCounts, countUnittest, countVitest } from "./counts.ts";

const file = (status: string, ...tests: string[]) => ({ status, assertionResults: tests.map((t) => ({ status: t })) });

describe("vitest's report", () => {
  it.each([
    ["no report is a failure", null, 1, { passed: 0, failed: 1 }],
    ["no report is no failure only if vitest says so", null, 0, { passed: 0, failed: 0 }],
    [
      "a file that does not load is a failure",
      { numPassedTests: 3, numFailedTests: 0, testResults: [file("passed", "passed"), file("failed")] },
      1,
      { passed: 3, failed: 1 },
    ],
    [
      "a failing hook is a failure although its tests are only skipped",
      { numPassedTests: 0, numFailedTests: 0, testResults: [file("failed", "skipped", "pending")] },
      1,
      { passed: 0, failed: 1 },
    ],
    [
      "an unhandled rejection is a failure",
      { numPassedTests: 3, numFailedTests: 0, testResults: [file("passed", "passed")] },
      1,
      { passed: 3, failed: 1 },
    ],
    [
      "failed tests are not counted twice by their file",
      { numPassedTests: 1, numFailedTests: 2, testResults: [file("failed", "failed", "failed", "passed")] },
      1,
      { passed: 1, failed: 2 },
    ],
  ] as const)("%s", (_name, report, exitCode, counts) => {
    expect(countVitest(report, exitCode)).toEqual(counts);
  });
});

describe("unittest's output", () => {
  it.each([
    ["nothing that ran is a failure", "", 0, { passed: 0, failed: 1 }],
    ["a run of no tests is a failure", "Ran 0 tests in 0.000s\n\nOK\n", 0, { passed: 0, failed: 1 }],
    ["a crash after the tests is a failure", "Ran 4 tests in 0.1s\n\nOK\n", 139, { passed: 4, failed: 1 }],
    ["failures and errors add up", "Ran 9 tests in 1s\n\nFAILED (failures=1, errors=2)\n", 1, { passed: 6, failed: 3 }],
    ["skipped ones did not pass", "Ran 5 tests in 1s\n\nOK (skipped=2)\n", 0, { passed: 3, failed: 0 }],
    [
      "two runs add up",
      "Ran 5 tests in 1s\n\nOK\nRan 1 test in 1s\n\nFAILED (errors=1)\n",
      1,
      { passed: 5, failed: 1 },
    ],
  ])("%s", (_name, output, exitCode, counts) => {
    expect(countUnittest(output, exitCode)).toEqual(counts);
  });
});

it("counts of several runs add up", () => {
  expect(
    addCounts([
      { passed: 2, failed: 0 },
      { passed: 1, failed: 3 },
    ]),
  ).toEqual({ passed: 3, failed: 3 });
});
