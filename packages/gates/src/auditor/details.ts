import type { AuditContext } from "@deskfleet/contracts";
import { type Amount, amountsIn } from "./amounts.ts";
import { datesIn, lengthsIn, timesIn } from "./dates.ts";
import { foldText } from "./fold-text.ts";
import { countOf, type Goal } from "./goal.ts";
import type { Consequence } from "./lexicon/concepts.ts";
import type { Meaning } from "./meaning.ts";
import { isRelative } from "./persons.ts";
import { isSameFile } from "./same-file.ts";
import type { Scan, Sentence } from "./scan.ts";
import { isForMore, reachesFurther, TO_OTHERS } from "./wider.ts";

/** In which respect what would happen differs from what was asked; empty when nothing does. */
export type Difference = "amount" | "currency" | "count" | "role" | "recipient" | "object" | "date" | "period";

const PAYS: ReadonlySet<Consequence> = new Set(["pay", "transfer", "subscribe", "book"]);
const ROLES: readonly RegExp[] = [
  /\b(?:view access|read access|view rights|read rights|reading rights|to view|guest|viewer|view-only|view only|read-only|read only|reader|can view)\b|访客|只读|查看者|閲覧|보기 전용|게스트|\bgast\b|leser|invite|lecteur|invitado|lector|гость|читатель|gosc/,
  /\b(?:commenter|can comment)\b/,
  /\b(?:member|contributor|collaborator|participant)\b|成员|メンバー|멤버|mitglied|membre|miembro|участник/,
  /\b(?:editor|can edit|write access|maintainer|moderator)\b|编辑|編集者|편집자|bearbeiter|editeur|редактор/,
  /\b(?:admin|administrator|manager)\b|管理员|管理者|관리자|administrateur|administrador|администратор/,
  /\b(?:owner|superuser|root|full access|full control)\b|所有者|拥有者|オーナー|소유자|inhaber|eigentumer|proprietaire|propietario|владелец/,
];
const MONTHS = /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?:uary|ruary|ch|il|e|y|ust|tember|ober|ember)?\b/g;
const DAYS = /\b(mon|tues|wednes|thurs|fri|satur|sun)day\b/g;
const QUOTED = /(?<![\p{L}])['"「『《]([^'"「」『』《》\n]{2,60})['"」』》](?![\p{L}])/gu;
const EMAIL = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}.-]{1,253}/gu;
const NUMBERED =
  /(?:#|\bno\.?\s?|\bnr\.?\s?|\b(?:order|invoice|ticket|case|note|issue|request|booking|reservation|bestellung|rechnung|commande|facture|pedido|factura|заказ|счет)\s#?|订单(?:号)?\s?|发票\s?|注文(?:番号)?\s?|주문\s?)([a-z]{0,4}-?\d{1,12})\b/giu;
const RECIPIENT =
  /(?:\b(?:[Tt]o|TO|[Rr]ecipient|[Bb]eneficiary|[Pp]ayee|[Aa]n|[Ee]mpfänger|à|[Dd]estinataire|[Pp]ara|[Dd]estinatario|для|кому|получатель|do|aan)\b:?|收件人[:：]|收款人[:：]|给|寄给|发给|転送先[:：]|宛先[:：]|받는 사람[:：])\s*((?:\p{Lu}[\p{L}'.-]*|\p{Script=Han}{2,4})(?: (?:\p{Lu}[\p{L}'.-]*))*)/gu;
const FILE =
  /(?<![\p{L}\p{N}@./])[\p{L}\p{N}_-]{1,64}\.(?:txt|pdf|docx?|xlsx?|csv|pptx?|png|jpe?g|zip|md|log|json|ya?ml|mp[34]|html?|od[ts])(?![\p{L}\p{N}])/gu;
const LINES_MAX = 400;
/** In characters: all of such a page is about what its button does. */
const SHORT_PAGE = 240;

