import { amountsIn } from "./amounts.ts";
import { isOneOfChoices } from "./choices.ts";
import { type Goal, isAsked } from "./goal.ts";
import { CONSEQUENCES, type Concept, type Consequence } from "./lexicon/concepts.ts";
import type { Meaning } from "./meaning.ts";
import type { Mark, Scan, Sentence } from "./scan.ts";
import { isDenied, statedEffects } from "./stated-effects.ts";
import { englishEffects } from "./stated-english.ts";
import { partAround, tieOf } from "./tied.ts";

/** Verbs that say what a click does, as opposed to nouns that a page is full of. */
const EFFECT =
  /\b(?:charges|places|approves|renews|auto-?renews|shares|sends|deletes|erases|removes|wipes|subscribes|grants|gives|starts|signs|accepts|authori[sz]es|transfers|publishes|posts|installs|cancels|enrol+s|buys|orders|pays|debits|bills|donates|discloses|forwards|uploads|makes|confirms|activates|agrees|commits|converts|upgrades|switches|enables|disables|turns|allows|triggers|submits|costs|waives|invites|reserves|books|takes|deducts|adds|opens an? (?:account|loan|credit)|sets|resets|changes|exports|gets|unlinks|revokes|closes|ends|terminates|forfeits|will|means|counts as|also|is (?:a )?(?:binding|final|charged|billed)|are (?:charged|billed|shared|deleted)|you (?:also )?(?:start|agree|buy|order|subscribe|accept|sign|pay|share|give|join|consent|confirm|allow|grant|lose|waive|authori[sz]e|are charged|opt in)|agree to|results in|becomes?|registers|includes|=>?|→|->)\b|[=→]/;
/** `Undo: paragraph removed` tells what was done. */
const STATUS = /^\s*:\s[\x00-\x7f]*(?:ed|sent|lost|paid|sold)\W*$/;
/** What comes of it, in Chinese, Japanese and Korean. */
const THEN =
  /[会將将即则則就后後]|视为|等于|相当于|すると|した場合|により|と、|ます|하면|되며|되고|됩니다|합니다|습니다|[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Thai}]/u;
/** `[Refresh] reloads the list and discards …`: what the label does, in any verb. */
const DOES = /^\s*[\])"'»]\s*(?:also |now |then |instead )?\p{L}{3,}[^s\P{L}]s\s/u;
const FOREIGN_EFFECT =
  /\b(?:wird|werden|kostet|erhoht|verlangert|schliesst|bucht|lost|verpflichtet|preleve|coute|augmente|engage|entraine|vaut|cobra|cuesta|aumenta|renueva|implica|supone|costa|addebita|rinnova|comporta|attiva|custa|renova|ativa|kost|verlengt|kostar|koster|kosztuje)\b|взим|спиш|списыв|стоит|продлева/;
const ADDS = /\b(?:adds?|includes?|starts?|costs?|for)\b/;
/** Something comes on top of what the label says. */
const BESIDES =
  /\b(?:also|additionally|in addition|at the same time|as well|automatically|without further notice)\b(?! (?:available|see|known|shown))|同时|并自动|自动|gleichzeitig|zugleich|egalement|automatiquement|tambien|automaticamente|также|автоматически/;
const ORDERS =
  /\b(?:places|confirms|completes|starts|submits|sends|makes|creates)\b.{0,16}\b(?:order|purchase|booking|reservation)\b/;
const BY_USING =
  /\b(?:by (?:ticking|checking|unticking|answering|replying|reading|downloading|watching|listening|joining|clicking|continuing|pressing|tapping|using|closing|proceeding|choosing|selecting|opening|accepting|submitting|hovering|scrolling|viewing|starting|playing|confirming|entering|logging|signing|going)|(?:using|clicking|continuing|pressing|tapping|closing|proceeding|hitting|choosing|selecting|showing|opening|viewing|playing|skipping|dismissing|declining) (?:this|the|here|below|it|on|a|any|next|will|means|\S+ (?:places|starts|charges|signs|sends|shares|deletes|approves|accepts))|this (?:button|link|step|action) (?:\p{L}+s\b|will)|(?:button|link) (?:below|above) )|点击(?:即|后|本|该|此)|即表示|即视为|クリックすると|押すと|클릭하면|누르면|mit (?:dem|einem) klick|durch (?:klicken|das)|en (?:cliquant|continuant|validant)|al (?:hacer clic|continuar|pulsar)|ao (?:clicar|continuar)|нажимая|продолжая|cliccando|continuando|klikajac|kontynuujac/u;
