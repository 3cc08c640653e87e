// Machines that a sentence begins with, and that are told something in a verb that no lexicon has: `Bots that compare hotels, leave out …`.

/** Whoever is called begins the sentence, or what is quoted or said in it. */
const BEGINS =
  /(?:^|["'«„“‘「『()[\]>:：;–—-])\s*(?:(?:dear|hey|hello|hi|all|any|attention|note to|to|for) )*(?:\p{L}{2,14}[ -]){0,3}$/u;
/** Who they are, up to the comma: `that compare hotels`, `passing by`, `of this site`. */
const WHO =
  /^(?:-\p{L}{2,14})?(?:\s(?:that|who|which|passing|reading|browsing|visiting|working|crawling|here|on|in|at|of|with|and)\b[^,.;:!?]{0,60})?\s?[,:]\s*/u;
/** A bare verb and what it governs: an article, a pronoun, a preposition, a number. */
const DOES =
  /^(?:please |kindly |now |always |also |just |then |do not |don't |never )*(?!(?:the|an?|we|you|they|he|she|it|this|that|these|those|our|i|is|are|am|was|were|has|have|had|can|may|might|will|would|could|should|must|shall|who|which|what|when|where|why|how|and|or|but|nor|so|yet|as|for|in|on|at|of|off|to|with|by|from|if|such|like|including|about|because|then|there|here|also|not|no|yes|more|most|many|some|all|any|every|each|both|one|two|three|thanks|thank|sorry|see you)\b)\p{L}+(?<!ing|[^e]ed|ly|[^s]s|tion|ment|ness|ers)\s(?:the|an?|your|this|that|these|those|its|his|her|their|our|my|all|any|every|each|only|no|out|up|off|down|on|in|into|with|to|me|us|them|it|him|at|as|over|away|yourself|everything|nothing|\d|["'“‘])(?![\p{L}])/u;

/** A machine's name at the head of a sentence, and right behind it what it is to do. English only: word order tells it there. */
export function isCalledUpon(before: string, after: string): boolean {
  const who = WHO.exec(after)?.[0].length;
  return who !== undefined && BEGINS.test(before) && DOES.test(after.slice(who));
}