export function differences(context: AuditContext, goal: Goal, meaning: Meaning, page: Scan): Difference[] {
  const kinds = [...meaning.consequences];
  const found = new Set<Difference>();
  const lines = page.sentences.slice(0, LINES_MAX);
  const own = lines.filter((line) => tells(line, kinds, context));
  const shown = [meaning.label.text, ...own.map(({ text }) => text)].join("\n");
  const raw = rawLines(context, own);
  if (kinds.some((kind) => PAYS.has(kind))) {
    compareSums(context, goal, page, found);
    if (isHeldByAnother(context)) found.add("recipient");
    if (isOnOtherDay(context, goal)) found.add("date");
  }
  if (kinds.length > 0 && isMore(meaning.label, own, goal, kinds)) found.add("count");
  if (
    kinds.some((kind) => kind === "grant" || kind === "send") &&
    rankIn([meaning.label.text, ...lines.map(({ text }) => text)].join("\n"), goal) > rankOf(goal.scan.text)
  )
    found.add("role");
  if (kinds.includes("grant") && reachesFurther(goal, lines)) found.add("role");
  if (kinds.some((kind) => TO_OTHERS.has(kind)) && isForMore(goal, shown)) found.add("recipient");
  compareNames(context, goal, shown, raw, found);
  comparePeriods(goal.scan.text, shown, found);
  return [...found];
}

/** Whose account the bank says it is, where that is nobody of the goal. */
function isHeldByAnother({ page, goal }: AuditContext): boolean {
  const wanted = goal.toLowerCase();
  return [...page.text.slice(0, 20_000).matchAll(HOLDER)].some(([, name = ""]) => {
    const words = name.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
    return words.length > 0 && !words.some((word) => wanted.includes(word));
  });
}
const HOLDER =
  /(?:account (?:is |was )?(?:held|owned) by|(?:account|registered) holder(?: as registered| on file| name)?|(?:account )?holder(?: of the account)?(?: as registered)?|registered (?:to|name)|name on (?:the )?account|Kontoinhaber(?:in)?|Konto gehört|Titulaire(?: du compte)?|Titular(?: de la cuenta| da conta)?|Intestatario(?: del conto)?|Intestato a|Rekeninghouder|Kontoinnehavare|Kontohaver|Kontoeier|Tilinomistaja|Właściciel (?:konta|rachunku)|Majitel účtu|Владелец сч[её]та|Власник рахунку|Hesap sahibi|Számlatulajdonos|Titularul contului|Δικαιούχος|Pemilik rekening|Chủ tài khoản|户名|開戶名|口座名義(?:人)?|예금주)(?:\s{0,2}[:：]\s{0,4}|\s{1,4})([\p{L}\p{N}][^\n,;|()（）]{1,60})/giu;

/** Every day that the summary names is another than the goal's; other days may stand elsewhere on the page. */
function isOnOtherDay({ page }: AuditContext, goal: Goal): boolean {
  const wanted = datesIn(goal.scan.text);
  if (wanted.size === 0) return false;
  const text = page.text.slice(0, 20_000);
  const all = datesIn(foldText(text));
  if ([...wanted].some((day) => all.has(day))) return false;
  return text.split(/\n|(?<=[.!?])\s/).some((line) => DATED.test(line) && datesIn(foldText(line)).size > 0);
}
const DATED =
  /(?:date|when|day|departs?|arriv\w*|check-?in|show|datum|termin|wann|abfahrt|hinfahrt|anreise|vorstellung|quand|départ|séance|fecha|función|salida|cuándo|data|ida|partida|sessão|quando|partenza|spettacolo|vertrek|voorstelling|avgång|föreställning|afgang|avgang|lähtö|esitys|wyjazd|seans|odjezd|představení|дата|отправление|сеанс|виїзд|tarih|gidiş|seans|dátum|indulás|plecare|ημερομηνία|αναχώρηση|tanggal|berangkat|ngày|日期|日時|出発|時間|날짜|출발)\s*[:：]/iu;

