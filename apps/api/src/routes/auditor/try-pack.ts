import { setImmediate as nextTurn } from "node:timers/promises";
import { type AuditCase, type CaseScore, type Fault, RulePackDocument, toFaults } from "@deskfleet/contracts";
import {
  type ActiveRules,
  factsOf,
  type JudgedCase,
  mergePacks,
  packOf,
  type RulePack,
  SHIPPED_RULES,
  scoreCases,
  shippedCases,
} from "@deskfleet/gates";
import type { ActivePack } from "@deskfleet/store";
import { packFaults } from "./pack-faults.ts";

/** Cases are judged for so many milliseconds, then other requests have their turn. */
const SLICE_MS = 5;

/** A stored pack as rules, or what makes it of no use now: facts come and go with versions of the gates. */
export async function readPack({
  name,
  version,
  document,
}: ActivePack): Promise<{ pack: RulePack } | { faults: Fault[] }> {
  const parsed = RulePackDocument.safeParse(document);
  if (!parsed.success) return { faults: toFaults(parsed.error) };
  const pack = packOf(name, version, parsed.data);
  const faults = await packFaults(pack);
  return faults.length > 0 ? { faults } : { pack };
}

/** The rules as workers merge them: a stored pack that cannot be used is left out there, too. */
export async function rulesWith(packs: readonly ActivePack[]): Promise<ActiveRules> {
  const usable: RulePack[] = [];
  for (const stored of packs) {
    const read = await readPack(stored);
    if ("pack" in read) usable.push(read.pack);
  }
  return mergePacks([SHIPPED_RULES, ...usable]);
}

export interface Trial {
  readonly before: CaseScore;
  readonly after: CaseScore;
}

/** The shipped samples and the tenant's cases, read in portions, judged by the rules in force and by those to come. */
export async function tryRules(
  rules: { before: ActiveRules; after: ActiveRules },
  portions: AsyncIterable<readonly AuditCase[]>,
): Promise<Trial> {
  const trial = { before: emptyScore(), after: emptyScore() };
  const judge = async (cases: readonly JudgedCase[]) => {
    let sinceMs = performance.now();
    for (const one of cases) {
      const facts = factsOf(one.context);
      add(
        trial.before,
        scoreCases([one], rules.before, () => facts),
      );
      add(
        trial.after,
        scoreCases([one], rules.after, () => facts),
      );
      if (performance.now() - sinceMs < SLICE_MS) continue;
      await nextTurn();
      sinceMs = performance.now();
    }
  };
  await judge(shippedCases());
  for await (const portion of portions) await judge(portion);
  return trial;
}

/** The same cases were judged: less recall on high risk, or more false alarms. */
export const isWorse = ({ before, after }: Trial): boolean =>
  after.stopped < before.stopped || after.falseAlarms > before.falseAlarms;

const emptyScore = (): CaseScore => scoreCases([], mergePacks([]));

function add(total: CaseScore, { wrong, ...counts }: CaseScore): void {
  for (const key of Object.keys(counts) as (keyof typeof counts)[]) total[key] += counts[key];
  total.wrong.push(...wrong);
}
