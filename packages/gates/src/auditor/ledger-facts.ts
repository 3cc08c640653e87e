import { type AuditContext, DATA_KINDS, type DataKind, type LedgerEntry } from "@deskfleet/contracts";
import { differences, dueAmounts } from "./details.ts";
import type { Fact } from "./facts.ts";
import { foldText } from "./fold-text.ts";
import type { Goal } from "./goal.ts";
import { hostOf } from "./host.ts";
import { actionKey, confirmationOf, frozenParameters } from "./ledger-keys.ts";
import type { Meaning } from "./meaning.ts";
import { isPassive } from "./passive.ts";
import { isSamePlace } from "./place.ts";
import { codeFacts, deedsOf } from "./run-facts.ts";
import { type Scan, scan } from "./scan.ts";
import type { Surroundings } from "./surroundings.ts";
import { isMeantFor, isMeantForOthers, mentions, wants } from "./wanted-data.ts";

const FAILURES_MAX = 3;
const PEOPLE_MAX = 5;
const IDENTITY_MAX = 4;
/** A submission sends what a page's fields hold. */
const SENDS: ReadonlySet<string> = new Set(["click", "submit", "key"]);

/** What only the run so far can tell about this step. */
export function ledgerFacts(
  context: AuditContext,
  goal: Goal,
  meaning: Meaning,
  page: Scan,
  surroundings: Surroundings,
): Fact[] {
  const facts: Fact[] = [];
  const { ledger } = context;
  if (ledger.failuresInRow >= FAILURES_MAX && !isPassive(context.action)) facts.push("failures.three");
  if (context.targetAtExecution && !sameTarget(context)) facts.push("target.changed");
  facts.push(...movedData(context, goal, meaning, page, surroundings));
  facts.push(...doneBefore(context, goal, meaning, page));
  facts.push(...codeFacts(context, goal));
  facts.push(...confirmed(context));
  if (meaning.consequences.has("send") && isNewRecipient(context, goal, surroundings)) facts.push("recipient.new");
  if (!goal.isUnknown && isOneMore(context, goal, meaning)) facts.push("recipient.new");
  if (context.effect === "clipboard" || context.action === "copy") {
    const people = new Set([...ledger.copied, actionKey(context)]);
    const isPerson =
      context.content.kinds.some((kind) => DATA_KINDS[kind] === "person") ||
      context.sees.some((kind) => DATA_KINDS[kind] === "person");
    if (isPerson && people.size >= PEOPLE_MAX && (goal.count ?? 1) < people.size) facts.push("people.many");
  }
  return facts;
}

function sameTarget({ target, targetAtExecution }: AuditContext): boolean {
  const plain = (text: string | undefined) =>
    scan(text ?? "")
      .text.replace(/\s+/g, " ")
      .trim();
  return (
    plain(target?.text) === plain(targetAtExecution?.text) && plain(target?.role) === plain(targetAtExecution?.role)
  );
}

const SENDS_OUT =
  /\b(?:curl|wget|scp|sftp|rsync|ssh|nc|ncat|socat|ftp|mail|mailx|sendmail|git\s+push|aws|gsutil|rclone|https?|telnet|dig|nslookup|host|xdg-open)\b/;
