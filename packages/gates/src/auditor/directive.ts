import type { AuditContext } from "@deskfleet/contracts";
import { ASKS_IF, asksIfMachine } from "./called.ts";
import { acrostic, decodings, joinedLines, joinedPieces, UNMARKED } from "./decode.ts";
import { isDemand, keyDemandAt } from "./demands.ts";
import { type Consequence, isConsequence } from "./lexicon/concepts.ts";
import { callsOnly, isAddressed, isDirective } from "./orders.ts";
import { remembering } from "./remember.ts";
import { type Scan, type Sentence, scan } from "./scan.ts";
import { join } from "./sentences.ts";
import { taughtIn } from "./taught.ts";

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
  /** Where it stands among the sentences of the text; -1 where it was written otherwise. */
  readonly at: number;
}
/** One of a page. `isTaught`: the text speaks about it, teaches, quotes or documents it. */
export interface PageDirective extends Directive {
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
  words: new RegExp(
    SPEAKS_OF.filter((word) => write(word) !== word)
      .map((word) => write(word).replaceAll("_", "\\b"))
      .join("|"),
  ),
}));
const SENTENCES_MAX = 20_000;
const DIRECTIVES_MAX = 64;

/** Every directive of the page, its hidden texts included, plain and encoded. */
export function directivesOf(context: AuditContext, page: Scan): PageDirective[] {
  const isTaught = taughtIn(page, context.place.url);
  const list = directivesOnPage(context.page.text).map((one) => ({ ...one, isTaught: isTaught(one.at) }));
  for (const text of context.page.hidden)
    for (const one of directivesOnPage(text)) list.push({ ...one, isHidden: true, isTaught: isTaught(-1) });
  return list.slice(0, DIRECTIVES_MAX);
}

const directivesOnPage = remembering(
  { entriesMax: 64, charactersMax: 50_000 },
  (text: string): readonly Directive[] => {
    const list: Directive[] = [];
    const page = scan(text);
    find(page, false, list);
    for (const decoded of decodings(text)) findDecoded(scan(decoded), list);
    for (const [writing, { read }] of SPEAKS_IN.entries())
      for (const part of partsIn(page.sentences, writing)) findWhole(scan(read(part)), list);
    for (const word of [...acrostic(text), ...joinedLines(text)]) findDecoded(scan(word), list);
    if (list.length === 0) for (const whole of joinedPieces(text)) findWhole(scan(whole), list);
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
    const { orders, demands } = toldBy(sentence);
    if (
      orders ||
      (next && ((callsOnly(sentence) && isAddressed(join(sentence, next))) || asksIfMachine(sentence, next)))
    )
      list.push(describe(sentence, next, isHidden, index));
    const keys = keyDemandAt(sentences, index);
    if (keys !== null) list.push(demand({ ...describe(sentence, next, isHidden, index), text: keys }));
    else if (demands) list.push(demand(describe(sentence, next, isHidden, index)));
  }
}

/** What a sentence tells by itself. */
interface Told {
  readonly orders: boolean;
  readonly demands: boolean;
  /** By the writings of `SPEAKS_IN`. */
  readonly speaksIn: readonly boolean[];
}
const TOLD = new WeakMap<Sentence, Told>();
/** Sentences are kept from page to page (scan.ts): of a page that changed a little, only what did is looked at again. */
function toldBy(sentence: Sentence): Told {
  const known = TOLD.get(sentence);
  if (known !== undefined) return known;
  const told: Told = {
    orders: isDirective(sentence),
    demands: isDemand(sentence),
    speaksIn: SPEAKS_IN.map(({ words }) => words.test(sentence.text)),
  };
  TOLD.set(sentence, told);
  return told;
}

/** The sentences that speak of a reader in a writing, each with those around it, which may belong to it. */
function partsIn(sentences: readonly Sentence[], writing: number): string[] {
  const parts: string[] = [];
  const speaks = (index: number) => toldBy(sentences[index] as Sentence).speaksIn[writing] === true;
  for (let index = 0; index < sentences.length; index++) {
    if (!speaks(index)) continue;
    const from = Math.max(0, index - 1);
    let to = index + 1;
    while (to < sentences.length && speaks(to)) to++;
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
    if (new Set(known.map(({ start }) => start)).size >= 2 && list.length < DIRECTIVES_MAX)
      list.push({ ...directive, at: -1 });
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
      list.push(describe(sentence, text.sentences[index + 1], true, -1));
  }
}

/** The next sentence belongs to it where this one only calls somebody, or speaks of what stands elsewhere (`do it`). */
function describe(sentence: Sentence, following: Sentence | undefined, isHidden: boolean, at: number): Directive {
  const goesOn =
    ASKS_IF.test(sentence.text) ||
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
    at,
  };
}

/** Whatever hands something over carries a demand for a secret out. */
const demand = (directive: Directive): Directive => ({
  ...directive,
  isDemand: true,
  orders: new Set([...directive.orders, "send", "submit"] as const),
});
