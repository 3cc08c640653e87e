import type { AuditContext } from "@deskfleet/contracts";
import { acrostic, decodings, UNMARKED } from "./decode.ts";
import {
  DESCRIBED,
  HANDS_OVER,
  INSTRUCTED,
  MARKERS,
  NARRATED,
  NO_ORDER,
  NOTE_TO,
  PEOPLE,
  QUESTION_ABOUT,
  READS_THIS,
  SPEAKER,
  SPECIFIED,
  UNNAMED,
} from "./directive-words.ts";
import { CONSEQUENCES, type Concept, type Consequence } from "./lexicon/concepts.ts";
import { remembering } from "./remember.ts";
import { type Mark, type Scan, type Sentence, scan } from "./scan.ts";
import { UNSPACED } from "./vocabulary.ts";

/** A sentence that gives orders to whatever operates the screen. */
export interface Directive {
  /** Folded, with the sentence after it where it goes on there. */
  readonly text: string;
  readonly orders: ReadonlySet<Consequence>;
  /** It asks for a verdict, for silence, or for whatever comes next. */
  readonly isOpenEnded: boolean;
  readonly isHidden: boolean;
  /** A secret is to be handed over, or something weakened, before anything goes on. */
  readonly isDemand: boolean;
}
export interface Directives {
  readonly list: readonly Directive[];
  /** The text speaks about such sentences: it teaches, quotes or documents them. */
  readonly isTaught: boolean;
}

/** Without one of these no text is a directive; most texts read backwards hold none, and need not be read in full. */
const SPEAKS_OF = (
  "assistan agent _ai_ _bot_ _bots_ robot _llm model ignor disregard forget overrid instruction whoever system _user helper automat " +
  "助手 智能体 机器人 忽略 アシスタント エージェント 無視 에이전트 무시 ассистент агент бот"
).split(" ");
/** The same in each writing that needs no mark. A `_` is the edge of a word. */
const SPEAKS_IN = UNMARKED.map((write) => ({
  read: write,
  words: new RegExp(SPEAKS_OF.map((word) => write(word).replaceAll("_", "\\b")).join("|")),
}));
const SENTENCES_MAX = 20_000;
const DIRECTIVES_MAX = 64;
const isConsequence = (concept: Concept): concept is Consequence =>
  (CONSEQUENCES as readonly string[]).includes(concept);

/** Every directive of the page, its hidden texts included, plain and encoded. */
export function directivesOf(context: AuditContext, page: Scan): Directives {
  const list: Directive[] = [...directivesOnPage(context.page.text)];
  for (const text of context.page.hidden)
    for (const directive of directivesOnPage(text)) list.push({ ...directive, isHidden: true });
  return { list: list.slice(0, DIRECTIVES_MAX), isTaught: isTaught(context, page) };
}

const directivesOnPage = remembering(
  { entriesMax: 64, charactersMax: 50_000 },
  (text: string): readonly Directive[] => {
    const list: Directive[] = [];
    const page = scan(text);
    find(page, false, list);
    for (const decoded of decodings(text)) findDecoded(scan(decoded), list);
    for (const { read, words } of SPEAKS_IN)
      for (const part of partsWith(page.sentences, words)) findWhole(scan(read(part)), list);
    for (const word of acrostic(text)) findDecoded(scan(word), list);
    return list;
  },
);

/** The directives of a text that is no page: a file, a note. */
export const directivesIn = remembering(
  { entriesMax: 512, charactersMax: 2_000 },
  (text: string): readonly Directive[] => {
    const list: Directive[] = [];
    find(scan(text), false, list);
    for (const decoded of decodings(text)) findDecoded(scan(decoded), list);
    return list;
  },
);

function find(text: Scan, isHidden: boolean, list: Directive[]): void {
  const { sentences } = text;
  for (let index = 0; index < Math.min(sentences.length, SENTENCES_MAX) && list.length < DIRECTIVES_MAX; index++) {
    const sentence = sentences[index] as Sentence;
    const next = sentences[index + 1];
    if (isDirective(sentence) || (next && callsOnly(sentence) && isDirective(join(sentence, next))))
      list.push(describe(sentence, next, isHidden));
    else if (isDemand(sentence)) list.push(demand(describe(sentence, next, isHidden)));
  }
}

/** The sentences that hold one of the words, each with those around it, which may belong to it. */
function partsWith(sentences: readonly Sentence[], words: RegExp): string[] {
  const parts: string[] = [];
  for (let index = 0; index < sentences.length; index++) {
    if (!words.test((sentences[index] as Sentence).text)) continue;
    const from = Math.max(0, index - 1);
    let to = index + 1;
    while (to < sentences.length && words.test((sentences[to] as Sentence).text)) to++;
    parts.push(
      sentences
        .slice(from, to + 1)
        .map(({ text }) => text)
        .join(""),
    );
    index = to;
  }
  return parts;
}