/** Personal data and secrets of the run that would arrive somewhere now. */
function movedData(
  context: AuditContext,
  goal: Goal,
  meaning: Meaning,
  page: Scan,
  surroundings: Surroundings,
): Fact[] {
  const { ledger, content, place } = context;
  const facts: Fact[] = [];
  const form = place.formAction === null ? null : surroundings.form;
  const onPage = ledger.data.filter(
    (entry) => (entry.how === "typed" || entry.how === "autofilled") && isSamePlace(entry.place, place.url),
  );
  // A file of our own is no other place, nor is a command that stays here.
  const isLocal = context.command === null ? context.action === "write_file" : !SENDS_OUT.test(context.command);
  const isNamed = (entry: LedgerEntry) =>
    entry.place.startsWith("/") && (context.command?.includes(entry.place) ?? false);
  const carried = isLocal
    ? []
    : ledger.data.filter((entry) => content.fromSteps.includes(entry.step) || isNamed(entry));
  const pasted =
    context.action === "paste" && content.fromSteps.length === 0
      ? ledger.data.filter((entry) => entry.how === "copied").slice(-1)
      : [];
  const moved = [...carried, ...pasted];
  const sends = SENDS.has(context.action) && !meaning.isDecline && !meaning.isField;
  if (form === "foreign" || form === "imitates") {
    if (onPage.length + content.kinds.length + content.autofilled.length + moved.length > 0)
      facts.push("data.misplaced");
  } else if (
    sends &&
    (surroundings.page === "foreign" || surroundings.page === "imitates") &&
    onPage.length > 0 &&
    (place.formAction !== null || meaning.consequences.size > 0 || meaning.isConfirm)
  )
    facts.push("data.misplaced");
  const foreign = (entry: LedgerEntry) => !isSamePlace(entry.place, place.url);
  if (
    moved.some(
      (entry) =>
        DATA_KINDS[entry.kind] === "secret" &&
        foreign(entry) &&
        (!mentions(goal, entry.kind) || isMeantForOthers(goal, entry.kind, place.url)),
    )
  )
    facts.push("data.secret-elsewhere");
  if (
    moved.some(
      (entry) => DATA_KINDS[entry.kind] === "secret" && !mentions(goal, entry.kind) && !isLogin(meaning, entry.kind),
    )
  )
    facts.push("data.secret-elsewhere");
  if (
    moved.some(
      (entry) =>
        DATA_KINDS[entry.kind] === "person" &&
        foreign(entry) &&
        !(wants(goal, entry.kind) && isMeantFor(goal, entry.kind, surroundings)),
    )
  )
    facts.push("data.carried");
  if (
    carried.length === 0 &&
    !isLocal &&
    content.fromSteps.length > 0 &&
    (surroundings.page === "foreign" || surroundings.page === "imitates")
  )
    facts.push("data.carried");
  // The same site, another person.
  if (moved.length > 0 && differences(context, goal, meaning, page).includes("recipient")) facts.push("data.carried");
  if (sends) facts.push(...together(context, goal, onPage));
  return facts;
}

/** Identity kinds that go out with one submission. */
function together({ content }: AuditContext, goal: Goal, onPage: readonly LedgerEntry[]): Fact[] {
  const autofilled = [
    ...content.autofilled,
    ...onPage.filter(({ how }) => how === "autofilled").map(({ kind }) => kind),
  ];
  const facts: Fact[] = [];
  const pays = goal.asks.has("pay") || goal.asks.has("book") || (goal.asks.has("subscribe") && goal.amounts.length > 0);
  if (
    autofilled.some(
      (kind) =>
        DATA_KINDS[kind] === "secret" &&
        !mentions(goal, kind) &&
        !(kind === "card" && pays) &&
        !(kind === "password" && goal.mentions.has("login")),
    )
  )
    facts.push("data.secret-elsewhere");
  const kinds = new Set(
    [...onPage.map(({ kind }) => kind), ...content.kinds, ...content.autofilled].filter(
      (kind) => DATA_KINDS[kind] === "person" && !mentions(goal, kind),
    ),
  );
  if (kinds.size >= IDENTITY_MAX && !NEEDS_ALL.test(goal.scan.text)) facts.push("identity.many");
  return facts;
}

const NEEDS_ALL =
  /\b(?:all (?:my )?(?:details|data|information)|full (?:details|profile)|complete (?:my |the )?(?:profile|registration|form|application)|personal (?:details|data)|passport application|visa|application form|fill (?:in|out) (?:the|my) (?:\p{L}+ )?(?:form|profile|application)|with my (?:data|details))\b|个人信息|完整资料|全部资料|个人资料|登记表|申请表|个人情况|実名|プロフィール|인적 사항|personliche(?:n)? daten|coordonnees completes|donnees personnelles|datos personales/u;
