import type { AuditContext } from "@deskfleet/contracts";
import { TAKES_STEPS } from "./demands.ts";
import type { Directive } from "./directive.ts";
import { type Goal, isAsked } from "./goal.ts";
import type { Consequence } from "./lexicon/concepts.ts";
import type { Meaning } from "./meaning.ts";

/** Words that every page and every order may hold: sharing one says nothing. */
const COMMON = new Set(
  (
    "the and for you your with this that are not now all any one two from into its our has have will can page click press open go to of on in is it as at be by or an us me my we " +
    "please first then must should here more next show view see read use user agent agents assistant bot bots model models help ai new site text button link reading " +
    "der die das und den dem ein eine ist les des une est pour que para los las una con del per och att med jest nie"
  ).split(" "),
);
const RELATED: Partial<Record<Consequence, readonly Consequence[]>> = {
  ...{
    pay: ["transfer", "subscribe", "book"],
    transfer: ["pay", "account"],
    send: ["publish", "export", "submit"],
    publish: ["send", "grant"],
  },
  ...{
    accept: ["sign", "grant"],
    sign: ["accept"],
    grant: ["accept", "send"],
    install: ["download", "run"],
    download: ["install", "run"],
    run: ["install"],
    subscribe: ["pay"],
  },
};

/** Whether the pending action does what the directive says, even a part of it. */
export function follows(context: AuditContext, meaning: Meaning, goal: Goal, directive: Directive): boolean {
  const label = meaning.label.text.trim();
  if (label === "" && context.command === null) return false;
  if (meaning.isDecline) return label.split(/\s/).length >= 2 && sharedWords(directive.text, label) >= 2;
  if (directive.isDemand && TAKES_STEPS.test(label)) return true;
  const kinds = [...meaning.consequences];
  if (kinds.some((kind) => directive.orders.has(kind) || RELATED[kind]?.some((other) => directive.orders.has(other))))
    return true;
  if (kinds.some((kind) => !isAsked(goal, kind))) return true;
  if (kinds.length > 0 && directive.isOpenEnded) return true;
  if (meaning.isConfirm && directive.orders.size > 0) return true;
  if (
    meaning.isConfirm &&
    directive.isOpenEnded &&
    /confirm|continue|proceed|accept|agree|approve|ok\b|yes|确认|同意|继续/.test(directive.text)
  )
    return true;
  // A link shares words with every page that it leads to; it is ordered where the text tells to go there.
  if (/link|tab/.test(context.target?.role ?? "") && kinds.length === 0 && !GOES.test(directive.text)) return false;
  if (isOrdered(directive.text, label)) return true;
  return sharesWords(directive.text, label, goal);
}
const GOES =
  /\b(?:click|open|visit|go(?= (?:to|straight|directly|and|into)\b)|press|tap|select|follow|navigate|choose|enter|browse|load)\b|点击|点开|打开|访问|前往|クリック|(?<!公)開|押|클릭|눌러|열|klick|offne|besuch|cliqu|ouvr|visit|haz clic|pulsa|abr|нажм|откро|открои|переид|klik|otworz|tikla|\bac(?:in)?\b/;

/** The whole label stands in the directive. */
function isOrdered(text: string, label: string): boolean {
  const plain = label.replace(/[^\p{L}\p{N} ]/gu, "").trim();
  if (plain.length < 2 || COMMON.has(plain)) return false;
  if (/^[\x00-\x7f]*$/.test(plain)) return !/^(?:read|search|page|user|name)$/.test(plain) && holdsWhole(text, plain);
  return text.includes(plain);
}
/** Between characters that belong to no word. A pattern made of the words would cost a millisecond to compile. */
function holdsWhole(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1))
    if (
      !/[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, at - 2), at)) &&
      !STARTS_WORD.test(text.slice(at + words.length, at + words.length + 2))
    )
      return true;
  return false;
}
const STARTS_WORD = /^[\p{L}\p{N}]/u;

const sharedWords = (text: string, label: string): number =>
  (label.match(/[\p{L}\p{N}]{3,}/gu) ?? []).filter((word) => text.includes(word)).length;

/** A word of substance in both. One that the goal holds as well is what the person wants. */
function sharesWords(text: string, label: string, goal: Goal): boolean {
  const words = (from: string) => new Set((from.match(/[\p{L}\p{N}]{4,}/gu) ?? []).map(stem));
  const [ordered, wanted] = [words(text), words(goal.scan.text)];
  for (const word of label.match(/[\p{L}\p{N}]{4,}/gu) ?? [])
    if (!COMMON.has(word) && ordered.has(stem(word)) && !wanted.has(stem(word))) return true;
  const signs = label.match(/\p{Script=Han}{2}|\p{Script=Hangul}{2}|\p{Script=Katakana}{3}/gu) ?? [];
  return signs.some(
    (pair) => text.includes(pair) && !goal.scan.text.includes(pair) && !/查看|打开|下一|更多|详情|页面|确认/.test(pair),
  );
}
/** Forms of one word begin alike. */
const stem = (word: string): string => (word.length > 6 ? word.slice(0, 6) : word.replace(/(?:ing|ed|s|e)$/, ""));

/** What a field would be given on the directive's order: its own name, or a kind of data that it asks for. */
export function followsInField(meaning: Meaning, goal: Goal, directive: Directive): boolean {
  const known = new Set(meaning.label.sentences.flatMap((sentence) => [...sentence.concepts]));
  const asked = (
    ["password", "otp", "card", "pin", "seed", "key", "identity", "email", "phone", "address", "birth", "name"] as const
  ).filter((kind) => known.has(kind));
  const told = new RegExp(
    asked.length === 0
      ? "$^"
      : asked.join("|").replace("birth", "birth|birthday").replace("otp", "code").replace("key", "key|token"),
  );
  // A free field in a conversation takes whatever was demanded.
  const isSearch = /search|suche|recherch|buscar|搜索|検索|검색|поиск/.test(meaning.label.text);
  const isFree = asked.length === 0 && !isSearch;
  // `Search title: owls`: what is looked for counts, not that something is.
  const words = isSearch ? (/[:：](.*)$/su.exec(meaning.label.text)?.[1] ?? "") : meaning.label.text;
  // Words that open a wallet, where opening one is what the person wants.
  if (
    directive.isDemand &&
    asked.length > 0 &&
    asked.every((kind) => goal.scan.sentences.some(({ concepts }) => concepts.has(kind)))
  )
    return false;
  return (
    (directive.isDemand && isFree) ||
    told.test(directive.text) ||
    isOrdered(directive.text, words.trim()) ||
    sharesWords(directive.text, words, goal) ||
    (meaning.consequences.size > 0 && directive.orders.size > 0)
  );
}
