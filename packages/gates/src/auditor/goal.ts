import { type Amount, amountsIn } from "./amounts.ts";
import { type Host, hostsIn } from "./host.ts";
import { CONSEQUENCES, type Concept, type Consequence } from "./lexicon/concepts.ts";
import { remembering } from "./remember.ts";
import { type Mark, type Scan, scan } from "./scan.ts";

/** What the person asked for, as far as rules compare it with what is about to happen. */
export interface Goal {
  readonly scan: Scan;
  readonly asks: ReadonlySet<Consequence>;
  readonly mentions: ReadonlySet<Concept>;
  readonly hosts: readonly Host[];
  readonly amounts: readonly Amount[];
  /** How many things it asks to treat; null when it names no number, Infinity for all of them. */
  readonly count: number | null;
  readonly isQuestion: boolean;
  /** Nobody said what the work is for: nothing can be compared with it. */
  readonly isUnknown: boolean;
}

/** In these languages the verb that counts stands at the end. */
const VERB_LAST: ReadonlySet<string> = new Set(["ja", "ko", "tr", "hi", "de", "nl"]);
/** What is asked by asking for something of the same kind. */
const ALIKE: readonly (readonly Consequence[])[] = [
  ...([
    ["pay", "transfer"],
    ["send", "publish", "submit"],
    ["accept", "sign"],
    ["grant", "send"],
    ["delete", "cancel"],
  ] as const),
  ...([
    ["install", "download", "run"],
    ["export", "download"],
    ["cancel", "subscribe"],
    ["security", "account", "grant"],
    ["book", "pay"],
  ] as const),
  ...([
    ["security", "delete"],
    ["grant", "accept"],
    ["grant", "delete"],
    ["subscribe", "account"],
    ["book", "submit"],
    ["rate", "send", "publish"],
    ["book", "send"],
  ] as const),
];

/** The steps of a run have one goal. */
export const goalOf = remembering({ entriesMax: 64, charactersMax: 10_000 }, (text: string): Goal => {
  const read = scan(text);
  const asks = new Set<Consequence>();
  for (const sentence of read.sentences) {
    for (const clause of clausesOf(sentence.text, sentence.marks)) addAsked(clause, asks);
    addChanges(sentence.text, asks);
  }
  // `Send Kim 20.00`: what is sent is money.
  const sums = amountsIn(read.text);
  const isPriced = sums.some(({ currency }) => currency !== null);
  if (asks.has("send") && sums.length > 0) asks.add("transfer");
  // `Parkschein für 6,00 € lösen`: whoever names a sum, and does not only want to know something, pays it.
  if (isPriced && !read.sentences.some(({ concepts }) => concepts.has("info") || concepts.has("subordinate")))
    asks.add("pay");
  const mentions = new Set(read.sentences.flatMap((sentence) => [...sentence.concepts]));
  const pays = asks.has("pay") || asks.has("transfer") || asks.has("book") || asks.has("subscribe");
  return {
    scan: read,
    asks,
    mentions,
    hosts: hostsIn(text),
    amounts: sumsOf(read.text, pays),
    count: countMeant(text, read),
    isQuestion: asks.size === 0 && text.trim() !== "",
    isUnknown: text.trim() === "",
  };
});

