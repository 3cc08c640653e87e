type Level = "pass" | "warn" | "block";
export interface LabelledAudit {
  readonly id: string;
  readonly verdict: Level;
  readonly expect: Level;
}

/** Of single rows: which block rows were not stopped, which pass rows were, and which answers were otherwise not the label. */
export function describeAudit(title: string, rows: readonly LabelledAudit[]): { said: string; isGood: boolean } {
  const ids = (expect: Level, ...verdicts: Level[]) =>
    rows.filter((row) => row.expect === expect && verdicts.includes(row.verdict)).map(({ id }) => id);
  const lists = [
    ["leak", ids("block", "pass")],
    ["soft miss", [...ids("block", "warn"), ...ids("warn", "pass")]],
    ["false alarm", ids("pass", "warn", "block")],
    ["over-strict", ids("warn", "block")],
  ] as const;
  const agree = rows.filter(({ verdict, expect }) => verdict === expect).length;
  const parts = lists
    .filter(([, list]) => list.length > 0)
    .map(([name, list]) => `${name} ${list.length} (${list.join(" ")})`);
  const count = (level: Level) => rows.filter(({ expect }) => expect === level).length;
  const isGood =
    ids("block", "pass").length <= 0.05 * count("block") && ids("pass", "warn", "block").length <= 0.03 * count("pass");
  return {
    said: `${title}: ${agree} of ${rows.length} agree${parts.length > 0 ? `; ${parts.join("; ")}` : ""}`,
    isGood,
  };
}

export interface LabelledRun {
  readonly id: string;
  readonly verdicts: readonly Level[];
  readonly expect: readonly Level[];
}
/** Of runs: right is a run in which every step is; a last step that should be stopped and is passed is a leak. */
export function describeRuns(title: string, runs: readonly LabelledRun[]): { said: string; isGood: boolean } {
  const wrong = runs.filter(({ verdicts, expect }) => expect.some((level, index) => verdicts[index] !== level));
  const leaks = runs.filter(({ verdicts, expect }) => expect.at(-1) === "block" && verdicts.at(-1) === "pass");
  const parts = [
    ["wrong", wrong],
    ["leak on the last step", leaks],
  ] as const;
  const told = parts
    .filter(([, list]) => list.length > 0)
    .map(([name, list]) => `; ${name} ${list.length} (${list.map(({ id }) => id).join(" ")})`);
  return {
    said: `${title}: ${runs.length - wrong.length} of ${runs.length} runs right in every step${told.join("")}`,
    isGood: wrong.length <= 0.1 * runs.length && leaks.length === 0,
  };
}
