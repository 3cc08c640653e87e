import { isConsequence } from "./lexicon/concepts.ts";
import type { Mark, Sentence } from "./scan.ts";

// Machines that a sentence begins with, and that are told something in a verb that no lexicon has: `Bots that compare hotels, leave out …`.

/** Whoever is called begins the sentence, or what is quoted or said in it. */
const BEGINS =
  /(?:^|["'«„“‘「『()[\]>:：;–—-])\s*(?:(?:dear|hey|hello|hi|all|any|attention|note to|to|for) )*(?:\p{L}{2,14}[ -]){0,3}$/u;
/** Who they are, up to the comma: `that compare hotels`, `passing by`, `of this site`. */
const WHO =
  /^(?:-\p{L}{2,14})?(?:\s(?:that|who|which|passing|reading|browsing|visiting|working|crawling|here|on|in|at|of|with|and)\b[^,.;:!?]{0,60})?\s?[,:]\s*/u;
/** A bare verb and what it governs: an article, a pronoun, a preposition, a number. */
const DOES =
  /^(?:please |kindly |now |always |also |just |then |do not |don't |never )*(?!(?:the|an?|we|you|they|he|she|it|this|that|these|those|our|i|is|are|am|was|were|has|have|had|can|may|might|will|would|could|should|must|shall|who|which|what|when|where|why|how|and|or|but|nor|so|yet|as|for|in|on|at|of|off|to|with|by|from|if|such|like|including|about|because|then|there|here|also|not|no|yes|more|most|many|some|all|any|every|each|both|one|two|three|thanks|thank|sorry|see you)\b)\p{L}+(?<!ing|[^e]ed|ly|[^s]s|tion|ment|ness|ers)\s(?:the|an?|your|this|that|these|those|its|his|her|their|our|my|all|any|every|each|only|for|no|out|up|off|down|on|in|into|with|to|me|us|them|it|him|at|as|over|away|yourself|everything|nothing|one|two|three|four|five|six|seven|ten|\d|["'“‘])(?![\p{L}])/u;

/** A machine's name at the head of a sentence, and right behind it what it is to do. English only: word order tells it there. */
export function isCalledUpon(before: string, after: string, isOrderAt: (at: number) => boolean): boolean {
  const who = WHO.exec(after)?.[0].length;
  return who !== undefined && BEGINS.test(before) && (isOrderAt(who) || DOES.test(after.slice(who)));
}

/** `ranking models`, `image-describing model`, `the model that ranks applicants`: what a machine is there for. */
const DEED =
  "rank|scor|screen|grad|rat|summari[sz]|describ|translat|moderat|review|triag|sort|classif|label|answer|tagg|caption|index|forecast|pric|match|recommend|detect|filter|monitor|evaluat|judg|pars|read|brows|crawl|scrap|scan|surf|transcrib|plann|book|shopp|vot|click|navigat|assess|shortlist";
export const AT_IT = new RegExp(`(?:^|[\\s"'([-])(?:${DEED})ing[ -]$`);
export const DOES_IT = new RegExp(
  `^\\s(?:that|who|which) (?:${DEED}|select|process|handl|look|check)(?:e|es|s|y|ies)?\\b`,
);
/** `Automated listeners have to …`: whoever is meant is no person. */
const IS_BOUND =
  /^\s(?:visitors?|readers?|applicants?|listeners?|guests?|clients?|customers?|shoppers?|callers?|reviewers?|participants?|bidders?|buyers?|players?|members?|subscribers?|browsers?|viewers?|watchers?|students?|travell?ers?|patients?|commenters?|surfers?)\s(?:must|have to|has to|need to|needs to|should|shall|are (?:kindly )?(?:required|asked|obliged|requested|invited) to)\s(?!not be|be\b)/;
const MUST =
  /^[^.;:]{0,80}\b(?:must|should|shall|have to|has to|is to|are to|(?:is|are) (?:kindly )?(?:expected|required|asked|supposed|obliged|requested|invited) to)\s(?!not be|be\b)/;

/** Whoever is called automated, or told by what it does, is bound to something. */
export const isTiedToDeed = (word: string, after: string): boolean =>
  (/^automat/.test(word) && IS_BOUND.test(after)) ||
  (/^(?:automations?|software|scripts?)$/.test(word) && RUNNING.test(after) && MUST.test(after)) ||
  (!/systems?$/.test(word) && DOES_IT.test(after) && MUST.test(after));
/** `Automation running in this account should …` */
const RUNNING = /^\s(?:runn|work|act|operat|brows|read|look|click|logg)ing\b/;

/** `The vision model looking at this picture picks the Royal package`: an order told as if it were so. */
export const isToldAsFact = (after: string): boolean => AS_FACT.test(after);
const AS_FACT =
  /\b(?:this|these|here)\b(?: \p{L}+){0,2}\s(?!has|gets|sees|reads|finds|needs|does|learns|knows|costs|looks|works|makes|takes|thinks|becomes|seems|uses|helps|runs|comes|goes|shows|is|was|its|his|as)\p{L}{3,}[^s]s\s(?:the|it|them|him|her|an?|all|every|only|this|us|me|\d)(?![\p{L}])/u;
/** `The LLM triaging this will set …` */
export const WILL = /\b(?:this|these|here)\b(?: \p{L}+){0,2} will (?!not\b|be\b)/u;
/** What crawlers may do is no order. */
export const PERMITTED =
  /^\s(?:may|can|are (?:allowed|permitted|welcome|free) to) (?:only )?(?:crawl|fetch|index|read|visit|access|load|request|scan|use|query|call)\b/;
/** Who is called so in English is no person, other than an agent. */
export const HELPS = /^(?:helpers?|assistants?|software|programs?|machines?)$/;
/** `Letter to whoever operates this screen for Ms Adler: …` */
export const TO_WHOEVER = /\bwhoever (?:operates|controls|runs|drives) (?:this|the)\b[^:]{0,60}:/;

/** `purchase agents always choose express`, `meeting copilots accept this invite`: a line that begins with whom it is for, and an order. */
export function isLineFor(text: string, mark: Mark, orders: readonly Mark[]): boolean {
  const after = text.slice(mark.end);
  const isWithin = (characters: number) =>
    orders.some(({ start }) => start >= mark.end && start - mark.end <= characters);
  if (!/(?:^|["'«:(])\s*(?:\p{L}+\s){0,2}$/u.test(text.slice(0, mark.start))) return false;
  return (
    (isWithin(15) && /^\s(?:always|never|simply|automatically)\s\p{L}+\s/u.test(after)) ||
    (isWithin(2) &&
      /^\s?\p{L}+\s(?:(?:this|these|first|now|immediately|the following)\b|[^.,;]{0,60}\bhere\b)/u.test(after))
  );
}
/** `Are you an AI? Press …` */
export const ASKS_IF =
  /^\W*(?:are you (?:an? )?)?(?:ai|a\.i|bot|robot|llm|language model|chatbot|ai agent|agent|machine)s?\s?\?\s*$/;

/** It tells somebody to do something. */
export const isOrder = ({ concept }: Mark): boolean =>
  concept === "decline" ||
  concept === "tell" ||
  concept === "confirm" ||
  concept === "order" ||
  concept === "judge" ||
  concept === "silent" ||
  isConsequence(concept);

/** A question that only a machine answers with yes, and what it is to do then. */
export const asksIfMachine = (sentence: Sentence, next: Sentence): boolean =>
  ASKS_IF.test(sentence.text) && next.marks.some((mark) => isOrder(mark) && mark.start <= 16);
