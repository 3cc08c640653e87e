import { type AuditContext, DATA_KINDS, type DataKind } from "@deskfleet/contracts";
import { amountsIn } from "./amounts.ts";
import { secretsAskedFor } from "./asked-secrets.ts";
import { differences } from "./details.ts";
import { type Directive, directivesIn, directivesOf } from "./directive.ts";
import { follows, followsInField } from "./follows.ts";
import { type Goal, goalOf, isAsked } from "./goal.ts";
import { hiddenEffects } from "./hidden-effect.ts";
import { ledgerFacts } from "./ledger-facts.ts";
import type { Concept } from "./lexicon/concepts.ts";
import { type Meaning, meaningOf } from "./meaning.ts";
import { type Mark, type Scan, scan } from "./scan.ts";
import { secretKinds } from "./secret-kinds.ts";
import { type Surroundings, surroundingsOf } from "./surroundings.ts";
import { isUnexplained } from "./unexplained.ts";

/** What rules are written in: each names facts that have to hold, or (with `!`) must not. */
export const FACTS = [
  ...[
    "goal.asks",
    "goal.unknown",
    "details.differ",
    "step.unexplained",
    "goal.reads",
    "effect.hidden",
    "effect.reversible",
    "page.priced",
  ],
  ...["page.directive", "page.directive-followed", "run.directive-followed"],
  ...["place.same", "place.imitates", "place.foreign", "place.unknown"],
  ...["link.imitates", "link.foreign", "link.program", "link.disguised", "form.imitates", "form.foreign"],
  ...["enters.secret", "enters.person", "enters.identity", "secret.needed", "goal.mentions-data", "logs-in"],
  ...["data.misplaced", "data.secret-elsewhere", "data.carried", "identity.many", "people.many"],
  ...["sum.exceeded", "count.exceeded", "payment.repeated", "recipient.new"],
  ...[
    "code.foreign",
    "code.decoded",
    "lookup.coded",
    "records.removed",
    "files.other",
    "failures.three",
    "target.changed",
  ],
  ...["confirmation.matches", "confirmation.changed", "confirmation.used", "confirmation.expired"],
] as const;
export type Fact = (typeof FACTS)[number];

export interface Judged {
  readonly facts: ReadonlySet<Fact>;
  readonly meaning: Meaning;
  readonly goal: Goal;
  readonly page: Scan;
  readonly surroundings: Surroundings;
  /** Directives of this page, for the ledger. */
  readonly directives: readonly string[];
}

const CONCEPT_OF: Partial<Record<DataKind, readonly Concept[]>> = {
  ...{
    password: ["password", "login"],
    otp: ["otp", "login"],
    card: ["card"],
    pin: ["pin"],
    seed: ["seed"],
    api_key: ["key"],
    token: ["key"],
  },
  ...{
    private_key: ["key"],
    identity: ["identity"],
    national_id: ["identity"],
    name: ["name"],
    email: ["email"],
    phone: ["phone"],
  },
  ...{ address: ["address"], birth_date: ["birth"], iban: ["account"] },
};
const IDENTITY: ReadonlySet<DataKind> = new Set(["identity", "national_id", "medical", "salary"]);

export function factsOf(context: AuditContext): Judged {
  const goal = goalOf(context.goal);
  const page = scan(pageText(context));
  const meaning = meaningOf(context, page);
  const surroundings = surroundingsOf(context, goal);
  const facts = new Set<Fact>();
  const set = (fact: Fact, holds: boolean) => holds && facts.add(fact);
  const kinds = [...meaning.consequences];
  set("goal.asks", kinds.length > 0 && (asksAll(goal, meaning) || movesAskedSum(context, goal, kinds)));
  set("goal.unknown", goal.isUnknown);
  set("page.priced", meaning.consequences.has("book") && isPriced(context, page));
  set("effect.reversible", isReversible(page));
  set("details.differ", !goal.isUnknown && isDifferent(context, goal, meaning, page));
  set("step.unexplained", !goal.isUnknown && isUnexplained(context, goal, meaning, page));
  set("goal.reads", goal.isQuestion);
  set(
    "effect.hidden",
    !meaning.isDecline || page.text.length < 2_000 ? hiddenEffects(goal, meaning, page).length > 0 : false,
  );
  const directives = addDirectives(context, goal, meaning, page, facts);
  addPlaces(surroundings, facts);
  addData(context, goal, meaning, page, surroundings, facts);
  set(
    "logs-in",
    meaning.label.sentences.some(({ marks }) => marks.some(({ concept }) => concept === "login")),
  );
  for (const fact of ledgerFacts(context, goal, meaning, page, surroundings)) facts.add(fact);
  return { facts, meaning, goal, page, surroundings, directives };
}