/** The same of any verb: it counts where the sentence shares a word with the label, or the page says little else. */
const BY_DOING =
  /\bthe (?:change|switch|step|selection|click|choice|answer) (?:also |then |now )?\p{L}{3,}s\b|\bby \p{L}+ing\b|\bal \p{L}{2,14}r\b|\bao \p{L}{2,14}r\b|\ben \p{L}{3,14}ant\b|\p{L}{3,14}ndo\b|\b(?:beim|durch das|mit dem) \p{L}{3,20}n\b|\bpodczas\b|\bklikajac\b|при (?:нажатии|открытии|переходе)|(?:открыв|переход|выбир|отправл)ая|[るすくむぶうつ]と.{0,40}(?:ます|れる|なる)|とみなされ|하면|되면|누르시면|(?:即|就|则)(?:会|将|表示|视为|代表|等于)|视为|视同|相当于|\b(?:counts|treated|taken|regarded|considered) as\b/u;
const BY_DOING_PAGE_MAX = 400;
const COSTS = /\b(?:deposit|fee|charge|price|cost|penalty|refund\p{L}*|paid|payable|due)\b/u;
/** `Questions are also sent to your employer`: somebody hears of it whom the goal does not name. */
const ALSO_TO =
  /\b(?:also|additionally|a copy|copied)\b.{0,24}\b(?:sent|shared|forwarded|mailed|shown|reported|passed|goes|copied|posted|published)?\b.{0,12}\b(?:to|with)\s(?:(?:your|the|our|its|all|every) ){0,2}(employer|boss|manager|landlord|insurer|insurance|police|partner|partners|bank|school|teacher|parents|contacts|followers|everyone|public|press|advertis\p{L}+|sponsors?|authorit\p{L}+|office|club|neighbou?rs?|family|doctor|seller|company|list|group|channel|class|team|board)\b/u;
/** `The app will be able to read your mail`: what somebody gains who has not got it yet. */
const GAINS =
  /\b(?:will|can|may|then|thereby) (?:also |then |now )?(?:be able to|be allowed to|have (?:full |permanent )?access to|get (?:full |permanent )?access to|gain (?:full )?access to|be given (?:full )?access to)\b.{0,60}\byour\b|\b(?:darf|erhalt|bekommt) (?:dann|damit|danach|dadurch|dauerhaft|vollen?)\b.{0,60}\b(?:ihre?[nmrs]?|deine?[nmrs]?|zugriff)\b|\bpourra (?:alors |ensuite )?(?:lire|acceder|consulter|modifier|envoyer|supprimer)\b.{0,60}\b(?:vos|votre|tes|ton)\b|\bpodra (?:leer|acceder|ver|modificar|enviar|borrar|eliminar)\b.{0,60}\b(?:tus?|sus?)\b/;
/** `Unsubscribe? This deletes your account`: what the sentence before named. */
const THEREBY =
  /^\W*(?:this|it|that|doing so|doing this|which|dies|das|dadurch|damit|cela|ceci|esto|eso|isso|isto|cio|questo|это|这|此操作|此举|これ|이는)\b/;
const TICKED =
  /\[x\]|☑|✔|✓|\(x\)|pre-?(?:ticked|checked|selected)|already (?:ticked|checked|selected)|默认勾选|已勾选|vorausgewahlt|precoche|preseleccionad|checked by default|selected by default/;
const ORDINARY_TERMS =
  /terms|privacy|cookie|conditions|policy|条款|协议|隐私|agb|datenschutz|conditions generales|terminos|利用規約|약관|условия/;
const isConsequence = (concept: Concept): concept is Consequence =>
  (CONSEQUENCES as readonly string[]).includes(concept);
const SILENT_KINDS: ReadonlySet<string> = new Set(["download", "rate", "book", "export"]);

