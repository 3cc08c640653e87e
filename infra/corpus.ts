import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { EffectivePolicy } from "@deskfleet/contracts";
import { judgeCases } from "./corpus/audit-cases.ts";
import { InjectionRow, judgeInjectionRow, judgeSessionRow, SessionRow } from "./corpus/audit-rows.ts";
import { describeAudit, describeRuns } from "./corpus/audit-score.ts";
import { CommandRow, judgeCommandRow, judgePathRow, PathRow } from "./corpus/judge-row.ts";
import { judgeLines, linesOf } from "./corpus/lines.ts";
import { referencePolicy } from "./corpus/reference-policy.ts";
import { sampleModules } from "./corpus/sample-modules.ts";
import { describeScore, type LabelledVerdict, meetsBars } from "./corpus/score.ts";
import { describeSecrets, judgeSecretRow, meetsSecretBars, SecretRow, scoreSecrets } from "./corpus/secret-rows.ts";
import { ROOT } from "./setup/paths.ts";
import { runMain } from "./setup/step.ts";

/**
 * `npm run -s corpus -- commands FILE.jsonl` (or `paths`, `secrets`, `injections`, `sessions`): judges each row under the reference policy, one JSON line
 * a row.
 * `npm run -s corpus -- cases FILE.jsonl`: judges the auditor's cases (`GET /v1/auditor/cases.jsonl`) by the shipped rules, and says on standard error how
 * they do.
 * `npm run -s corpus -- samples`: writes the samples of injections into packages/gates/src/auditor/cases.
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

/** Corpora with answers of their own: what is printed for a row, and how the samples do. */
interface OwnCorpus {
  readonly judge: (line: unknown, policy: EffectivePolicy) => unknown;
  readonly score: (
    title: string,
    lines: readonly unknown[],
    policy: EffectivePolicy,
  ) => { readonly said: string; readonly isGood: boolean };
}
const OWN: Record<string, OwnCorpus> = {
  injections: {
    judge: (line) => judgeInjectionRow(InjectionRow.parse(line)),
    score: (title, lines) =>
      describeAudit(
        title,
        lines
          .map((line) => InjectionRow.parse(line))
          .map((row) => ({ id: row.id, verdict: judgeInjectionRow(row).verdict, expect: row.expect ?? "block" })),
      ),
  },
  sessions: {
    judge: (line, policy) => {
      const { id, verdicts } = judgeSessionRow(SessionRow.parse(line), policy);
      return { id, verdicts };
    },
    score: (title, lines, policy) =>
      describeRuns(
        title,
        lines
          .map((line) => SessionRow.parse(line))
          .map((row) => ({
            ...{ id: row.id, verdicts: judgeSessionRow(row, policy).verdicts },
            expect: row.steps.map(({ expect }) => expect ?? "block"),
          })),
      ),
  },
  secrets: {
    judge: (line) => judgeSecretRow(SecretRow.parse(line)),
    score: (title, lines) => {
      const rows = lines.map((line) => SecretRow.parse(line)).map((row) => ({ row, found: judgeSecretRow(row).spans }));
      const score = scoreSecrets(rows);
      return { said: describeSecrets(title, score), isGood: meetsSecretBars(score) };
    },
  },
};

/** What judges a line of this kind; undefined where there is no such kind. */
function judgeOf(kind: string, policy: EffectivePolicy): ((line: unknown) => unknown) | undefined {
  if (Object.hasOwn(KINDS, kind)) return (line) => KINDS[kind as Kind](line, policy).verdict;
  return Object.hasOwn(OWN, kind) ? (line) => OWN[kind]!.judge(line, policy) : undefined;
}

await runMain(async () => {
  const [kind, file] = process.argv.slice(2);
  const policy = referencePolicy();
  const judge = kind === undefined ? undefined : judgeOf(kind, policy);
  // npm changes to the checkout's root; a relative name is meant where the caller stands.
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), file ?? "");
  if (judge !== undefined && file !== undefined) {
    const write = {
      print: (text: string) => process.stdout.write(text),
      complain: (text: string) => process.stderr.write(text),
    };
    return judgeLines(path, judge, write) === 0 ? 0 : 1;
  }
  if (kind === "cases" && file !== undefined) {
    const { answers, score } = judgeCases(linesOf(path));
    for (const answer of answers) process.stdout.write(`${JSON.stringify(answer)}\n`);
    process.stderr.write(`${JSON.stringify(score)}\n`);
    return 0;
  }
  if (kind === "samples") {
    for (const module of sampleModules()) writeFileSync(join(ROOT, module.path), module.text);
    return 0;
  }
  if (kind !== undefined) {
    process.stderr.write(
      `usage: npm run -s corpus -- <${[...Object.keys(KINDS), ...Object.keys(OWN), "cases"].join("|")}> FILE.jsonl\n`,
    );
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
  for (const [name, { score }] of Object.entries(OWN)) {
    const scored = score(name, linesOf(join(ROOT, `packages/gates/corpora/${name}.jsonl`)), policy);
    process.stdout.write(`${scored.said}\n`);
    isGood &&= scored.isGood;
  }
  process.stdout.write(isGood ? "The bars are met.\n" : "A bar is not met.\n");
  return isGood ? 0 : 1;
});