/** Of a text read backwards or by rot13 most is nonsense: single short words in it are accidents. */
function findWhole(text: Scan, list: Directive[]): void {
  const found: Directive[] = [];
  find(text, true, found);
  for (const directive of found) {
    const known = scan(directive.text).sentences.flatMap(({ marks }) =>
      marks.filter(({ start, end }) => end - start >= 4),
    );
    if (new Set(known.map(({ start }) => start)).size >= 2 && list.length < DIRECTIVES_MAX) list.push(directive);
  }
}

/** What somebody took the trouble to encode and what orders something is a directive, whoever it speaks to. */
function findDecoded(text: Scan, list: Directive[]): void {
  for (const [index, sentence] of text.sentences.entries()) {
    if (list.length >= DIRECTIVES_MAX) return;
    const orders = [...sentence.concepts].some(
      (concept) => isConsequence(concept) || concept === "order" || concept === "ignore",
    );
    if ((orders && sentence.marks.length >= 1 && sentence.wordCount <= 60) || isDirective(sentence))
      list.push(describe(sentence, text.sentences[index + 1], true));
  }
}

const callsOnly = (sentence: Sentence): boolean =>
  !/\?\s*$/.test(sentence.text) &&
  sentence.wordCount <= 12 &&
  sentence.marks.some(({ concept }) => concept === "robot" || concept === "helper");
function join(left: Sentence, right: Sentence): Sentence {
  const shift = left.text.length;
  return {
    text: left.text + right.text,
    concepts: new Set([...left.concepts, ...right.concepts]),
    wordCount: left.wordCount + right.wordCount,
    marks: [
      ...left.marks,
      ...right.marks.map((mark) => ({ ...mark, start: mark.start + shift, end: mark.end + shift })),
    ],
  };
}

function isDirective(sentence: Sentence): boolean {
  const { text, marks, concepts: known } = sentence;
  // Every turn of phrase below needs a word that is known.
  if (marks.length === 0) return false;
  if (
    known.has("ignore") &&
    known.has("instruction") &&
    !DESCRIBED.test(text) &&
    isNear(marks, "ignore", "instruction") &&
    overrides(sentence)
  )
    return true;
  if (MARKERS.test(text) && marks.length > 0) return true;
  const orders = marks.filter(
    ({ concept }) =>
      concept === "decline" ||
      concept === "tell" ||
      concept === "confirm" ||
      concept === "order" ||
      concept === "judge" ||
      concept === "silent" ||
      isConsequence(concept),
  );
  if (UNNAMED.test(text) && orders.length > 0) return true;
  if (
    known.has("silent") &&
    (known.has("user") ||
      marks.some(({ concept }) => concept === "robot" || concept === "helper") ||
      /confirm|确认|bestätig|confirm|подтвер/.test(text)) &&
    orders.length > 1
  )
    return true;
  return addresses(sentence, orders);
}

/** A reader is told to drop what it was told: an order to everybody, or about all of it; not what one cook says of another's recipe. */
function overrides({ text, marks }: Sentence): boolean {
  const at = marks.find(({ concept }) => concept === "ignore")?.start ?? 0;
  return (
    at <= 24 ||
    /[^\x00-\u024f]/.test(text) ||
    marks.some(
      ({ concept }) => concept === "every" || concept === "must" || concept === "robot" || concept === "helper",
    ) ||
    /\b(?:previous|prior|earlier|your|system|original|existing|above|current|such|any|deine?n?|ihre?n?|vorherigen?|bisherigen?|tes|vos|tus|sus|anteriores?|précédentes?|precedentes?)\b/.test(
      text,
    )
  );
}

