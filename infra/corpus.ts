import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { EffectivePolicy } from "@deskfleet/contracts";
import { CommandRow, judgeCommandRow, judgePathRow, PathRow, type RowVerdict } from "./corpus/judge-row.ts";
import { referencePolicy } from "./corpus/reference-policy.ts";
import { describeScore, type LabelledVerdict, meetsBars } from "./corpus/score.ts";
import { ROOT } from "./setup/paths.ts";
import { runMain } from "./setup/step.ts";

/**
 * `npm run -s corpus -- commands FILE.jsonl` (or `paths`): judges each row under the reference policy, one JSON line a row.
 * `npm run corpus`: scores the samples of packages/gates/corpora. Needs no services and runs none of the commands.
 */
const KINDS = {
  commands: (line: unknown, policy: EffectivePolicy) => {
    const row = CommandRow.parse(line);
    return { row, verdict: judgeCommandRow(row, policy), readonly: row.readonly ?? null, group: row.class ?? "" };
  },
  paths: (line: unknown, policy: EffectivePolicy) => {
    const row = PathRow.parse(line);
    return { row, verdict: judgePathRow(row, policy), readonly: null, group: row.class ?? row.op };
  },
} as const;
type Kind = keyof typeof KINDS;

function linesOf(file: string): unknown[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line): unknown => JSON.parse(line));
}

function print(verdict: RowVerdict): void {
  process.stdout.write(`${JSON.stringify(verdict)}\n`);
}

await runMain(async () => {
  const [kind, file] = process.argv.slice(2);
  const policy = referencePolicy();
  if (kind !== undefined && file !== undefined && Object.hasOwn(KINDS, kind)) {
    // npm changes to the checkout's root; a relative name is meant where the caller stands.
    const path = resolve(process.env.INIT_CWD ?? process.cwd(), file);
    for (const line of linesOf(path)) print(KINDS[kind as Kind](line, policy).verdict);
    return 0;
  }
  if (kind !== undefined) {
    process.stderr.write("usage: npm run -s corpus -- <commands|paths> FILE.jsonl\n");
    return 2;
  }
  let isGood = true;
  for (const name of Object.keys(KINDS) as Kind[]) {
    const rows = linesOf(join(ROOT, `packages/gates/corpora/${name}.jsonl`)).flatMap((line): LabelledVerdict[] => {
      const { row, verdict, readonly, group } = KINDS[name](line, policy);
      return row.expect === undefined ? [] : [{ ...verdict, group, expect: row.expect, expectReadonly: readonly }];
    });
    process.stdout.write(`${describeScore(name, rows)}\n`);
    isGood &&= meetsBars(rows);
  }
  process.stdout.write(isGood ? "The bars are met.\n" : "A bar is not met.\n");
  return isGood ? 0 : 1;
});