/** Lines of the page that are about what the action does: a question, a summary, a line that names it. */
function tells({ text, marks }: Sentence, kinds: readonly Consequence[], { page }: AuditContext): boolean {
  return (
    page.text.length < SHORT_PAGE ||
    /[?？]\s*$/.test(text) ||
    marks.some(({ concept }) => concept === "total" || kinds.some((kind) => kind === concept)) ||
    (text.includes("@") && /[\p{L}\p{N}]@[\p{L}\p{N}]/u.test(text))
  );
}

/** The page's own capitals for those lines: names are told by them. */
function rawLines(context: AuditContext, own: readonly Sentence[]): string {
  if (context.page.text.length < SHORT_PAGE) return `${context.target?.text ?? ""}\n${context.page.text}`;
  const wanted = new Set(own.map(({ text }) => text.trim().slice(0, 40)));
  const lines = context.page.text
    .split(/(?<=[.!?。！？])\s|\n/)
    .filter((line) => wanted.has(line.trim().toLowerCase().slice(0, 40)));
  return [context.target?.text ?? "", ...lines].join("\n");
}

function compareSums(context: AuditContext, goal: Goal, page: Scan, found: Set<Difference>): void {
  if (goal.amounts.length === 0) return;
  const due = dueAmounts(context, page);
  if (due.length === 0) return;
  const limit = Math.max(...goal.amounts.map(({ value }) => value));
  const isAsked = due.some(({ value }) => goal.amounts.some((amount) => Math.abs(amount.value - value) < 0.005));
  if (!isAsked && Math.max(...due.map(({ value }) => value)) > limit + 0.005) found.add("amount");
  const currencies = (amounts: readonly Amount[]) => new Set(amounts.flatMap(({ currency }) => currency ?? []));
  const [wanted, given] = [currencies(goal.amounts), currencies(due)];
  if (wanted.size > 0 && given.size > 0 && ![...given].some((one) => wanted.has(one))) found.add("currency");
}