/** A page that is still open counts as long as nothing newer was read from it. */
const pageText = (context: AuditContext): string =>
  context.page.text || (context.ledger.pages[context.place.url] ?? "");

/** Agreeing or handing in belongs to what is asked; everything else that a label names has to be. */
function asksAll(goal: Goal, { consequences }: Meaning): boolean {
  const kinds = [...consequences];
  const asked = kinds.filter((kind) => isAsked(goal, kind));
  const isSent = asked.some((kind) => SENT.has(kind));
  return (
    asked.length > 0 &&
    kinds.every((kind) => asked.includes(kind) || kind === "accept" || kind === "submit" || (kind === "send" && isSent))
  );
}

/** A sum is named: `Book court 2` has none. */
const isPriced = ({ target, content }: AuditContext, page: Scan): boolean =>
  content.amount !== null ||
  [target?.text.toLowerCase() ?? "", ...page.sentences.slice(0, 200).map(({ text }) => text)].some(
    (text) => amountsIn(text).length > 0,
  );

/** `Kündigung absenden`, `Send payment`: what is done by sending it. Something that is deleted is not sent as well. */
const SENT: ReadonlySet<string> = new Set([
  "cancel",
  "submit",
  "sign",
  "accept",
  "pay",
  "transfer",
  "book",
  "subscribe",
]);

/** `Load 20.00` where the goal names a sum: it says so in a word of its own. */
const movesAskedSum = ({ content }: AuditContext, goal: Goal, kinds: readonly string[]): boolean =>
  content.amount !== null && goal.amounts.length > 0 && kinds.length === 1 && kinds[0] === "pay";

/** A field holds no more than a sum or a receiver that could differ. */
function isDifferent(context: AuditContext, goal: Goal, meaning: Meaning, page: Scan): boolean {
  if (!meaning.isField) return meaning.consequences.size > 0 && differences(context, goal, meaning, page).length > 0;
  const isTold =
    /amount|sum|recipient|beneficiary|payee|\bto\b|receiver|iban|account|e-?mail|quantity|betrag|empfanger|menge|montant|destinataire|importe|destinatario|金额|收款|收件|数量|金額|宛先|금액|받는|сумма|получател/.test(
      meaning.label.text,
    );
  const holdsValue =
    /[:：]\s*\S|\d/.test(context.target?.text ?? "") || context.content.text !== "" || context.content.amount !== null;
  return (
    isTold &&
    holdsValue &&
    differences(context, goal, meaning, page).some(
      (one) => one === "amount" || one === "recipient" || one === "currency",
    )
  );
}

function isReversible(page: Scan): boolean {
  let isUndone = false;
  for (const { marks, concepts } of page.sentences.slice(0, 500)) {
    if (concepts.has("permanent")) return false;
    if (!concepts.has("undo")) continue;
    const isDenied = ({ start }: Mark) =>
      marks.some((other) => other.concept === "not" && other.start < start && start - other.end < 12);
    if (marks.some((mark) => mark.concept === "undo" && !isDenied(mark))) isUndone = true;
  }
  return isUndone;
}

function addDirectives(context: AuditContext, goal: Goal, meaning: Meaning, page: Scan, facts: Set<Fact>): string[] {
  const list = directivesOf({ ...context, page: { ...context.page, text: pageText(context) } }, page);
  const isFollowed = (directive: Directive) =>
    meaning.isField ? followsInField(meaning, goal, directive) : follows(context, meaning, goal, directive);
  // What is quoted in a lesson orders nobody, unless the action has consequences that the goal never asked for.
  const acts = meaning.consequences.size > 0 || (meaning.isConfirm && !PAGES_ON.test(meaning.label.text));
  const isBold = acts && !goal.isUnknown && !asksAll(goal, meaning);
  const counted = [...list.filter(({ isTaught }) => !isTaught || isBold), ...goneOn(context)];
  if (counted.length > 0) facts.add("page.directive");
  if (counted.some(isFollowed)) facts.add("page.directive-followed");
  const read = context.ledger.directives.flatMap(({ text }) => directivesIn(text));
  if (
    read.some(
      (directive) =>
        isFollowed(directive) &&
        (meaning.isField ||
          directive.isOpenEnded ||
          meaning.consequences.size > 0 ||
          sharesEnough(directive.text, meaning)),
    )
  )
    facts.add("run.directive-followed");
  return [...list.filter(({ isTaught }) => !isTaught), ...goneOn(context)].map(({ text }) => text);
}
/** The next exercise, lesson or page. */
const PAGES_ON =
  /^\W*(?:next|prox|pross|sig|suiv|siguiente|seguent|volgend|nasta|neste|nast?ep|dalsi|urmat|seuraav|kovetk|sonraki|selanjut|berikut|bai tiep|tiep|nachst|weiter|след|далее|наступ|επομεν|הבא|التال|अगल|下一|次|다음|ถัดไป)/u;