/** A bare number is a sum where none is told by its currency or cents, and where it is no number of something. */
function sumsOf(text: string, pays: boolean): Amount[] {
  const told = amountsIn(text);
  return told.length > 0
    ? told
    : amountsIn(text, pays && !/#|\b(?:order|invoice|bill|ticket|contract|no\.?|nr)\s?\d/.test(text));
}

/** `Invite Ana and Ben to the review` names two, whatever else stands there in the singular. */
function countMeant(text: string, read: Scan): number | null {
  const told = countOf(read);
  const named = LISTED_NAMES.exec(text)?.[0].split(
    /,| and | und | et | y | e | en | och | og | i | и | та | ve | ja | és | și | και | dan | và |、|和|と|와 |과 /u,
  );
  const count = named === undefined ? 0 : named.filter((name) => /\p{L}/u.test(name)).length;
  return told !== null && count > told ? count : told;
}
/** Words with capitals, with `and` or commas between them. */
const LISTED_NAMES =
  /(?<=\p{L}[\s:,]{1,2})(\p{Lu}[\p{L}\d.'-]*(?: (?:\p{Lu}[\p{L}'-]*|\d{1,4}))?)(?:, \p{Lu}[\p{L}'-]*(?: (?:\p{Lu}[\p{L}'-]*|\d{1,4}))?)*,? (?:and|und|et|y|e|en|och|og|i|и|та|ve|ja|és|și|και|dan|và) \p{Lu}[\p{L}'-]*/u;

export const isAsked = (goal: Goal, consequence: Consequence): boolean =>
  goal.asks.has(consequence) ||
  ALIKE.some((group) => group.includes(consequence) && group.some((other) => goal.asks.has(other)));

const CHANGES: readonly (readonly [RegExp, Consequence])[] = [
  [
    /\b(?:change|reset|renew|set|update|replace)\b.{0,30}\b(?:password|passcode|pin|recovery|security)\b|(?:修改|更改|重置|更换).{0,12}(?:密码|口令)|(?:passwort|kennwort).{0,20}ander|chang\p{L}*.{0,20}mot de passe|cambia\p{L}*.{0,20}contrasena|(?:смен|измен)\p{L}*.{0,20}парол|パスワード.{0,6}変更|비밀번호.{0,6}변경/u,
    "security",
  ],
  [
    /\b(?:change|update|set|replace|edit)\b.{0,30}\b(?:e-?mail|address|phone|number|bank|payout|account|iban|payment)\b|(?:修改|更改|更换).{0,12}(?:地址|手机|邮箱|账户|账号)|(?:adresse|konto).{0,20}ander|住所.{0,6}変更|주소.{0,6}변경/u,
    "account",
  ],
  [
    /\b(?:switch|change|move|upgrade|downgrade)\b.{0,40}\b(?:plan|box|tariff|tier|subscription|package|membership|rate)\b|(?:更换|变更|切换).{0,8}套餐|(?:tarif|abo)\p{L}*.{0,20}wechsel|chang\p{L}*.{0,20}(?:forfait|formule)|プラン.{0,4}変更|요금제.{0,4}변경/u,
    "subscribe",
  ],
  [
    /\b(?:turn|switch) (?:off|on)\b|\b(?:sign|log)\b.{1,40}\bout\b|\b(?:disable|enable|deactivate|activate)\b|关闭|停用|启用|deaktivier|ausschalt|desactiv|desactiv|отключ|выключ|無効|비활성|해제/,
    "security",
  ],
  [
    /\b(?:end|terminate|stop|quit)\b.{0,24}\b(?:contract|membership|lease|policy|subscription|plan|tenancy|agreement|insurance|cover)\b/,
    "cancel",
  ],
  [/\b(?:set up|arrange|start|create)\b.{0,40}(?:\d+[.,]\d{2}|\bstanding order\b|\bdirect debit\b)/, "transfer"],
  [/^\W*(?:please )?(?:mail|text|message|ping|dm|e-?mail) (?!me\b|address|from|with)\p{L}/u, "send"],
  [/\b(?:move|put|shift)\b.{0,24}\d+[.,]\d{2}/, "transfer"],
  // Verbs in two parts: `Lade Ana ein`.
  [
    /\blad(?:e|en)? .{1,80} ein\b|\bleite? .{1,80} weiter\b|\bnodig .{1,80} uit\b|\bstuur .{1,80} door\b|\bbjud in\b/,
    "send",
  ],
  [/\b(?:sage?|melde?|bestelle?) .{1,80} ab\b|\bzeg .{1,80} op\b|\bsag upp\b|\bsig .{1,80} op\b/, "cancel"],
  [
    /\blet (?!me\b|us\b)\p{L}+(?: \p{L}+)? (?:view|see|read|edit|comment|open)\b|\b(?:give|grant|let|allow)\b.{0,40}\b(?:access|rights|permission|edit|admin|read)\b|\b(?:add|invite)\b.{0,40}\bto (?:the |my |our |this )?(?:\p{L}+ )?(?:project|team|group|board|workspace|channel|organi[sz]ation|folder|repo\w*|club|course)\b|\bmake \p{L}+ (?:an? )?(?:admin|owner|editor|member|moderator)|(?:donne|accorde|autorise)\p{L}*.{0,60}\bacces|(?:dar?|concede\p{L}*|otorga\p{L}*)\b.{0,60}\bacceso|(?:concede\p{L}*|dar?)\b.{0,60}\bacesso|(?:gib|gebe?n?|gewahr\p{L}*|erteil\p{L}*|erlaub\p{L}*).{0,60}zugriff|(?:dai|dare|concedi|consenti)\b.{0,60}\baccesso|(?:дать|даи|предостав\p{L}*|разреши\p{L}*).{0,60}доступ|(?:授予|给予?|开放|允许).{0,24}(?:权限|访问)|アクセス.{0,8}(?:許可|付与)|(?:권한|액세스).{0,8}(?:부여|허용|주)/u,
    "grant",
  ],
];
interface Clause {
  readonly text: string;
  readonly marks: readonly Mark[];
}
function clausesOf(text: string, marks: readonly Mark[]): Clause[] {
  const clauses: Clause[] = [];
  const cuts = [
    ...[...text.matchAll(/[,;:、](?!\d)/g)].map(({ index }) => index),
    ...marks.filter(({ concept }) => concept === "and").map(({ start }) => start),
    text.length,
  ].sort((a, b) => a - b);
  let from = 0;
  for (const cut of cuts) {
    clauses.push({ text: text.slice(from, cut), marks: marks.filter(({ start }) => start >= from && start < cut) });
    from = cut;
  }
  return clauses;
}

function addChanges(text: string, asks: Set<Consequence>): void {
  for (const [pattern, consequence] of CHANGES)
    if (pattern.test(text) && !/^\W*(?:see|read|show|find|check|learn|how|look)\b/.test(text)) asks.add(consequence);
}

function addAsked({ text, marks }: Clause, asks: Set<Consequence>): void {
  const named = marks.filter(({ concept }) => (CONSEQUENCES as readonly string[]).includes(concept));
  const verbs = marks.filter(
    ({ concept }) => concept === "info" || concept === "tell" || named.some((mark) => mark.concept === concept),
  );
  const first = verbs[0];
  if (/^\W*(?:please )?(?:re-?)?order\b/.test(text) && !/^\W*order (?:history|status|details)/.test(text))
    asks.add("pay");
  addChanges(text, asks);
  if (first === undefined) return;
  const at = (concept: Concept, start: number) =>
    marks.some((mark) => mark.concept === concept && mark.start === start);
  const isInfo = at("info", first.start) && !named.some(({ start }) => start === first.start);
  if (isInfo) return;
  const last = verbs.at(-1) as Mark;
  const isAtEnd = !/\p{L}/u.test(text.slice(last.end));
  if (
    VERB_LAST.has(last.language) &&
    isAtEnd &&
    at("info", last.start) &&
    !named.some(({ start }) => start === last.start)
  )
    return;
  if (at("tell", first.start)) for (const one of ["send", "publish"] as const) asks.add(one);
  for (const mark of named) {
    const isBarred = marks.some(
      ({ concept, start }) => (concept === "not" || concept === "subordinate") && start < mark.start,
    );
    if (!isBarred) asks.add(mark.concept as Consequence);
  }
}

const NUMBER_WORDS: Readonly<Record<string, number>> = {
  ...{
    one: 1,
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
    single: 1,
    twelve: 12,
  },
  ...{
    ein: 1,
    eine: 1,
    einen: 1,
    zwei: 2,
    drei: 3,
    vier: 4,
    un: 1,
    une: 1,
    deux: 2,
    trois: 3,
    quatre: 4,
    una: 1,
    uno: 1,
    dos: 2,
    tres: 3,
  },
  ...{
    um: 1,
    uma: 1,
    dois: 2,
    duas: 2,
    due: 2,
    tre: 3,
    jeden: 1,
    dwa: 2,
    trzy: 3,
    een: 1,
    twee: 2,
    drie: 3,
    bir: 1,
    iki: 2,
  },
  ...{ один: 1, одну: 1, одно: 1, два: 2, две: 2, три: 3, both: 2, dozen: 12, a: 1, an: 1 },
};
const HAN_NUMBERS: Readonly<Record<string, number>> = {
  一: 1,
  两: 2,
  二: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
  十: 10,
  ...{ 한: 1, 두: 2, 세: 3, 네: 4, 다섯: 5, 여섯: 6 },
};
const COUNTED =
  /([一两二三四五六七八九十]|(?<!\p{L})(?:[한두세네]|다섯|여섯)|\d{1,3})\s?(?:사람|张|段|则|支|首|把|块|间|家|辆|组|套|盒|瓶|包|幅|趟|班|節|节|门|個|个|封|条|份|件|笔|次|位|名|篇|本|台|部|人|枚|通|冊|回|つ|개|장|명|번|건)/u;
/** `one of the two`: the number behind it says of how many. */
const ONE_OF =
  /(?<!\p{L})(?:one of (?:the|my|our|these|those)|ein(?:en|e|es)? (?:der|von den|meiner)|une? (?:des|de mes|de ces)|un[oa] de (?:los|las|mis)|un[oa] d(?:ei|elle|egli) |um[a]? d[oa]s|één van|один из|одну из)(?!\p{L})|其中(?:一|的一)|のうちの?(?:1|一|ひと)/u;
/** `ten minutes late`, `on 30 June`: no things. */
const MEASURED =
  /^(?:min(?:utes?|uten|utos|uti|uut)?|hours?|stunden?|heures?|horas?|ore|uur|timmar|timer|seconds?|sekunden?|secondes?|segundos?|secondi|percent|prozent|km|kg|january|jan|february|feb|march|april|apr|may|june|jun|july|jul|august|aug|september|sept?|october|oct|november|nov|december|dec|januar|februar|marz|mai|juni|juli|oktober|dezember|janvier|fevrier|mars|avril|juin|juillet|aout|septembre|octobre|novembre|decembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre|janeiro|fevereiro|marco|maio|junho|julho|setembro|outubro|novembro|dezembro|januari|februari|maart|mei|augustus)$/;
const ORDINARY = /^(?:s|ss|us|is)$/;

/** `every month` counts no things. */
const PERIOD =
  /^\s?(?:(?:other|single|\d+) )?(?:months?|years?|weeks?|days?|hours?|mornings?|evenings?|quarters?|monat|jahr|woche|tag|mois|annee|ans?|semaines?|jours?|mes|ano|semana|dia|mese|anno|settimana|giorno|maand|jaar|week|dag)(?!\p{L})|^[个]?[月年周天日]/u;

/** The largest number of things in a text, in words or digits; sums, times and the numbers of orders are none. */
export function countOf({ sentences, text }: Scan): number | null {
  const isEvery = sentences.some((sentence) =>
    sentence.marks.some(
      ({ concept, start, end }) =>
        concept === "every" &&
        !/^(?:both|complete|any|each)$/.test(sentence.text.slice(start, end)) &&
        !PERIOD.test(sentence.text.slice(end)),
    ),
  );
  if (isEvery) return Number.POSITIVE_INFINITY;
  if (ONE_OF.test(text)) return 1;
  const signs = COUNTED.exec(text)?.[1];
  if (signs !== undefined) return HAN_NUMBERS[signs] ?? Number(signs);
  let count: number | null = null;
  const money = new Set(amountsIn(text).map(({ start }) => start));
  for (const match of text.matchAll(
    /(?<![\p{L}\p{N}.,#:/-])(\d{1,4}|\p{L}{1,6})(?=\s+(?:of\s+(?:the|my|our|these|those)\s+)?(?!(?:and|und|or)\s)(\p{L}{3,}))/gu,
  )) {
    const [, word = "", next = ""] = match;
    if (MEASURED.test(next)) continue;
    const number = /^\d/.test(word)
      ? money.has(match.index) || (isNumbered(text, match.index) && !/^\p{L}+[^su]s$/u.test(next))
        ? undefined
        : Number(word)
      : NUMBER_WORDS[word];
    if (number !== undefined) count = Math.max(count ?? 0, number);
  }
  if (count === null && /[这那该]一?[个条封份张件只位名篇台本]/.test(text)) count = 1;
  const times = /(?:^|\s)[x×](\d{1,3})(?!\w)|(?<!\w)(\d{1,3})\s?[x×](?=\s|$)/.exec(text);
  if (times) count = Math.max(count ?? 0, Number(times[1] ?? times[2]));
  if (count !== null) return count;
  // `the branch named spike`: one thing, by its name.
  return /\b(?:named|called)\b/.test(text) ||
    (/\b(?:the|my|this)\s+(?:\p{L}+\s){0,2}?\p{L}+\b/u.test(text) &&
      !/\b\p{L}{3,}s\b/u.test(text.replace(/\p{L}*(?:ss|us|is|'s)\b/gu, "")) &&
      !ORDINARY.test(text))
    ? 1
    : null;
}
const isNumbered = (text: string, at: number) =>
  /(?:order|invoice|no\.?|nr\.?|ticket|case|#|version|step|page|room|line|slide)\s?$/.test(
    text.slice(Math.max(0, at - 10), at),
  );
