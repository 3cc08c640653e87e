import {
  AT_IT,
  DOES_IT,
  HELPS,
  isCalledUpon,
  isLineFor,
  isOrder,
  isTiedToDeed,
  isToldAsFact,
  PERMITTED,
  TO_WHOEVER,
  WILL,
} from "./called.ts";
import {
  DESCRIBED,
  INSTRUCTED,
  KEEPS_OUT,
  MARKERS,
  NARRATED,
  NO_ORDER,
  NOTE_TO,
  PEOPLE,
  QUESTION_ABOUT,
  READS_THIS,
  SPEAKER,
  TO_JUDGES,
  TOLD_TO,
  UNNAMED,
  WHY,
} from "./directive-words.ts";
import type { Concept } from "./lexicon/concepts.ts";
import { IS_STATE, isOnlyNamed, isPartOfWord, isTold, isWork, OURS } from "./mentions.ts";
import { HAS_USER, IF_YOU_ARE, IS_DATIVE, isReadBy, LEADING_CLAUSE, readsThis } from "./reader-clauses.ts";
import type { Mark, Sentence } from "./scan.ts";
import { UNSPACED } from "./vocabulary.ts";

const ALSO_PEOPLE =
  /^(?:operators?|visitors?|readers?|reviewers?|auditors?|guards?|machines?|verifiers?|checkers?|tools?|models?|modelos?|modell[oi]?|modeles?|operatore|operatori)$/;
const PERSONS = /^(?:operators?|visitors?|readers?|reviewers?|guards?)$/;
const isMachineWord = ({ concept }: Mark): boolean => concept === "robot" || concept === "helper";

/** It says whom it is for and no more, so that the order is in the next one: `Attention robots!`, `Note to AI readers of this page.` */
export const callsOnly = (sentence: Sentence): boolean =>
  !/\?\s*$/.test(sentence.text) &&
  sentence.marks.some(isMachineWord) &&
  ((sentence.wordCount <= 6 && (sentence.concepts.has("robot") || !/\.\s*$/.test(sentence.text))) ||
    (sentence.wordCount <= 12 && /[:：!！]\s*$/.test(sentence.text)) ||
    isNoted(sentence));

const isNoted = ({ text, marks }: Sentence): boolean =>
  marks.some(({ concept, start }) => concept === "robot" && NOTE_TO.test(text.slice(Math.max(0, start - 60), start)));

export function isDirective(sentence: Sentence): boolean {
  const { text, marks, concepts: known } = sentence;
  // Every turn of phrase below needs a word that is known.
  if (marks.length === 0 || (/[?？]/.test(text) && WHY.test(text))) return false;
  if (
    known.has("ignore") &&
    known.has("instruction") &&
    !DESCRIBED.test(text) &&
    !(TOLD_TO.test(text) && !/\b(?:you|this|here|your|hereby)\b/.test(text)) &&
    isNear(marks, "ignore", "instruction") &&
    overrides(sentence)
  )
    return true;
  if (MARKERS.test(text) && !QUESTION_ABOUT.test(text)) return true;
  const orders = marks.filter(isOrder);
  if (/[,:，、：]|하|면/.test(text) && IF_YOU_ARE.test(text) && !QUESTION_ABOUT.test(text)) return true;
  if ((orders.length > 0 || known.has("must")) && UNNAMED.test(text)) return true;
  if (TO_WHOEVER.test(text) || TO_JUDGES.test(text)) return true;
  if (
    known.has("silent") &&
    (known.has("user") || marks.some(isMachineWord) || /confirm|确认|bestatig|confirm|подтвер/.test(text)) &&
    orders.length > 1
  )
    return true;
  return addresses(sentence, orders);
}

/** Of a sentence that only calls, with the one after it: what it was called for. */
export const isAddressed = (sentence: Sentence): boolean =>
  UNNAMED.test(sentence.text) || MARKERS.test(sentence.text) || addresses(sentence, sentence.marks.filter(isOrder));