/** The consequences that the page ties to this element, and that neither its label nor the goal names. */
export function hiddenEffects(goal: Goal, meaning: Meaning, page: Scan): Consequence[] {
  const label = meaning.label.text
    .replace(/[^\p{L}\p{N} ]/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  if (meaning.isField || meaning.label.text.trim() === "" || isOneOfChoices(meaning.label.text, page.sentences))
    return [];
  const found = new Set<Consequence>();
  const isActive = meaning.isConfirm || meaning.consequences.size > 0;
  const positionOf = finder(label);
  const words = label.match(/[\p{L}\p{N}]{4,}|\p{Script=Han}{2}|\p{Script=Hangul}{2}/gu) ?? [];
  const sharesWord = (text: string) =>
    page.text.length < BY_DOING_PAGE_MAX || words.some((word) => text.includes(word.slice(0, 6)));
  let wasNamed = false;
  let goesOn = false;
  const add = (effects: readonly Consequence[], text = "") => {
    for (const effect of effects)
      if (
        !meaning.consequences.has(effect) &&
        !isAskedFor(goal, effect) &&
        !(effect === "pay" && isAskedSum(goal, text))
      )
        found.add(effect);
  };
  for (const sentence of page.sentences.slice(0, 2_000)) {
    const at = positionOf(sentence.text);
    add(effectsTied(sentence.text, label, at));
    const other = at >= 0 ? ALSO_TO.exec(sentence.text)?.[1] : undefined;
    if (other !== undefined && !goal.scan.text.includes(other)) found.add("send");
    // `[Refresh] restores the settings; recordings are lost.`
    if (goesOn && at < 0) {
      const hasSum = amountsIn(sentence.text).length > 0;
      add(statedEffects(sentence.text, hasSum, true));
      if (hasSum && COSTS.test(sentence.text)) add(["pay"]);
    }
    goesOn = /[;；]\s*$/.test(sentence.text) && (at >= 0 ? tieOf(sentence.text, label, at) !== null : goesOn);
    if (!meaning.isDecline && GAINS.test(sentence.text)) add(statedEffects(sentence.text, false, true));
    const isCross = /^\W*(?:x|close|dismiss|ok|got it)\W*$/.test(meaning.label.text) && THEREBY.test(sentence.text);
    if (isCross) add(statedEffects(sentence.text, amountsIn(sentence.text).length > 0, true));
    const isThereby = wasNamed && isActive && THEREBY.test(sentence.text) && EFFECT.test(sentence.text);
    wasNamed = at >= 0;
    const isUsing =
      BY_USING.test(sentence.text) ||
      (sharesWord(sentence.text) && BY_DOING.test(sentence.text) && !sentence.concepts.has("teach"));
    const tie =
      isThereby || isUsing
        ? "any"
        : at >= 0
          ? "label"
          : TICKED.test(sentence.text) && !meaning.isDecline
            ? "ticked"
            : null;
    if (tie === null && !(isActive && renews(sentence))) continue;
    add(effectsIn(sentence, tie, at, label), sentence.text);
    if (tie === "any") {
      add(statedEffects(sentence.text, amountsIn(sentence.text).length > 0, true));
      if (isUsing && !isDenied(sentence.text)) add(englishEffects(sentence.text));
    }
  }
  return [...found];
}

/** What a sentence says that this element does, in whatever language. */
function effectsTied(text: string, label: string, at: number): Consequence[] {
  const tie = text.length > TIED_MAX ? null : tieOf(text, label, at);
  if (tie === null || /[?？]\s*["']?$/.test(text)) return [];
  const part = partAround(text, at).replace(at >= 0 ? label : "", " ");
  return statedEffects(part, amountsIn(part).length > 0, tie === "begun");
}
/** In characters: a longer one is a list, or says many things. */
const TIED_MAX = 500;

/** The price of the subscription or booking that the goal asks for. */
const isAskedSum = (goal: Goal, text: string): boolean => {
  const sums = amountsIn(text);
  return (
    sums.length > 0 &&
    (goal.asks.has("subscribe") || goal.asks.has("book")) &&
    sums.every(({ value }) => goal.amounts.some((asked) => Math.abs(asked.value - value) < 0.005))
  );
};

/** What is lost or opened up is asked for by its own word. */
const isAskedFor = (goal: Goal, effect: Consequence): boolean =>
  effect === "delete" || effect === "grant" ? goal.asks.has(effect) : isAsked(goal, effect);

/** Where a label stands in a text, as whole words or as what somebody does (`Show price` is what `showing the price` speaks of); -1: nowhere. */
function finder(label: string): (text: string) => number {
  if (label.length < 2) return () => -1;
  if (!/^[\x00-\x7f]*$/.test(label)) return (text) => text.indexOf(label);
  const [verb = "", ...rest] = label.split(" ");
  const doing = verb.length < 3 ? null : new RegExp(`\\b${verb.replace(/e$/, "")}(?:${verb.at(-1)})?ing\\b`);
  const gerund = (text: string) =>
    doing !== null && text.includes("ing") && rest.every((word) => text.includes(word)) ? text.search(doing) : -1;
  return (text) => {
    if (!text.includes(verb)) return gerund(text);
    const plain = text.replace(/[^\p{L}\p{N} ]/gu, " ");
    const at = plain.indexOf(label);
    if (at < 0) return gerund(text);
    const [before, after] = [text.charAt(at - 1), text.charAt(at + label.length)];
    return /[\p{L}\p{N}]/u.test(before) || /[\p{L}\p{N}]/u.test(after) ? -1 : at;
  };
}

function effectsIn(
  sentence: Sentence,
  tie: "label" | "any" | "ticked" | null,
  at: number,
  label: string,
): Consequence[] {
  const { marks } = sentence;
  // `[Hours] [Buy a ticket]`: of elements in a row, each only names itself.
  const next = tie === "label" ? /^\s*\]\s*\[/.exec(sentence.text.slice(at + label.length)) : null;
  const text = next === null ? sentence.text : sentence.text.slice(0, at + label.length + next[0].length - 1);
  // A list of links names many things that none of the others does.
  if (tie === "label" && /[|•·]/.test(text) && !EFFECT.test(partAround(text, at).replace(label, " "))) return [];
  const from = tie === "label" ? at : 0;
  const rest = marks.filter(
    ({ start, end }) =>
      start >= from && end <= text.length && !(tie === "label" && start >= at && end <= at + label.length + 2),
  );
  const barred = (mark: Mark) =>
    marks.some(({ concept, start, end }) => concept === "not" && start < mark.start && mark.start - end < 16) ||
    /\b(?:free of charge|no charge|without charge)\b/.test(text);
  // Without blanks a label is found in the middle of words and sentences that are not about it.
  if (
    tie === "label" &&
    /[^\x00-\u02ff]/.test(label) &&
    tieOf(text, label, at) === null &&
    !THEN.test(text.slice(at + label.length))
  )
    return [];
  const isVerb =
    EFFECT.test(text.slice(Math.max(0, from))) ||
    (tie === "label" && DOES.test(text.slice(at + label.length))) ||
    FOREIGN_EFFECT.test(text) ||
    /[^\x00-\u02ff]/.test(text);
  const isForeign = rest.some(
    ({ language, start }) =>
      language !== "en" && !rest.some((other) => other.language === "en" && other.start === start),
  );
  if (tie === "label" && !isVerb && (!isForeign || STATUS.test(text.slice(at + label.length)))) return [];
  if (tie === "label" && /^[\s\p{P}]*(?:\?|$)/u.test(text.slice(at + label.length))) return [];
  const found = new Set<Consequence>();
  for (const mark of rest) {
    // `la publicité` is advertising.
    if (barred(mark) || /^(?:publicit|publicid|pubblicit)/.test(text.slice(mark.start))) continue;
    if (isConsequence(mark.concept) && !SILENT_KINDS.has(mark.concept)) {
      if (mark.concept === "accept" && ORDINARY_TERMS.test(text) && !/waive|loan|binding|purchase|contract/.test(text))
        continue;
      if (tie === "any" && mark.concept === "cancel") continue;
      found.add(mark.concept);
    }
    if (
      mark.concept === "cost" &&
      (amountsIn(text).length > 0 ||
        /binding|loan|subscri|renew|charged|billed|debit|fee|贷款|扣|续费|kostenpflichtig|abo|prelev|prelev|cobr|taxa|tasa|tassa|gebuhr|frais|手数料|手续费|수수료|комисси/.test(
          text,
        ))
    )
      found.add("pay");
  }
  const isFree = /\b(?:free|not|no|nothing|never|without)\b|免费|无需|不会|kostenlos|gratuit|gratis|бесплатн/.test(
    tie === "label" ? text.slice(at + label.length) : text,
  );
  if (
    tie !== null &&
    !isFree &&
    amountsIn(text.slice(Math.max(0, from))).length > 0 &&
    (tie !== "label" || ADDS.test(text) || EFFECT.test(text) || FOREIGN_EFFECT.test(text))
  )
    found.add("pay");
  if (
    tie !== null &&
    isVerb &&
    (ORDERS.test(text) ||
      /\b(?:orders|buys|purchases|rents|reserves|you (?:order|buy|purchase|rent|book|reserve)) (?:an?|the|your|one|two|\d)/.test(
        text,
      ))
  )
    found.add("pay");
  if (tie === "label" && found.size === 0 && BESIDES.test(text.slice(at + label.length))) found.add("accept");
  return [...found];
}

const renews = ({ text, marks }: Sentence): boolean =>
  /auto-?renew|renews? (?:at|every|automatically|yearly|monthly|for)|自动续|verlangert sich automatisch|reconduction|renovacion automatica|自動更新|자동 (?:갱신|결제)|автоматическ\p{L}* продл|(?:shared|share) with (?:our )?partners|publicly (?:visible|listed)|visible to everyone/u.test(
    text,
  ) && marks.length > 0;