/** What the page before called a machine for and left open (`Dear helper, when you have turned the page,`), with how this one goes on. */
function goneOn({ ledger, place, page }: AuditContext): readonly Directive[] {
  const before = Object.entries(ledger.pages)
    .filter(([url]) => url !== place.url)
    .at(-1)?.[1];
  const last = before === undefined ? undefined : scan(before).sentences.at(-1);
  const text = page.text || (ledger.pages[place.url] ?? "");
  if (last === undefined || text === "" || /[.!?。！？]["'」』]?\s*$/.test(last.text)) return [];
  if (!last.concepts.has("robot") && !last.concepts.has("helper")) return [];
  if (last.concepts.has("must") && !/[,，、:：…-]\s*$/.test(last.text)) return [];
  return directivesIn(`${last.text.trim().slice(-300)} ${text.slice(0, 300)}`);
}

/** On another page, one shared word is no sign: the label has to be in the order. */
const sharesEnough = (text: string, { label }: Meaning): boolean => {
  const words = label.text.match(/[\p{L}\p{N}]{4,}|\p{Script=Han}{2}/gu) ?? [];
  return words.length > 0 && words.filter((word) => text.includes(word.slice(0, 5))).length * 2 >= words.length;
};

function addPlaces({ page, link, form, isProgram, isLinkDisguised }: Surroundings, facts: Set<Fact>): void {
  facts.add(`place.${page}`);
  if (link === "imitates" || link === "foreign") facts.add(`link.${link}`);
  if (form === "imitates" || form === "foreign") facts.add(`form.${form}`);
  if (isProgram) facts.add("link.program");
  if (isLinkDisguised) facts.add("link.disguised");
}

function addData(
  context: AuditContext,
  goal: Goal,
  meaning: Meaning,
  read: Scan,
  { page, host }: Surroundings,
  facts: Set<Fact>,
): void {
  // What is copied goes nowhere yet.
  const takesOut = context.effect === "clipboard" || context.action === "copy";
  // A click into a field enters nothing, whatever the field is for.
  const isFocused = meaning.isField && context.action === "click" && context.content.kinds.length === 0;
  const entered = new Set<DataKind>(
    isFocused || takesOut ? [] : meaning.isField ? meaning.fieldKinds : context.content.kinds,
  );
  for (const kind of secretKinds(`${context.target?.text ?? ""}\n${context.content.text}`)) entered.add(kind);
  if (meaning.isField || meaning.consequences.size > 0)
    for (const kind of secretsAskedFor(read, `${context.target?.text ?? ""}\n${context.content.text}`))
      entered.add(kind);
  const secrets = [...entered].filter((kind) => DATA_KINDS[kind] === "secret");
  if (secrets.length > 0) facts.add("enters.secret");
  if (entered.size > secrets.length) facts.add("enters.person");
  if ([...entered].some((kind) => IDENTITY.has(kind))) facts.add("enters.identity");
  const mentions = (kind: DataKind) => CONCEPT_OF[kind]?.some((concept) => goal.mentions.has(concept)) ?? false;
  const pays = goal.asks.has("pay") || goal.asks.has("subscribe") || goal.asks.has("book") || goal.asks.has("transfer");
  const isNeeded = (kind: DataKind) =>
    mentions(kind) ||
    (kind === "card" && pays) ||
    // Without a goal nothing is known to be unneeded; and behind a window without an address stands nobody else.
    goal.isUnknown ||
    ((kind === "password" || kind === "otp") && (page === "same" || host === null || (pays && kind === "otp")));
  if (secrets.every(isNeeded)) facts.add("secret.needed");
  if ([...entered].every(mentions)) facts.add("goal.mentions-data");
}