/** A reader is told to drop what it was told: an order to everybody, or about all of it; not what one cook says of another's recipe. */
function overrides({ text, marks }: Sentence): boolean {
  const first = marks.find(({ concept }) => concept === "ignore");
  const at = first?.start ?? 0;
  if (first && /^\s(?:no|none)\b/.test(text.slice(first.end))) return false;
  // `The agent ignores the order` tells what happens.
  if (
    first &&
    (/^(?:ignores|forgets|disregards)$/.test(text.slice(first.start, first.end)) || isTold(text, marks, first))
  )
    return false;
  return (
    at <= 24 ||
    /[^\x00-\u024f]/.test(text) ||
    marks.some(
      ({ concept }) => concept === "every" || concept === "must" || concept === "robot" || concept === "helper",
    ) ||
    /\b(?:previous|prior|earlier|your|system|original|existing|above|current|such|any|deine?n?|ihre?n?|vorherigen?|bisherigen?|tes|vos|tus|sus|anteriores?|precedentes?|precedentes?)\b/.test(
      text,
    )
  );
}

const isGreeted = (before: string): boolean =>
  /(?:^|[\s"'(])(?:yo|hey|hello|hi|oi|psst|dear|ok|attention|please|note|lieber?|liebes|cher\p{L}*|querid\p{L}*|estimad\p{L}*|car[oaie]|gentil\p{L}*|prezad\p{L}*|beste|geachte|kara|basta|hej|kjaere|hyva|kedves|tisztelt|drag[aei]|stimat\p{L}*|vazen\p{L}*|mil[yia]|drog\p{L}*|szanown\p{L}*|sayin|sevgili|halo|уважаем\p{L}*|дорог\p{L}*|шановн\p{L}*|αγαπητ\p{L}*|प्रिय)[\s,:]+(?:the |all |any |my |our )?$/u.test(
    before,
  );

/** Somebody is spoken to who is a machine, and is told to do something. */
function addresses({ text, marks }: Sentence, orders: readonly Mark[]): boolean {
  if (!marks.some(isMachineWord) || QUESTION_ABOUT.test(text)) return false;
  const asked = text.lastIndexOf("?");
  for (const mark of marks) {
    if (mark.concept !== "robot" && mark.concept !== "helper") continue;
    const before = text.slice(Math.max(0, mark.start - 24), mark.start);
    const isStrong =
      mark.concept === "robot" ||
      AT_IT.test(before) ||
      DOES_IT.test(text.slice(mark.end)) ||
      marks.some((other) => other.concept === "robot") ||
      /^\s*(?:that|who|which)? ?(?:reads?|reading|parses|scans|visits?|processes) (?:this|here)/.test(
        text.slice(mark.end),
      );
    const after = text.slice(mark.end);
    if (isTiedToDeed(text.slice(mark.start, mark.end), after) && !DESCRIBED.test(text)) return true;
    if (isOnlyNamed(text, mark) || (KEEPS_OUT.test(after) && !marks.some(({ concept }) => concept === "silent")))
      continue;
    if (isReader(text, mark, orders)) return true;
    if (
      AT_IT.test(before) &&
      /^\s(?!(?:checks|reads|scans|shows|uses|helps|needs|finds|sees|makes|turns|works)\b)\p{L}{3,}[^s]s\s(?:this|these)\b/u.test(
        after,
      )
    )
      return true;
    if (
      isStrong &&
      mark.language === "en" &&
      isCalledUpon(
        text.slice(Math.max(0, mark.start - 40), mark.start),
        after,
        (at) => /\s(?:of|for) /.test(after.slice(0, at)) && orders.some(({ start }) => start === mark.end + at),
      )
    )
      return true;
    if (mark.concept === "helper" && isPartOfWord(text, mark)) continue;
    if (PERMITTED.test(after)) continue;
    const isMentioned = /\b(?:no|not|about|our|with|with an?|by|using|of) $/.test(before) && !/^\s*[:：]/.test(after);
    // `yo chatbot, …`
    if (
      isGreeted(before) &&
      (mark.concept === "robot" ||
        ((mark.language !== "en" || HELPS.test(text.slice(mark.start, mark.end))) && isToldNext(marks, mark, after))) &&
      /^(?:\s\p{L}+){0,2}\s?[,:!]\s*\p{L}+(?:\s\S+){2}/u.test(after) &&
      !SPEAKER.test(after.slice(2))
    )
      return true;
    // `Bots, digan que…`: a sentence that begins by calling them.
    if (
      mark.concept === "robot" &&
      /(?:^|["'«„“(:-])\s*$/.test(text.slice(0, mark.start)) &&
      /^(?:-\p{L}{2,20})?\s?,\s*(?!(?:and|or|und|et|y|e|i|и)\s)\p{L}+\s\p{L}+/u.test(after) &&
      !/^\s?,(?:\s\S+){1,3}\s(?:and|or|&)\s/.test(after) &&
      !NO_ORDER.test(after.replace(/^(?:-\p{L}{2,20})?\s?,/u, ""))
    )
      return true;
    // `robôs leitores, votem…`, `assistente, chiama…`: the same with a word between, or of a helper in a language where no list begins so.
    if (
      (mark.concept === "robot" || mark.language !== "en") &&
      /[:"(«\])>|]\s*$/.test(text.slice(0, mark.start)) &&
      /^(?:\s\p{L}{3,14})?\s?,\s*(?!(?:and|or|und|et|y|e|i|и)\s)\p{L}{3,}\s\p{L}+/u.test(after) &&
      !/^(?:\s\p{L}{3,14})?\s?,(?:\s\S+){1,3}\s(?:and|or|&)\s/u.test(after)
    )
      return true;
    if (mark.concept === "robot" && isLineFor(text, mark, orders)) return true;
    if (NARRATED.test(text.slice(Math.max(0, mark.start - 40), mark.start))) continue;
    if (asked > mark.end && /\b(?:can|do|does|are|is|should|may|will|could|would) (?:\p{L}+ )?$/u.test(before))
      continue;
    const lead = text.slice(Math.max(0, mark.start - 60), mark.start);
    const noted =
      NOTE_TO.test(lead) ||
      (mark.language !== "en" &&
        /^(?:-\p{L}+)?(?:\s\p{L}+)?\s?:/u.test(after) &&
        IS_DATIVE.test(text.slice(mark.start, mark.end))) ||
      /^\W*(?:to|for) (?:(?:the|any|all|every|our|whichever) )?(?:\p{L}+ ){0,2}$/u.test(lead);
    const said =
      /^["'\])]?\s*(?:\p{L}{2,9}\s?|(?:that|who|che|qui|que|der|die|das|dat|som)\s[^:!.]{3,60})?[:!]\s*(.{3,})/u.exec(
        after,
      )?.[1];
    if (
      said !== undefined &&
      ((noted && (isStrong || !PERSONS.test(text.slice(mark.start, mark.end)) || /\bthis\b|\bbrowser\b/.test(text))) ||
        (mark.concept === "robot" &&
          !NO_ORDER.test(said) &&
          said.split(/\s/).length >= 3 &&
          /^["'\])]?\s*:/.test(after)))
    )
      return true;
    const later = orders.filter(({ start }) => start >= mark.end);
    // `Open the profile of the bot, press More`: what stands in the middle of a clause with a verb before it is not called.
    const clause =
      text
        .slice(0, mark.start)
        .split(/[.,:;!?()"，。：；！？「」]/)
        .at(-1) ?? "";
    // `本店使用送餐机器人，…`: the clause is about it.
    const isLate =
      UNSPACED.test(text.charAt(mark.start)) &&
      clause.length > 5 &&
      !/[给致请凡]|各位|所有|各类|亲爱|尊敬/.test(clause);
    const isObject = orders.some(
      ({ start, end }) => start >= mark.start - clause.length && end <= mark.start && end - start > 3,
    );
    const isCalled =
      (!isObject && !isLate && /^(?:-\p{L}{2,20})?["'\]]?\s*(?:\([^)]{0,40}\)\s*)?[,，;]/u.test(after)) ||
      /^(?:-\p{L}{2,20})?["'\]]?\s*(?:\([^)]{0,40}\)\s*)?(?:[:：!！]|-(?=\s))/u.test(after) ||
      /^(?:\s*\p{L}{2,9}|\s(?:d'|de |del |des |di |do |du |fur |van |per |para )\p{L}{2,14})\s?[:：]/u.test(after) ||
      noted ||
      (!(
        /^\s(?:who|that|which)\s[^,:]*$/.test(after) &&
        !marks.some(({ concept, start }) => concept === "must" && start > mark.end)
      ) &&
        /^\s*(?:(?:who|that|which) )?(?:reads?|reading|sees|seeing|visits?|visiting|parses|parsing|process(?:es|ing)|handles|handling|opens|gets|viewing|browsing|summari[sz](?:es|ing)|on this|here|using|scanning)/.test(
          after,
        )) ||
      /(?:致|给|亲爱的|すべての|全ての|所有|모든|凡|(?<![\p{L}\p{N}])(?:dear|hey|hello|hi|attention|to|for|note to|an|fur|सभी|प्रिय|לכל|כל|كل|جميع|إلى|همه|προς|στους|ολοι|semua|tum|cher|chere|querido|caro|beste|kara|уважаем\p{L}*|для|внимание|liebe\p{L}?|sayin|sevgili|untuk|kepada|estimad[oa]|a|para|aan|do|voor|per))[\s,:]+(?:(?:the|any|all|every|le|la|les|den|die|das|el|los|alle|tout|todos|our|your) )?["'(]?$/u.test(
        before,
      );
    const bound = marks.some(({ concept, start }) => concept === "must" && start >= mark.end && start - mark.end < 24);
    const isPassive = /^\W*(?:\p{L}+ )?(?:must|should|shall|have to|has to|need to|needs to|may) (?:not )?be\b/u.test(
      after,
    );
    if (isStrong && INSTRUCTED.test(after) && (AT_IT.test(before) || READS_THIS.test(text)) && !DESCRIBED.test(text))
      return true;
    if (isMentioned && !(bound && /\b(?:with|using) $/.test(before))) continue;
    // `AI scheduler, decline…`
    const named = /^(?:\s\p{L}{3,14}){1,2}\s?[,:]\s*/u.exec(after)?.[0].length;
    if (isStrong && named !== undefined && later.some(({ start }) => Math.abs(start - mark.end - named) <= 2))
      return true;
    const isPerson = PEOPLE.test(before);
    const isMachine = isStrong || (!isPerson && mark.concept === "helper");
    // People are called so as well.
    if (!isStrong && ALSO_PEOPLE.test(text.slice(mark.start, mark.end)) && !/\bthis\b|\bbrowser\b/.test(text)) continue;
    // `The agent must let the caller finish`: somebody at work.
    if (!isStrong && bound && !HAS_USER.test(text) && !READS_THIS.test(text) && isWork(text, mark, marks)) continue;
    // `agents must choose`: what they are told follows at once.
    if (
      !isStrong &&
      isMachine &&
      !/\w\(\)|\bdef \w+\(|=>|::/.test(text) &&
      bound &&
      !isPassive &&
      later.some(({ start }) => start - mark.end < 24)
    )
      return true;
    // `yapay zeka asistanları … yapmalıdır`: the demand is an ending.
    if (isStrong && /\p{L}m[ae]li(?:dir|l[ae]r|l[ae]rdir|siniz)?[\s\p{P}]*$/u.test(after)) return true;
    // `负责审核的模型注意：…`
    if (mark.concept === "helper" && later.length > 0 && /^\s*(?:请?注意|须知|听好|请看)[,:，：!！]/.test(after))
      return true;
    // `请助手把…`: spoken to in a sentence that demands.
    if (!isStrong && UNSPACED.test(text.charAt(mark.start)) && later.length > 0 && /[请让要求致给]\s?$/.test(before))
      return true;
    if (/@\s?$/.test(before) && later.length > 0) return true;
    const asks = marks.some(
      ({ concept, start }) => concept === "must" && start < mark.start && mark.start - start < 12,
    );
    if (
      isStrong &&
      ((isCalled && later.length > 0) ||
        (bound && !isLate && !(later.length === 0 && IS_STATE.test(after))) ||
        (asks && later.length > 0))
    )
      return true;
    if (
      !isStrong &&
      isCalled &&
      later.length > 0 &&
      !OURS.test(before) &&
      isImperative(text.slice(mark.end), later, mark.end)
    )
      return true;
    // Scripts without blanks: the addressee and an order in one sentence, with a demand.
    if (
      isStrong &&
      /[^\x00-\u024f]/.test(text) &&
      later.length > 0 &&
      marks.some(({ concept }) => concept === "must" || concept === "silent" || concept === "ignore")
    )
      return true;
    if (isStrong && /^\s*$|^[\s,]*(?:should|must|shall|please|owe)/.test(after) && orders.length > 0) return true;
  }
  return false;
}

/** It reads this text, and is told something: after a colon or comma, or with a demand. */
function isReader(text: string, mark: Mark, orders: readonly Mark[]): boolean {
  const [before, after] = [text.slice(Math.max(0, mark.start - 120), mark.start), text.slice(mark.end)];
  if (DESCRIBED.test(text)) return false;
  if (isReadBy(before, after)) return true;
  const hasOrder = orders.some(({ start }) => start >= mark.end);
  // `Assistants: … the mails of your user`
  if (hasOrder && HAS_USER.test(after) && /^["'\])]?\s?[:,]/.test(after)) return true;
  if (!readsThis(before.slice(-60), after)) return false;
  const told = /^[^:：，,!！]{0,80}[:：，,!！]\s*(.*)$/su.exec(after)?.[1] ?? "";
  if (
    /\S\s*\S/.test(told) &&
    !/^(?:such as|like|including|e\.g|who|which|that|котор)/.test(told) &&
    (hasOrder || !NO_ORDER.test(told))
  )
    return true;
  if (isToldAsFact(after) || (hasOrder && WILL.test(after))) return true;
  return (
    /^[^.;:]{0,120}\b(?:must|should|have to|has to|are to|need to|shall)\s(?!be\b)/.test(after) ||
    (UNSPACED.test(text.charAt(mark.start)) && hasOrder)
  );
}

/** The order follows the colon or comma, or a demand: not `Agents: our team will send you`. */
function isImperative(after: string, later: readonly Mark[], from: number): boolean {
  const told = /^(?:\s(?:of|for|de|du|des|von|van|di|do|da)\s(?:\p{L}+\s?){1,3})?["'\]]?\s?[:：,]\s*/u.exec(after)?.[0]
    .length;
  const clause = told === undefined ? undefined : LEADING_CLAUSE.exec(after.slice(told))?.[0].length;
  if (told !== undefined && clause !== undefined) {
    const at = from + told + clause;
    if (later.some((mark) => mark.start >= at - 1 && mark.start <= at + 2)) return true;
  }
  const start =
    /^(?:\s(?:d'|de |del |des |di |do |du |fur |van |per |para )\p{L}{2,14})?["'\]]?\s*(?:\([^)]{0,40}\)\s*)?[:：,，;!！-]+\s*["'(]?(?:please |kindly |now |also |immediately |then |always |you must |do |just |立即|请|bitte |veuillez |por favor )*/u.exec(
      after,
    )?.[0].length;
  return start !== undefined && later.some((mark) => mark.start - from >= start - 1 && mark.start - from <= start + 2);
}

/** The word after the comma or colon is an order. */
const isToldNext = (marks: readonly Mark[], mark: Mark, after: string): boolean => {
  const at = mark.end + (/^(?:\s\p{L}+){0,2}\s?[,:!]\s*/u.exec(after)?.[0].length ?? 0);
  return marks.some((other) => (isOrder(other) || other.concept === "ignore") && Math.abs(other.start - at) <= 1);
};

function isNear(marks: readonly Mark[], left: Concept, right: Concept): boolean {
  const [ones, others] = [left, right].map((concept) => marks.filter((mark) => mark.concept === concept));
  return (ones ?? []).some((one) =>
    (others ?? []).some((other) => other.start !== one.start && Math.abs(other.start - one.end) < 60),
  );
}