/** Typing a code that came by mail into the page that waits for it is what codes are for. */
const isLogin = (meaning: Meaning, kind: DataKind): boolean =>
  (kind === "otp" || kind === "password") && (meaning.fieldKinds.has("otp") || meaning.fieldKinds.has("password"));

/** Sums, numbers, recipients and repetitions, over all steps. */
function doneBefore(context: AuditContext, goal: Goal, meaning: Meaning, page: Scan): Fact[] {
  const facts: Fact[] = [];
  const kinds = deedsOf(context, meaning.consequences);
  const done = context.ledger.done.filter(({ failed }) => !failed);
  const key = actionKey(context);
  const pays = (kind: string) => kind === "pay" || kind === "transfer" || kind === "subscribe";
  const amount =
    kinds.some(pays) || context.content.amount !== null ? (dueAmounts(context, page)[0]?.value ?? null) : null;
  if (kinds.some(pays) || context.content.amount !== null) {
    const paid = done.filter((one) => pays(one.consequence) || one.amount !== null);
    const limit =
      goal.amounts.length === 0
        ? null
        : goal.amounts.length > 1 && !/\b(?:max|at most|up to|under|below|budget|limit|not more)\b/.test(goal.scan.text)
          ? goal.amounts.reduce((sum, { value }) => sum + value, 0)
          : Math.max(...goal.amounts.map(({ value }) => value));
    const sum = paid.reduce((total, one) => total + (one.amount ?? 0), 0) + (amount ?? 0);
    const times =
      goal.count !== null &&
      goal.count > 1 &&
      limit !== null &&
      /\b(?:each|every|apiece|per)\b|每|je\b|chacun|cada|каждо/.test(goal.scan.text) &&
      Number.isFinite(goal.count)
        ? goal.count
        : Math.max(timesOf(goal.scan.text), eachOf(goal.scan.text));
    if (limit !== null && sum > limit * times + 0.005) facts.push("sum.exceeded");
    if (
      limit === null &&
      paid.some((one) => one.key === key) &&
      !(goal.count !== null && goal.count > paid.filter((one) => one.key === key).length)
    )
      facts.push("payment.repeated");
    if (limit !== null && amount === null && paid.filter((one) => one.key === key).length >= times)
      facts.push("payment.repeated");
  }
  for (const kind of kinds) {
    if (pays(kind)) continue;
    const keys = new Set(done.filter(({ consequence }) => consequence === kind).map((one) => one.key));
    const isNew = !keys.has(key);
    if (isNew && goal.count !== null && keys.size + 1 > goal.count && keys.size > 0) facts.push("count.exceeded");
  }
  return facts;
}

/** `15.00 each to the choir and to the club`: once for each that is named right behind it. `Each month` names nobody. */
function eachOf(text: string): number {
  const named =
    /\b(?:each|apiece|jeweils|chacune?|ciascun[oa])\s(?!month|week|year|day)(?:to|for|an|fur|a|per) ([^.;]*)/u.exec(
      text,
    )?.[1];
  const both = named?.split(/\b(?:then|afterwards|dann|puis|poi)\b/)[0];
  return both === undefined ? 1 : both.split(/,\s(?:and\s)?|\s(?:and|und|et|e)\s/).length;
}
/** `zweimal 15 Euro`: how often a sum is meant. */
function timesOf(text: string): number {
  const told =
    /(?<![\d.,])(\d{1,2})\s?(?:x|×|times|mal|fois|veces|volte|vezes|raz[ay]?|keer|次|回|번|раз\p{L}*)(?![\p{L}\p{N}])/u.exec(
      text,
    )?.[1];
  if (told !== undefined) return Math.max(1, Number(told));
  return TIMES.find(([words]) => words.test(text))?.[1] ?? 1;
}
const TIMES: readonly (readonly [RegExp, number])[] = [
  [
    /\b(?:twice|two times|zweimal|deux fois|dos veces|due volte|duas vezes|twee keer|tweemaal|dwa razy|dwukrotnie|iki kez|iki kere)\b|дважды|两次|兩次|二回|두 ?번/,
    2,
  ],
  [
    /\b(?:thrice|three times|dreimal|trois fois|tres veces|tre volte|tres vezes|drie keer|trzy razy|uc kez)\b|трижды|三次|三回|세 ?번/,
    3,
  ],
  [/\b(?:four times|viermal|quatre fois|cuatro veces|quattro volte)\b|四次/, 4],
];

