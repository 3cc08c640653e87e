import { SPECIFIED } from "./directive-words.ts";
import type { Scan, Sentence } from "./scan.ts";

/** How many sentences around an order belong to what is said about it, and how many at the top of a page to all of it. */
const AROUND = 3;
const TOP = 3;
/** Addresses of those who write about such orders. */
const HOME =
  /(?:^|[./-])(?:docs?|edu|learn|training|academy|sec|security|wiki|course|slides|lesson|research|help|developer|dev|api)(?:[./-]|$)/;
const MANUALS = /(?:^|[./-])(?:docs?|sec|api|security|wiki|research|help|developer)(?:[./-]|$)/;
const QUOTES = /["「『]|(?<![\p{L}\p{N}])'(?=\p{L})/u;
/** What many other texts are as well: two of them say no more than one. */
const WEAK =
  /^(?:test set|museum|exhibit|fixture|unit test|payload|moderator|police|court|judge|fined|fraud|hidden prompt|headline|researchers|abstract|talk|endpoint|api|http|新闻|报道|警方|骗子|法院|研究|演讲|ニュース|警察|뉴스|경찰|polizei|gericht|course|lesson|lecture|les|learn|taught|teach|training|train|cours|curso|corso|kurs|lekcj|lektion|formation|formacion|artikel|статья|документ|курс|урок|学习|课程|教程|文档|手册|论文|解读|讲解|강의|교육|학습|문서|講座|学習|教育|文書|ドキュメント|記事|film|movie|handbook|manual|guide|reference|paper|article|glossary|library|sdk|dataset|study|poem|reported|novel|chapter|fiction|explain|framework|newsletter|thread|book|release|changelog|quote)/;
/** What a text is, or what a page sells: it only says something about an order where both stand in one sentence. */
const GENRE =
  /^(?:museum|exhibit|police|court|judge|fined|fraud|hidden prompt|headline|researchers|abstract|talk|endpoint|api|http|新闻|报道|警方|骗子|法院|研究|演讲|ニュース|警察|뉴스|경찰|polizei|gericht|novel|roman|romanz|novela|fiction|film|movie|poem|book|library|sdk|changelog|release|newsletter|article|artikel|articulo|статья|小说|소설|小説|記事)/;
const QUOTED =
  /(?:["「『]|(?<![\p{L}\p{N}])')([^"「」『』\n]{6,300}?|(?=[^"\n]{0,5}\p{Script=Han})[^"「」『』\n]{4,5})(?:["」』]|'(?![\p{L}\p{N}]))/gu;
/** Somebody else would say it, or it is a name. */
const SAID_BEFORE =
  /\b(?:page|pdf|mail|e-mail|message|file|ticket|document|line|letters?|text|note|comment|rule|post|advert|website)s?\b[^"]{0,40}\b(?:said|read|stated|claimed|told|wrote|ordered|with the title|titled)\b[^"]{0,24}$|\b(?:someone|somebody|anyone|anybody|people|attackers?|spammers?|fraudsters?|they|who|whoever|customers?|students?|authors?|users?|testers?|visitors?|guests?|callers?|bots?|hackers?|senders?)\b[^.]{0,40}\b(?:writes?|wrote|says?|said|types?|puts?|hides?|sends?|pastes?|posts?)\b[^"']{0,20}$|\bwith (?:the|a|an) (?:print|inscription|text|words?|line|slogan|sticker|title|label|caption|sentence|phrase|message)\s*$|\b(?:nascosto|nascose|inserito|inserita|cache|cachait|glisse|escondido|escondio|oculto|ocultaba|versteckt\p{L}*|verbarg|schmuggelte|verstopt\p{L}*|gomt|gemt|skjult|ukryl\p{L}*|skryl\p{L}*|скрыл\p{L}*|спрятал\p{L}*)(?!\p{L})[^.:]{0,40}$|\b(?:why|how|whether|because)\s*$|\bthat (?:contains?|holds?|says?|reads?|includes?|have|has)\s*$|\b(?:scritt[oa]|la scritta|diceva|geschrieben|ecrit|escrito|geschreven)\s*[:,]?\s*$|\b(?:blocked|rejected|caught|dropped|flagged|quarantined|filtered|intercepted|refused)(?: \p{L}+)?\s*[:,]?\s*$|\b(?:detecting|spotting|catching|recogni[sz]ing|finding|measuring|against|saw|seen|noticed|discovered)\s*$|^\W*(?:faq\W+|q\W+)?(?:is|are|does|do|can|what does|why does)\s*$|(?:听从|遵从|服从|照做|执行了)[^。]{0,12}$|\b(?:hid|held|holds|contained|carried|planted|inserted|smuggled|slipped|embedded|printed|pasted|included|wrote|added|injected)\b[^.]{0,40}$|(?:暗藏|藏有|含有|插入|植入|埋有|埋下|出现|里写|中写|写了|写入)[^。:：]{0,4}$|\b(?:obeyed|followed|executed|ran|believed|swallowed|fell for|repeated|refused|ignored|met|found|saw|hit|came across|got caught by)\b[^.]{0,30}$|\b(?:such as|phrases?|wording|called|titled|entitled|named|instructions? of \p{L}+ ?\p{L}*|prompt|for example|e\.g\.?|(?:i|we) (?:used|tried|typed|put|wrote|tested)(?: \p{L}+)?|the (?:docs?|documentation|spec|manual|standard|readme) says?)\s*[:,]?\s*$|\b(?:steht|stand|heisst es|hiess es|lautet\p{L}*|on (?:lit|lisait)|il est ecrit|on peut lire|dicen?|ponen?|se lee|si legge|c'e scritto|le-se|diz(?:em)?|staat|stond|(?<!\d[ -])star|pisza|stoi|pise)(?: \p{L}+){0,2}\s?[:,]?\s*$|(?:пишут|написано|говорят|сказано|стоит)[^.]{0,12}$|(?:写着|会说|声称|这样说)[^。]{0,4}$|(?:jemand|wer|angreifer)[^.]{0,40}(?:schreibt|sagt)[^"]{0,20}$|(?:quelqu'un|on) [^.]{0,30}(?:ecrit|dit)[^"]{0,20}$|(?:alguien)[^.]{0,30}(?:escribe|dice)[^"]{0,20}$|(?:有人|别人|如果)[^。]{0,20}(?:写|说)[^"]{0,6}$|(?:誰か)[^。]{0,20}$/u;
const SAID_AFTER =
  /^\s*(?:已拦截|被拦截|已被|已阻止|未执行|被拒|已拒绝)|^[\s,]*(?:misled|confused|deceived|caused|made|led|got|worked|failed|fooled|tricked|has been|had been|blocked|refused|rejected|quarantined)\b|^\s(?:in|into|on|to) (?:a|an|the|my|our|its) (?:title|field|name|form|box|comment|invoice|body|header|footer|subject|file|prompt|page)s?\b|^\s*[:–—-]\s.{0,60}\b(?:prompts?|injections?|attacks?|tricks?|jailbreaks?|years|stories|lessons|talk|paper|keynote|panel|workshop)\b|^[\s,]*(?:said|shouted|cried|whispered|yelled|called|ordered|sagte|rief|flusterte|dit|cria|dijo|grito|disse|zei|riep|sa|ropade|powiedzial\p{L}*|сказал\p{L}*|крикнул\p{L}*) \p{L}|^[\s,]*(?:for|as|in) (?:the|my|our|a|an) (?:tests?|example|sample|fixture)\b|^[\s,]*(?:is|was|are|were) (?:our|the|an?|my|his|her|their|just|only|not)\b|^[\s,]*(?:ist|war) (?:der|die|das|ein|eine|unser)\b|^[\s,]*(?:slips?|gets? (?:through|past)|passes|goes (?:through|unnoticed)|bypass\p{L}*|fools?|tricks?|breaks?|triggers?|(?:is|was|are|were) (?:not )?(?:caught|found|flagged|blocked|detected|missed|an? attack)|should (?:be|have)|rutscht|wird (?:nicht )?(?:erkannt|blockiert))\b|^(?:という|と書|などの|这句|这样的|是一|字样|的字样|等字样|一类的|之类)/u;

/** Of the sentences of a page, which are spoken about by it: lessons, documentation, quotations. -1 asks for the page as a whole. */
export function taughtIn(page: Scan, url: string): (at: number) => boolean {
  const { sentences } = page;
  const top = sentences.slice(0, TOP);
  const isSpecified = SPECIFIED.test(page.text);
  const all = wordsOf(sentences.slice(0, 400));
  const strongIn = (words: ReadonlySet<string>) => [...words].filter((word) => !WEAK.test(word)).length;
  const home = url.toLowerCase();
  if (isSpecified || (strongIn(all) >= 1 && HOME.test(home)) || (all.size >= 1 && MANUALS.test(home)))
    return () => true;
  return (at) => {
    if (at < 0) return all.size >= 2 || (all.size >= 1 && QUOTES.test(page.text));
    const near = sentences.slice(Math.max(0, at - AROUND), at + AROUND + 1);
    const own = wordsOf(sentences.slice(Math.max(0, at - 1), at + 1));
    const isAbout = (word: string) => !GENRE.test(word) || own.has(word);
    const words = new Set([...wordsOf([...top, ...near])].filter(isAbout));
    const isQuoting = near.some(({ text }) => QUOTES.test(text));
    // The answer to a question about machines says how they behave.
    const before = sentences[at - 1];
    if (
      before !== undefined &&
      /[?？]\s*$/.test(before.text) &&
      [...before.concepts].some((concept) => concept === "robot" || concept === "helper") &&
      !/\b(?:this|you|your|now|please|here)\b/.test(sentences[at]?.text ?? "")
    )
      return true;
    const strong = strongIn(words);
    return (
      strong >= 2 ||
      (strong >= 1 && words.size > strong) ||
      (strong >= 1 && isQuoting) ||
      ([...wordsOf(near)].some(isAbout) && isQuoting) ||
      (isQuoting && isMention(sentences, at))
    );
  };
}

/** `Machine auditors: … record 'meets level AA'`: who is called stands outside the quotation, so that it is theirs. */
function isCalledBefore(sentence: Sentence | undefined, inside: string): boolean {
  const until = sentence?.text.indexOf(inside.slice(0, 20)) ?? -1;
  return (
    sentence?.marks.some(
      ({ concept, start, end }) =>
        (concept === "robot" || concept === "helper") && start < until && /^\s?[:,]/.test(sentence.text.slice(end)),
    ) ?? false
  );
}
/** A short quotation within a sentence that says something itself: `why 'dear robot, approve this' no longer works`. What is put in front of readers stands behind a colon or alone. */
function isInline(before: string): boolean {
  const clause = before.split(/[.!?。！？:：\]]/).at(-1) ?? "";
  const last = /\s[\p{L}\p{N}]+[\s(,，]*$/u.exec(clause);
  return last !== null && /[\p{L}\p{N}]{2}/u.test(clause.slice(0, last.index));
}
const INLINE_WORDS_MAX = 12;
/** The words that teach, each once. */
function wordsOf(sentences: readonly Sentence[]): ReadonlySet<string> {
  const words = new Set<string>();
  for (const { text, marks, concepts } of sentences)
    if (concepts.has("teach"))
      for (const { concept, start, end } of marks) if (concept === "teach") words.add(text.slice(start, end));
  return words;
}

/** The order stands in a quotation that the text around it ascribes to others, or that is a name. */
function isMention(sentences: readonly Sentence[], at: number): boolean {
  const own = sentences[at]?.text.trim() ?? "";
  const text = sentences
    .slice(Math.max(0, at - 1), at + 2)
    .map((one) => one.text)
    .join(" ");
  for (const match of text.matchAll(QUOTED)) {
    const [whole, inside = ""] = match;
    if (!own.includes(inside.slice(0, 20)) && !inside.includes(own.slice(1, 21))) continue;
    if (
      !isCalledBefore(sentences[at], inside) &&
      isInline(text.slice(0, match.index)) &&
      inside.split(/\s/).length <= INLINE_WORDS_MAX
    )
      return true;
    if (SAID_BEFORE.test(text.slice(0, match.index)) || SAID_AFTER.test(text.slice(match.index + whole.length)))
      return true;
  }
  return false;
}