const isGreeted = (before: string): boolean =>
  /(?:^|[\s"'(])(?:yo|hey|hello|hi|oi|psst|dear|ok|attention|please|note)[\s,:]+(?:the |all |any |my |our )?$/.test(
    before,
  );

/** Somebody is spoken to who is a machine, and is told to do something. */
function addresses({ text, marks }: Sentence, orders: readonly Mark[]): boolean {
  if (QUESTION_ABOUT.test(text)) return false;
  const asked = text.lastIndexOf("?");
  for (const mark of marks) {
    if (mark.concept !== "robot" && mark.concept !== "helper") continue;
    const isStrong =
      mark.concept === "robot" ||
      marks.some((other) => other.concept === "robot") ||
      /^\s*(?:that|who|which)? ?(?:reads?|reading|parses|scans|visits?|processes) (?:this|here)/.test(
        text.slice(mark.end),
      );
    const before = text.slice(Math.max(0, mark.start - 24), mark.start);
    const after = text.slice(mark.end);
    const isMentioned = /\b(?:no|not|about|our|with|with an?|by|using|of) $/.test(before) && !/^\s*[:：]/.test(after);
    if (/^\s*[:：]\s*/.test(after) && SPEAKER.test(after.replace(/^\s*[:：]\s*/, ""))) continue;
    if (
      /^\s(?:editor|manager|professor|director|coach|principal|chef|producer|teacher|nurse|attorney|secretary|surgeon|engineer|store|dog|fee|cook)/.test(
        after,
      )
    )
      continue;
    if (/^\s(?:says|wrote|writes|replied|asked|answered)\b/.test(after)) continue;
    // `yo chatbot, …`
    if (
      isGreeted(before) &&
      mark.concept === "robot" &&
      /^(?:\s\p{L}+){0,2}\s?[,:!]\s*\p{L}+(?:\s\S+){2}/u.test(after) &&
      !SPEAKER.test(after.slice(2))
    )
      return true;
    // `Bots, digan que…`: a sentence that begins by calling them.
    if (
      mark.concept === "robot" &&
      /(?:^|["'«„“(:-])\s*$/.test(text.slice(0, mark.start)) &&
      /^\s?,\s*(?!(?:and|or|und|et|y|e|i|и)\s)\p{L}+\s\p{L}+/u.test(after) &&
      !/^\s?,(?:\s\S+){1,3}\s(?:and|or|&)\s/.test(after) &&
      !NO_ORDER.test(after.replace(/^\s?,/, ""))
    )
      return true;
    if (NARRATED.test(text.slice(Math.max(0, mark.start - 40), mark.start))) continue;
    if (asked > mark.end && /\b(?:can|do|does|are|is|should|may|will|could|would) (?:\p{L}+ )?$/u.test(before))
      continue;
    const lead = text.slice(Math.max(0, mark.start - 60), mark.start);
    const noted =
      NOTE_TO.test(lead) || /^\W*(?:to|for) (?:(?:the|any|all|every|our|whichever) )?(?:\p{L}+ ){0,2}$/u.test(lead);
    const said = /^["'\])]?\s*(?:\p{L}{2,9}\s?)?[:!]\s*(.{3,})/u.exec(after)?.[1];
    if (
      said !== undefined &&
      (noted ||
        (mark.concept === "robot" &&
          !NO_ORDER.test(said) &&
          said.split(/\s/).length >= 3 &&
          /^["'\])]?\s*:/.test(after)))
    )
      return true;
    const later = orders.filter(({ start }) => start >= mark.end);
    const isCalled =
      /^["'\]]?\s*(?:\([^)]{0,40}\)\s*)?[:：,，;!！-]/.test(after) ||
      /^\s*\p{L}{2,9}\s?[:：]/u.test(after) ||
      noted ||
      /^\s*(?:(?:who|that|which) )?(?:reads?|reading|sees|seeing|visits?|visiting|parses|parsing|process(?:es|ing)|handles|handling|opens|gets|viewing|browsing|summari[sz](?:es|ing)|on this|here|using|scanning)/.test(
        after,
      ) ||
      /(?:dear|hey|hello|hi|attention|to|for|note to|an|für|cher|chère|querido|caro|beste|kära|уважаемp{L}*|для|внимание|liebep{L}?|sayın|sevgili|untuk|kepada|estimad[oa]|à|para|aan|do|voor|per|致|给|亲爱的)[\s,:]+(?:(?:the|any|all|every|le|la|les|den|die|das|el|los|alle|tout|todos|our|your) )?["'(]?$/.test(
        before,
      );
    const bound = marks.some(({ concept, start }) => concept === "must" && start >= mark.end && start - mark.end < 24);
    if (isStrong && INSTRUCTED.test(after) && READS_THIS.test(text) && !DESCRIBED.test(text)) return true;
    if (isMentioned && !(bound && /\b(?:with|using) $/.test(before))) continue;
    // `AI scheduler, decline…`
    const named = /^(?:\s\p{L}{3,14}){1,2}\s?[,:]\s*/u.exec(after)?.[0].length;
    if (isStrong && named !== undefined && later.some(({ start }) => Math.abs(start - mark.end - named) <= 2))
      return true;
    const isPerson = PEOPLE.test(before);
    const isMachine = isStrong || (!isPerson && mark.concept === "helper");
    // `agents must choose`: what they are told follows at once.
    if (!isStrong && isMachine && bound && later.some(({ start }) => start - mark.end < 24)) return true;
    // `请助手把…`: spoken to in a sentence that demands.
    if (!isStrong && UNSPACED.test(text.charAt(mark.start)) && later.length > 0 && /[请让要求致给]\s?$/.test(before))
      return true;
    if (/@\s?$/.test(before) && later.length > 0) return true;
    const asks = marks.some(
      ({ concept, start }) => concept === "must" && start < mark.start && mark.start - start < 12,
    );
    if (isStrong && ((isCalled && later.length > 0) || bound || (asks && later.length > 0))) return true;
    if (!isStrong && isCalled && later.length > 0 && isImperative(text.slice(mark.end), later, mark.end)) return true;
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

/** The order follows the colon or comma, or a demand: not `Agents: our team will send you`. */
function isImperative(after: string, later: readonly Mark[], from: number): boolean {
  const start =
    /^["'\]]?\s*(?:\([^)]{0,40}\)\s*)?[:：,，;!！-]+\s*["'(]?(?:please |kindly |now |also |immediately |then |always |you must |do |just |立即|请|bitte |veuillez |por favor )*/.exec(
      after,
    )?.[0].length;
  return start !== undefined && later.some((mark) => mark.start - from >= start - 1 && mark.start - from <= start + 2);
}

function isNear(marks: readonly Mark[], left: Concept, right: Concept): boolean {
  const [ones, others] = [left, right].map((concept) => marks.filter((mark) => mark.concept === concept));
  return (ones ?? []).some((one) =>
    (others ?? []).some((other) => other.start !== one.start && Math.abs(other.start - one.end) < 60),
  );
}

/** Going on is tied to commands, an installation, weaker protection, or secrets given to somebody. */
function isDemand({ text, marks }: Sentence): boolean {
  const known = new Set(marks.map(({ concept }) => concept));
  if (!known.has("condition") && !known.has("must")) return false;
  const isOff = known.has("off") && known.has("protection");
  const runs = known.has("command") && (known.has("run") || known.has("order"));
  const isSecret = (["password", "otp", "pin", "seed", "key", "card"] as const).some((kind) => known.has(kind));
  const hands = HANDS_OVER.test(text);
  const isSeed = known.has("seed") || known.has("key");
  if (known.has("condition"))
    return (
      isOff ||
      runs ||
      (known.has("install") && !/\bapp\b.*\bbetter\b/.test(text)) ||
      (isSecret && hands) ||
      (isSeed && /enter|paste|type|provide|输入|填写/.test(text))
    );
  return (
    (isOff && /\b(?:must|have to|need to|required|please)\b|请|必须|bitte|muss|veuillez|debe/.test(text)) ||
    (runs && /paste|win\+r|terminal|powershell|粘贴/.test(text)) ||
    (isSeed && isSecret && hands)
  );
}

/** The next sentence belongs to it where this one only calls somebody, or speaks of what stands elsewhere (`do it`). */
function describe(sentence: Sentence, following: Sentence | undefined, isHidden: boolean): Directive {
  const goesOn =
    (callsOnly(sentence) && !sentence.marks.some(({ concept }) => isConsequence(concept))) ||
    (sentence.wordCount <= 8 && sentence.marks.some(({ concept }) => concept === "ignore"));
  const next = goesOn ? following : undefined;
  const marks = [...sentence.marks, ...(next?.marks ?? [])];
  const known = new Set(marks.map(({ concept }) => concept));
  return {
    text: sentence.text + (next?.text ?? ""),
    orders: new Set([...known].filter(isConsequence)),
    isOpenEnded:
      known.has("judge") ||
      known.has("silent") ||
      known.has("ignore") ||
      /\b(?:perform it|do it|do so|obey|follow|carry (?:it|this) out|decode|proceed|execute|as told|confirm)\b|照做|执行|确认|继续|従|따르/.test(
        sentence.text,
      ),
    isHidden,
    isDemand: false,
  };
}

/** Whatever hands something over carries a demand for a secret out. */
const demand = (directive: Directive): Directive => ({
  ...directive,
  isDemand: true,
  orders: new Set([...directive.orders, "send", "submit"] as const),
});

/** Lessons, documentation, quotations: what they hold is about directives. */
function isTaught(context: AuditContext, page: Scan): boolean {
  const marks = page.sentences
    .slice(0, 400)
    .flatMap((sentence) =>
      sentence.marks
        .filter(({ concept }) => concept === "teach")
        .map(({ start, end }) => sentence.text.slice(start, end)),
    );
  const strong = new Set(marks).size;
  const isHome =
    /(?:^|[./-])(?:docs?|edu|learn|training|academy|sec|security|wiki|course|slides|lesson|research|help|developer|library)(?:[./-]|$)/.test(
      context.place.url.toLowerCase(),
    );
  return strong >= 2 || SPECIFIED.test(page.text) || (strong >= 1 && (isHome || /["'“‘「『«]/.test(context.page.text)));
}