const MAIL = /[\p{L}\p{N}._%+-]{1,64}@([a-z0-9.-]{1,253}\.[a-z]{2,24})/gu;
const mailsIn = (text: string) => [...text.toLowerCase().matchAll(MAIL)].map(([mail, host = ""]) => ({ mail, host }));

/** After messages to people of the place, one to somebody outside whom neither the goal nor the project names. */
function isNewRecipient({ ledger, target, trustedDomains }: AuditContext, goal: Goal, { host }: Surroundings): boolean {
  const own = [host?.owner ?? "", ...trustedDomains].map((name) => hostOf(name).owner);
  const isInside = (name: string) => own.includes(hostOf(name).owner) || (host?.name.endsWith(`.${name}`) ?? false);
  const sent = ledger.done.filter(({ consequence, failed }) => consequence === "send" && !failed);
  return (
    sent.some(({ key }) => mailsIn(key).some((one) => isInside(one.host))) &&
    mailsIn(target?.text ?? "").some(
      ({ mail, host: other }) =>
        !isInside(other) &&
        !goal.scan.text.includes(mail) &&
        !goal.scan.text.includes(mail.slice(0, mail.indexOf("@"))),
    )
  );
}

const wordsOf = (text: string): string[] => foldText(text).match(/[\p{L}\p{N}][\p{L}\p{N}']*/gu) ?? [];
/**
 * After the same was done for what the goal names (`Invite: Ana`), once more for what it does not (`Invite: Leo`): labels that
 * begin or end alike, and differ in a word that stands in the goal in one and not in the other.
 */
function isOneMore({ ledger, target, place }: AuditContext, goal: Goal, meaning: Meaning): boolean {
  const own = wordsOf(target?.text ?? "");
  if (own.length < 2 || own.length > 12 || goal.count === Number.POSITIVE_INFINITY) return false;
  const named = new Set(wordsOf(goal.scan.text));
  const isNamed = (word: string) => named.has(word);
  return ledger.done.some(({ key, failed, consequence }) => {
    const [label = "", url] = key.split("\n");
    if (failed || !isSamePlace(url ?? "", place.url) || ![...meaning.consequences].some((kind) => kind === consequence))
      return false;
    const other = wordsOf(label);
    const [rest, otherRest] = [
      own.filter((word) => !other.includes(word)),
      other.filter((word) => !own.includes(word)),
    ];
    // Sums are added up elsewhere.
    const isSum = ["pay", "transfer", "subscribe"].includes(consequence) && !rest.some((word) => /\p{L}/u.test(word));
    return (
      !isSum &&
      rest.length > 0 &&
      rest.length < own.length &&
      otherRest.length > 0 &&
      otherRest.some(isNamed) &&
      otherRest.every((word) => isNamed(word) || !/\p{L}/u.test(word)) &&
      !rest.some(isNamed)
    );
  });
}

function confirmed(context: AuditContext): Fact[] {
  const confirmation = confirmationOf(context);
  if (confirmation === null || confirmation.isIssued) return [];
  const issued = context.ledger.confirmations[confirmation.id];
  if (issued === undefined) return ["confirmation.changed"];
  if (issued.isUsed || confirmation.says === "used") return ["confirmation.used"];
  if (issued.parameters !== frozenParameters(context)) return ["confirmation.changed"];
  const late = context.atSeconds !== null && context.atSeconds - issued.atSeconds > issued.forSeconds;
  return late || confirmation.says === "expired" ? ["confirmation.expired"] : ["confirmation.matches"];
}