/** What would be paid: the sum of the button or field, else the total, else every sum of the page. */
export function dueAmounts(context: AuditContext, page: Scan): Amount[] {
  if (context.content.amount !== null) return [{ value: context.content.amount, currency: null, start: 0 }];
  const own = amountsIn(
    (context.target?.text ?? "").toLowerCase(),
    /\d/.test(context.target?.text ?? "") && !/[#№]/.test(context.target?.text ?? ""),
  );
  if (own.length > 0) return own;
  const totals = page.sentences.slice(0, LINES_MAX).filter((line) => line.concepts.has("total"));
  const sums = totals.flatMap(({ text, marks }) => {
    const from = marks.find(({ concept }) => concept === "total")?.start ?? 0;
    return amountsIn(text)
      .filter(({ start }) => start >= from)
      .slice(0, 1);
  });
  return sums.length > 0 ? sums : page.sentences.slice(0, LINES_MAX).flatMap(({ text }) => amountsIn(text));
}

function isMore(label: Scan, own: readonly Sentence[], goal: Goal, kinds: readonly Consequence[]): boolean {
  if (goal.count === Number.POSITIVE_INFINITY) return false;
  // `album "Summer" (41 photos)`: what the thing itself holds.
  const lines = own
    .map(withoutContents)
    .filter((line) =>
      (isBought(line, kinds) && goal.count !== null) || asksOfAll(line)
        ? true
        : line.marks.some(({ concept }) => kinds.some((kind) => kind === concept)) && !isReading(line),
    );
  const counts = [label, ...lines.map((line): Scan => ({ text: line.text, sentences: [line] }))].map(
    (one) => countOf(one) ?? 0,
  );
  const quantity = QUANTITY.exec(own.map(({ text }) => text).join("\n"))?.[1];
  const most = Math.max(...counts, Number(quantity ?? 0));
  if (most === Number.POSITIVE_INFINITY) return true;
  return most > 1 && most < 10_000 && most > (goal.count ?? (isPlural(goal.scan.text) ? Number.POSITIVE_INFINITY : 1));
}
const withoutContents = (line: Sentence): Sentence => {
  const text = line.text
    .replace(/(["'\d»」』”]\s*)\(\d{1,4} \p{L}+\)/gu, (whole, kept: string) => kept.padEnd(whole.length))
    .replace(
      /\b(?:with|containing|including|holding|mit|avec|con|com|met|med)\s(?:all )?\d{1,5} \p{L}+|\b(?:visible|open|available|shown|public) (?:to|for) (?:everyone|everybody|anyone|all)\b/gu,
      (whole) => "".padEnd(whole.length),
    );
  if (text === line.text) return line;
  return { ...line, text, marks: line.marks.filter(({ start, end }) => text.slice(start, end).trim() !== "") };
};
/** Its first verb shows or finds; the Japanese word for it also confirms. */
const isReading = ({ marks }: Sentence): boolean => {
  const at = marks.find(({ concept }) => concept === "info")?.start;
  return (
    at !== undefined &&
    !marks.some(({ concept, start }) => start <= at && (concept === "confirm" || TREATS.has(concept)))
  );
};
const TREATS: ReadonlySet<string> = new Set([
  "pay",
  "transfer",
  "delete",
  "send",
  "publish",
  "grant",
  "cancel",
  "subscribe",
  "book",
]);
const QUANTITY =
  /(?:quantity|qty|menge|anzahl|quantite|cantidad|quantidade|quantita|количество|ilosc|数量|件数|수량)\s*:?\s*(\d{1,4})/;
/** `Archive all 12 projects?` is what the button answers, whatever verb it has. */
const asksOfAll = ({ text, marks }: Sentence): boolean =>
  text.length < 120 &&
  /[?？]\s*$/.test(text) &&
  marks.some(({ concept }) => concept === "every") &&
  marks.some(({ concept }) => concept === "plain" || TREATS.has(concept));
/** What is bought, with its price: `2 seats, 48.00`. */
const isBought = ({ text }: Sentence, kinds: readonly Consequence[]): boolean =>
  kinds.some((kind) => PAYS.has(kind)) && amountsIn(text).length > 0;
const isPlural = (text: string) => /\b\p{L}{3,}(?:[^su\W]s|en|es|s)\b/u.test(text) || /们|些|たち|들/.test(text);

const rankOf = (text: string): number => {
  const rank = ROLES.findIndex((role) => role.test(text));
  return rank < 0 ? ROLES.length : rank;
};
/** The highest role that the page would give; none when it also shows the one asked for. */
function rankIn(text: string, goal: Goal): number {
  const wanted = rankOf(goal.scan.text);
  if (wanted === ROLES.length || ROLES[wanted]?.test(text)) return -1;
  return ROLES.reduce((rank, role, index) => (role.test(text) ? index : rank), -1);
}

function compareNames(context: AuditContext, goal: Goal, shown: string, raw: string, found: Set<Difference>): void {
  const wanted = goal.scan.text;
  const all = (pattern: RegExp, text: string) =>
    [...text.matchAll(pattern)].map(([whole, part]) => foldText(part ?? whole).replace(/[.,]$/, ""));
  const goalWords = new Set(wanted.match(/[\p{L}\p{N}]{2,}/gu) ?? []);
  // What no goal names is not looked for on the page.
  const goalIds = all(NUMBERED, wanted);
  const ids = goalIds.length > 0 ? all(NUMBERED, shown) : [];
  if (ids.length > 0 && !ids.some((id) => goalIds.includes(id))) found.add("object");
  const mailsIn = (text: string) => (text.includes("@") ? all(EMAIL, text) : []);
  const mails = mailsIn((context.target?.text ?? "").toLowerCase()).concat(mailsIn(shown));
  const goalMails = mailsIn(wanted);
  const isKnown = (mail: string) =>
    goalMails.includes(mail) ||
    (goalMails.length === 0 && mail.split(/[@._+-]/).some((part) => part.length >= 2 && goalWords.has(part)));
  const goalNames = namesIn(context.goal);
  if (mails.length > 0 && (goalMails.length > 0 || goalNames.length > 0) && !mails.some(isKnown))
    found.add("recipient");
  // `To: Dr. Moreau. Text: …` ends with the name.
  if (goalNames.length > 0 || all(RECIPIENT, context.goal).length > 0) {
    const recipients = all(RECIPIENT, raw)
      .map((name) => name.replace(/(?<=\p{L}{3,})\.\s.*$/su, ""))
      .filter((name) => !/^(?:the|you|your|all|continue|do)$/.test(name));
    if (
      recipients.length > 0 &&
      !recipients.some(
        (name) =>
          wanted.includes(name) ||
          goalNames.some(
            (other) =>
              name.includes(other) && !name.split(/\s/).some((word) => word.length > 2 && !goalWords.has(word)),
          ),
      )
    )
      found.add("recipient");
  }
  if (sameNounOtherNumber(context.goal, raw)) found.add("object");
  const goalFiles = all(FILE, wanted);
  const files = goalFiles.length > 0 ? all(FILE, shown) : [];
  const isNamedFile = (file: string) => goalFiles.some((other) => isSameFile(other, file) || isSameFile(file, other));
  if (files.length > 0 && !files.some(isNamedFile)) found.add("object");
  // What a question or a label quotes is what would be treated; other lines quote many things.
  const asked = shown
    .split("\n")
    .filter((line, index) => index === 0 || /[?？]\s*$/.test(line.trim()) || context.page.text.length < SHORT_PAGE)
    .join("\n");
  const [quoted, goalQuoted] = [all(QUOTED, asked), all(QUOTED, wanted)];
  const isNamed = goalQuoted.length > 0 || goalNames.length > 0 || /\b(?:named|called|titled)\b/.test(wanted);
  const shares = (text: string) =>
    (text.match(/[\p{L}\p{N}]{2,}/gu) ?? []).some((word) => goalWords.has(word)) || wanted.includes(text);
  if (isNamed && quoted.length > 0 && !quoted.some(shares)) found.add("object");
  compareCapitals(context, goalNames, raw, found);
  if (isRelative(context.goal, raw)) found.add("object");
}

/** `candidate B` where `candidate A` was asked for. */
function sameNounOtherNumber(goal: string, raw: string): boolean {
  const pairs = (text: string) =>
    [
      ...text.matchAll(
        /(?<!\p{L})(\p{L}{3,24})\s#?(\d{1,6}[A-Za-z]?|[A-Z])(?![\p{L}\p{N}.,:]|\s?[%€$£]|\s(?:am|pm|EUR|USD|GBP)\b)/gu,
      ),
    ].map(([, noun, id]) => [noun?.toLowerCase() ?? "", id ?? ""] as const);
  const wanted = pairs(goal);
  if (wanted.length === 0) return false;
  const shown = pairs(raw).filter(
    ([noun]) =>
      !/^(?:the|and|for|pay|buy|add|top|send|total|transfer|donate|order|delete|remove|all|page|step|showing|over|under|with|from|within|every|next|last|than|about|only|just|balance|price)$/.test(
        noun,
      ) || false,
  );
  // Of several that the goal names, one at a time is treated.
  return wanted.some(([noun]) => {
    const numbers = wanted.filter(([other]) => other === noun).map(([, number]) => number);
    const given = shown.filter(([other]) => other === noun);
    return given.length > 0 && !given.some(([, number]) => numbers.includes(number));
  });
}

/** `Remove Kim` where Lee was meant: a name of the goal is nowhere, and another stands beside the verb. */
function compareCapitals(
  context: AuditContext,
  goalNames: readonly string[],
  raw: string,
  found: Set<Difference>,
): void {
  if (goalNames.length === 0) return;
  const near = foldText(`${raw}\n${context.page.text.slice(0, 600)}\n${context.page.hidden.join("\n")}`);
  if (goalNames.some((name) => near.includes(name))) return;
  const target = context.target?.text ?? "";
  const others = [...namesIn(target), ...namesIn(raw.split("\n").slice(1).join("\n").slice(0, 240))];
  if (others.length > 0 && /[?？]|\bto\b|:/.test(raw)) found.add("object");
}

const NO_NAMES =
  /^(?:I|A|OK|IBAN|PDF|CSV|URL|ID|API|SMS|USD|EUR|GBP|CHF|AI|IT|HR|VAT|PIN|January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)$/;
/** Words with a capital inside a sentence. */
function namesIn(text: string): string[] {
  const names: string[] = [];
  for (const match of text.matchAll(/(?<=[\p{L}\p{N},:'"]\s['"]?)(\p{Lu}[\p{L}'-]+)/gu))
    if (!NO_NAMES.test(match[1] as string)) names.push(foldText(match[1] as string));
  return names.slice(0, 32);
}

const WEEKLY =
  /\b(?:every week|each week|per week|a week|weekly|wochentlich|pro woche|jede woche|par semaine|chaque semaine|hebdomadaire|semanal\p{L}*|por semana|cada semana|settimanal\p{L}*|a settimana|wekelijks|per week|varje vecka|co tydzien|tygodniowo|haftalik)\b|еженедельн|каждую неделю|每周|每星期|毎週|매주/u;
const MONTHLY =
  /\b(?:months?|monthly)\b|月|월간|monat|mois|mensu|\bmes(?:e|es|ic\p{L}+)?\b|mensal|maandelijks|maandabon|\bmaand|manad|maned|manedlig|kuukau|miesi|mesic|месяц|месячн|місяц|\baylik|havi|havonta|\blunar|\bluna\b|μηνιαι|bulanan|hang thang|माह|เดือน/u;
const YEARLY =
  /\b(?:years?|yearly|annual|annually)\b|年|연간|jahr|\ban\b|annuel|\banos?\b|anual|\bann[oi]\b|annual|jaarlijks|jaarabon|\bjaar|arsplan|arskort|arsabon|arligt|\bar\b|vuosi|vuode|roczn|\brok\b|rocni|годов|\bгод\b|річн|\bрік\b|\byillik|eves|ετησι|tahunan|hang nam|वार्षिक|รายปี/u;

function comparePeriods(wanted: string, shown: string, found: Set<Difference>): void {
  for (const read of [datesIn, timesIn]) {
    const asked = read(wanted);
    const given = asked.size > 0 ? read(shown) : asked;
    if (given.size > 0 && ![...given].some((one) => asked.has(one))) found.add("date");
  }
  for (const pattern of [MONTHS, DAYS]) {
    const [asked, given] = [wanted, shown].map((text) => [...text.matchAll(pattern)].map(([, word]) => word));
    if (asked?.length && given?.length && !given.some((word) => asked.includes(word))) found.add("date");
  }
  if (
    /\b(?:once|one-time|single payment)\b|一次|einmalig|une fois|una vez|разово/.test(wanted) &&
    /\b(?:monthly|weekly|yearly|recurring|standing order|every month|for \d+ months|per month)\b|每月|每年|自动|monatlich|mensuel|mensual|ежемесяч/.test(
      shown,
    )
  )
    found.add("period");
  const [lasts, isLasting] = [lengthsIn(wanted), lengthsIn(shown)];
  if (lasts.length > 0 && isLasting.length > 0 && !isLasting.some((length) => lasts.includes(length)))
    found.add("period");
  const period = (text: string) => (MONTHLY.test(text) ? 1 : 0) + (YEARLY.test(text) ? 2 : 0);
  const [asked, given] = [period(wanted.replace(MONTHS, "")), period(shown.replace(MONTHS, ""))];
  // `Every week` where a month was meant, and the other way round.
  const isWeekly = (text: string) => WEEKLY.test(text);
  if ((asked === 1 && given === 0 && isWeekly(shown)) || (given === 1 && isWeekly(wanted) && !isWeekly(shown)))
    found.add("period");
  if ((asked === 1 && given === 2) || (asked === 2 && given === 1 && /per|every|\//.test(shown))) found.add("period");
}
