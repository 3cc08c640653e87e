import { type Action, type Evaluation, type Explanation, OUTCOMES, type Outcome } from "@deskfleet/contracts";
import { evaluate } from "./evaluate.ts";
import { mergePolicies } from "./merge-policies.ts";
import { type PossibleChange, possibleChanges, type Situation } from "./possible-changes.ts";

/** Behind one obstacle there may be another; nobody stacks more. */
const ROUNDS_MAX = 6;
const CHANGES_MAX = 60;
/** Judging takes time by the length of the text (characters): of a longer one less is tried, of a very long one nothing. */
const TEXT_LENGTH_SHORT = 1_000;
const TEXT_LENGTH_MAX = 8_192;

/** The evaluation of an action, and what would make its outcome milder. Every answer was tried: pure, nothing is done. */
export function whatWouldChange(action: Action, situation: Situation): Omit<Explanation, "step"> {
  const judge = ({ context, layers }: Situation): Evaluation => evaluate(action, context, mergePolicies(layers));
  const before = judge(situation);
  const answer = { ...before, policyVersion: mergePolicies(situation.layers).version };
  if (before.outcome === "allow") return { ...answer, changes: [], together: null, isFinal: false };

  const outcomeWith: Try = (changes) =>
    judge(changes.reduce((changed, each) => each.apply(changed), situation)).outcome;
  const all = everything(action, situation, before, judge);
  const singles = all
    .map((change) => ({ change, outcome: outcomeWith([change]) }))
    .filter(({ outcome }) => isMilder(outcome, before.outcome));
  // What lasts comes first: a person's approval is good for one action, and mostly possible anyway.
  const lasting = all.filter(({ kind }) => kind !== "approval");
  const together =
    jointly(lasting, singles, outcomeWith, (best) => best === "allow") ??
    jointly(all, singles, outcomeWith, (best) => isMilder(best, mildest(before, singles)));
  return {
    ...answer,
    changes: singles.map(({ change, outcome }) => ({ ...told(change), outcome })),
    together,
    isFinal: all.length > 0 && singles.length === 0 && together === null,
  };
}

function changesMax({ params }: Action): number {
  const { command, argv, text } = params;
  const lengths = [command, argv, text].map(
    (value) => (Array.isArray(value) ? value.join(" ") : `${value ?? ""}`).length,
  );
  const length = Math.max(TEXT_LENGTH_SHORT, ...lengths);
  return length > TEXT_LENGTH_MAX ? 0 : Math.floor((CHANGES_MAX * TEXT_LENGTH_SHORT) / length);
}

type Single = { readonly change: PossibleChange; readonly outcome: Outcome };
type Try = (changes: readonly PossibleChange[]) => Outcome;

/** A smallest set out of these, if together they do enough, and more than each of them alone. */
function jointly(
  all: readonly PossibleChange[],
  singles: readonly Single[],
  outcomeWith: Try,
  isEnough: (best: Outcome) => boolean,
) {
  const best = outcomeWith(all);
  const isOneEnough = singles.some(({ change, outcome }) => all.includes(change) && !isMilder(best, outcome));
  if (!isEnough(best) || isOneEnough) return null;
  return { changes: smallest(all, outcomeWith, best).map(told), outcome: best };
}

const mildest = (before: Evaluation, singles: readonly Single[]): Outcome =>
  singles.reduce((best, { outcome }) => (isMilder(outcome, best) ? outcome : best), before.outcome);

/** All changes that come up when whatever stood in the way is out of it and the next obstacle shows. */
function everything(
  action: Action,
  situation: Situation,
  before: Evaluation,
  judge: (situation: Situation) => Evaluation,
): PossibleChange[] {
  const found = new Map<string, PossibleChange>();
  let [now, evaluation] = [situation, before];
  const max = changesMax(action);
  for (let round = 0; round < ROUNDS_MAX && evaluation.outcome !== "allow" && found.size < max; round += 1) {
    const fresh = possibleChanges(action, now, evaluation).filter(({ says }) => !found.has(says));
    if (fresh.length === 0) break;
    for (const change of fresh) found.set(change.says, change);
    now = fresh.reduce((changed, each) => each.apply(changed), now);
    evaluation = judge(now);
  }
  return [...found.values()].slice(0, max);
}

/** None of them can be left out. */
function smallest(all: readonly PossibleChange[], outcomeWith: Try, best: Outcome): PossibleChange[] {
  // What opens most is left out first: a new `allow`, then directories and programs, and only then what is asked for.
  const order = ["rule_added", "directory_added", "programs_added"];
  const dispensable = all.toSorted((a, b) => rankIn(order, a.kind) - rankIn(order, b.kind));
  return dispensable.reduce<PossibleChange[]>(
    (kept, change) => {
      const without = kept.filter((each) => each !== change);
      return outcomeWith(without) === best ? without : kept;
    },
    [...all],
  );
}

const rankIn = (order: readonly string[], kind: string): number =>
  order.includes(kind) ? order.indexOf(kind) : order.length;
const isMilder = (a: Outcome, b: Outcome): boolean => OUTCOMES.indexOf(a) > OUTCOMES.indexOf(b);
const told = ({ kind, says, layer, path }: PossibleChange) => ({ kind, says, layer, path });
