import { readFileSync } from "node:fs";
import type { AuditContext } from "@deskfleet/contracts";
import { type ActiveRules, audit, factsOf, judge, mergePacks, SHIPPED_RULES, shippedCases } from "@deskfleet/gates";
import { cacheKey, VerdictCache } from "@deskfleet/worker";
import { ROOT } from "../../support/source-files.ts";
import { timing } from "../measure.ts";
import { ms, type Section } from "../report.ts";

/** Milliseconds of the processor that the rules may take for one action: the same on a machine that does other things as well. */
const P99_MAX = 5;
const PAGE_LENGTH = 8_000;
const PROSE = readFileSync(`${ROOT}/docs/architecture.md`, "utf8");
/** As a session keeps: more pages than that are judged again. */
const PAGES_AT_ONCE = 32;

/** The auditor's own time for one action: what only looks, the rules on the shipped samples, and a page that was judged before. */
export async function auditorSection(): Promise<Section> {
  const rules = mergePacks([SHIPPED_RULES]);
  const contexts = shippedCases().map(({ context }) => context);
  const passive = contexts.map((context): AuditContext => ({ ...context, action: "scroll" }));
  const long = contexts.map((context) => ({
    ...context,
    page: { ...context.page, text: longPage(context.page.text) },
  }));
  const rows = [
    ["fast path: what only looks", measured(passive, (context) => audit(context, rules))],
    [`rules, ${contexts.length} samples`, measured(contexts, (context) => audit(context, rules))],
    [
      `rules, samples on a page of ${PAGE_LENGTH} characters`,
      measured(long, (context) => audit(context, rules)),
      false,
    ],
    ["verdict known: key and look-up", knownAgain(contexts, rules)],
  ] as const;
  return {
    title: `Auditor, processor time of one action (ratio: p99 of ${P99_MAX} ms)`,
    rows: rows.map(([what, samples, isBound = true]) => {
      const p99 = samples.toSorted((a, b) => a - b)[Math.floor(samples.length * 0.99)] ?? Number.NaN;
      return {
        ...{ what: `${what}: p50, p99`, ours: `${ms(timing(samples).p50)}, ${ms(p99)}`, ratio: p99 / P99_MAX },
        ...(isBound ? { target: { at: "most", ratio: 1 } as const } : {}),
      };
    }),
  };
}

/** Each context five times, after two rounds that do not count. */
function measured(contexts: readonly AuditContext[], run: (context: AuditContext) => unknown): number[] {
  const samples: number[] = [];
  for (let round = -2; round < 5; round++)
    for (const context of contexts) {
      const before = process.cpuUsage();
      run(context);
      const { user, system } = process.cpuUsage(before);
      if (round >= 0) samples.push((user + system) / 1_000);
    }
  return samples;
}

function knownAgain(contexts: readonly AuditContext[], rules: ActiveRules): number[] {
  const samples: number[] = [];
  for (let from = 0; from < contexts.length; from += PAGES_AT_ONCE) {
    const pages = contexts.slice(from, from + PAGES_AT_ONCE);
    const cache = new VerdictCache();
    for (const context of pages) {
      const judged = factsOf(context);
      const verdict = judge(context, judged, rules);
      cache.keep(cacheKey(context, rules.version, false), context, { judged, verdict, opinion: null });
    }
    samples.push(
      ...measured(pages, (context) => {
        if (cache.find(cacheKey(context, rules.version, false), context) === null)
          throw new Error("the verdict is not known");
      }),
    );
  }
  return samples;
}

/** The page of a sample with ordinary prose behind it, as long as what is read around most targets. */
const longPage = (text: string): string => `${text}\n${PROSE}`.slice(0, PAGE_LENGTH);
