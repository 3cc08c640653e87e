import type { AuditContext, DataKind } from "@deskfleet/contracts";
import { amountsIn } from "./amounts.ts";
import { isOneOfChoices } from "./choices.ts";
import { fieldKinds, toldByFields } from "./field-kinds.ts";
import { foldText } from "./fold-text.ts";
import { deedsOfLabel } from "./label-deeds.ts";
import { CHANGES_ACCOUNT, EDITS_PICTURE, ENDS, MADE_PUBLIC, MAILS, opensEditor, STOPS } from "./label-verbs.ts";
import {
  clearsFilters,
  followsGoods,
  goesOnReading,
  handlesFilters,
  isFilter,
  isFromBasket,
  isLeftUndone,
  isOwnMark,
  isPlayed,
  isThingOf,
  isTopic,
  namesFilter,
} from "./label-words.ts";
import { CONSEQUENCES, type Concept, type Consequence } from "./lexicon/concepts.ts";
import { hasMark, type Mark, type Scan, scan } from "./scan.ts";

/** What an element does when it is used, as far as its own words and the question that it answers tell. */
export interface Meaning {
  readonly consequences: ReadonlySet<Consequence>;
  readonly isDecline: boolean;
  /** OK, yes, continue: what it does stands elsewhere on the page. */
  readonly isConfirm: boolean;
  /** What a field takes. */
  readonly fieldKinds: ReadonlySet<DataKind>;
  readonly isField: boolean;
  readonly label: Scan;
}

/** Roles of pages, of AT-SPI and of the app state (packages/app-state): they show or select. */
const PLAIN_ROLES =
  /^(?:document(?: \p{L}+)?|html content|heading|text|paragraph|image|img|icon|canvas|article|static|label|region|table|(?:table |grid)?cell|(?:tree |table |outline )?row|(?:column|row) ?header|(?:page )?tab|tab ?panel|tab group|list|list ?item|tree item|outline|slider|scroll ?bar|scroll area|figure|page|frame|window|standard window|panel|group|menu bar|status bar|toolbar)$/u;
const FIELD_ROLES =
  /text ?box|textbox|entry|search|combo ?box|textarea|input|spin|stepper|password|secure|editor|terminal|(?:text|date) field|edit|autocomplete/;
const NOUN_LIKE =
  /^(?:payments?|orders?|transfers|subscriptions?|cancellations?|deletions?|downloads|security|permissions?|access|signatures?|posts|purchases|donations?|submissions?|memberships?|accounts?|sent|charges?|published|deleted|shared|approvals?|exports|deposits|encryption|appointments?|signed|installs|upgrades|uploads|likes|ratings?|votes|iban|beneficiary|payee|renewals?|invoice|cancelled|canceled|payouts?|account|rights|charge|refunds?|returns?|releases?)$/;
/** Words that are nouns in other languages as well, when a noun of display follows. */
const MAYBE_NOUN: ReadonlySet<Consequence> = new Set([
  "pay",
  "transfer",
  "subscribe",
  "book",
  "security",
  "account",
  "download",
  "cancel",
  "rate",
  "export",
]);
/** A link with one of these and a noun after it leads to a page about it. */
const LINKED: ReadonlySet<Consequence> = new Set([
  ...MAYBE_NOUN,
  "publish",
  "rate",
  "sign",
  "submit",
  "grant",
  "accept",
  "run",
]);
/** What the things have that a list is narrowed to. */
/** `Allow calendar, contacts, mail`. */
const ALLOWS = /^\W*(?:allow|grant|permit|authori[sz]e|give (?:access|permission) to|share|connect)\b/;
const REACHED =
  /\b(?:calendars?|contacts|mails?|e-?mails?|inbox|camera|microphone|location|files|photos|messages|drive|screen)\b/;
const ALLOWS_ONLY = /^\W*(?:allow|grant|permit|authori[sz]e|approve|accept|continue|agree)(?: access)?\W*$/;
/** `Calendar Tool wants: full access to all mail`: what is allowed by a word that says no more. */
const wantsAccess = (page: Scan): boolean =>
  page.sentences
    .slice(0, 100)
    .some(
      ({ text }) =>
        /\b(?:wants?|requests?|asks? for|would like|needs|requires)\b.{0,40}\b(?:access|permission|to (?:read|see|view|manage|edit|send|delete|control))\b/.test(
          text,
        ) && REACHED.test(text),
    );
const NARROWS = ["publish", "cancel", "pay", "book", "rate", "delete", "transfer", "send", "submit"] as const;
const isConsequence = (concept: Concept): concept is Consequence =>
  (CONSEQUENCES as readonly string[]).includes(concept);

export function meaningOf(context: AuditContext, page: Scan): Meaning {
  const target = context.target;
  const label = scan(target?.text ?? "");
  const role = (target?.role ?? "").toLowerCase();
  const isField =
    ["type", "paste", "select"].includes(context.action) || (FIELD_ROLES.test(role) && context.action !== "submit");
  const nothing = {
    consequences: new Set<Consequence>(),
    isDecline: false,
    isConfirm: false,
    fieldKinds: new Set<DataKind>(),
    label,
  };
  if (target === null) return { ...nothing, isField, fieldKinds: new Set(toldByFields(context, label)) };
  if (isField) {
    // Without a goal, what is typed into a terminal is for the gate that reads commands.
    const run = /terminal/.test(role) && context.goal.trim() !== "" ? (["run"] as const) : [];
    return { ...nothing, isField, consequences: new Set(run), fieldKinds: fieldKinds(context, label, role) };
  }
  if (PLAIN_ROLES.test(role) || context.action === "copy") return { ...nothing, isField };
  const own = consequencesOf(label, role, context.goal.toLowerCase());
  const goal = foldText(context.goal);
  if (opensDialog(context, label.text)) own.clear();
  const isChoice =
    isFilter(label.text, role, goal, page.text) ||
    isOneOfChoices(label.text, page.sentences) ||
    handlesFilters(label.text);
  // `Approve` and `Send` alone do what the page shows.
  if (own.size === 1 && (own.has("accept") || own.has("send")) && !/\s\S/.test(label.text.trim())) {
    const shown = askedOnPage(page, false);
    if (shown.has("pay") || shown.has("transfer")) {
      own.clear();
      for (const one of shown) own.add(one);
    }
  }
  if (isChoice || isPlayed(label.text, goal, page.text)) for (const kind of NARROWS) own.delete(kind);
  if (isOwnMark(label.text) || (role === "link" && isThingOf(label.text, goal))) own.clear();
  if (ALLOWS.test(label.text) && (REACHED.test(label.text) || (ALLOWS_ONLY.test(label.text) && wantsAccess(page))))
    own.add("grant");
  if (own.size === 1 && own.has("send") && opensEditor(label.text, page.text)) own.clear();
  if (clearsFilters(label.text, page.text, goal)) own.delete("delete");
  if (isFromBasket(label.text, context.place.url, page.text)) own.delete("delete");
  const marks = label.sentences.flatMap((sentence) => sentence.marks);
  const first = marks[0];
  const isDecline =
    own.size === 0 &&
    !(marks.some(({ concept }) => concept === "every") && /^(?:close|leave|block|hide|deny)/.test(label.text)) &&
    marks.some(({ concept, start }) => concept === "decline" && start === first?.start);
  const isConfirm =
    own.size === 0 &&
    !STEPS_ON.test(label.text) &&
    !goesOnReading(label.text) &&
    marks.some(({ concept, start }) => concept === "confirm" && start === first?.start);
  const inherited =
    isConfirm && (!isDecline || isAgreeing(label.text))
      ? askedOnPage(page, KEEPS.test(label.text))
      : new Set<Consequence>();
  if (/button|menu ?item|switch/.test(role) && !isChoice && !isTopic(label.text, role))
    for (const deed of deedsOfLabel(label.text)) own.add(deed);
  if (marks.some(({ concept }) => concept === "role") && MAKES.test(label.text)) own.add("grant");
  if (own.has("send") && amountsIn(label.text).length > 0) own.add("transfer");
  // Whoever knows what it moves has said so.
  if (own.size === 0 && !isDecline && context.content.amount !== null) own.add("pay");
  // `Add baggage 45 €`: a button with a price on it sells.
  if (
    /button|check ?box|switch|radio/.test(role) &&
    own.size === 0 &&
    !isDecline &&
    !namesFilter(label.text) &&
    isPriced(label.text)
  )
    own.add("pay");
  // `Make board public`: whatever stands between.
  if (!isDecline && MADE_PUBLIC.test(label.text)) own.add("publish");
  if (!isChoice && /switch|toggle|check ?box|radio/.test(role) && /^\W*public\W*$/.test(label.text)) own.add("publish");
  if (/switch|toggle|check ?box/.test(role) && marks.some(({ concept }) => concept === "protection"))
    own.add("security");
  addByPage(label.text, page, own, isDecline);
  const switchesOff = own.size === 0 && marks.some(({ concept }) => concept === "off");
  if (
    switchesOff &&
    page.sentences.slice(0, 200).some((line) => line.text.length < 200 && hasMark(line.marks, "protection"))
  )
    own.add("security");
  return {
    ...nothing,
    isField,
    isDecline: isDecline && !isConfirm,
    isConfirm,
    consequences: new Set([...own, ...inherited]),
  };
}

/** `Export...`: in programs three dots say that a dialog comes first. A page may write what it likes. */
const opensDialog = ({ place }: AuditContext, label: string): boolean =>
  /(?:\.\.\.|…)\s*$/.test(label) && !/^https?:/i.test(place.url);
/** `Ilse's first post` */
const BEFORE_NOUN =
  /(?:'s|\b(?:first|last|next|previous|latest|newest|oldest|other|this|that|my|your|her|his|their|our)) (?:\p{L}+ )?$/u;
/** What only the page tells of a label: whom a link lets in, what is closed for good, what is switched on. */
function addByPage(label: string, page: Scan, own: Set<Consequence>, isDecline: boolean): void {
  if (LINKS.test(label) && ANYONE.test(page.text.slice(0, 4_000))) own.add("publish");
  if (own.size > 0 || isDecline) return;
  const words = label.trim();
  const lines = page.sentences.slice(0, 100);
  if (
    words.includes(" ") &&
    lines.some(({ text }) => /[?？]\s*$/.test(text) && text.trim().startsWith(words)) &&
    lines.some(({ concepts }) => concepts.has("permanent"))
  )
    own.add("delete");
  if (SWITCHES_ON.test(words) && lines.some(({ text, marks }) => text.length < 200 && hasMark(marks, "protection")))
    own.add("security");
}
const SWITCHES_ON =
  /^\W*(?:turn on|switch on|enable|activate|einschalten|aktivieren|activer|activar|ativar|attiva|inschakelen|activeren|aktivera|sla pa|aktiver|ota kayttoon|wlacz|zapnout|включить|увімкнути|etkinlestir|bekapcsolas|activeaza|ενεργοποιηση|aktifkan|bat|启用|开启|有効にする|켜기)\W*$/;
const LINKS =
  /(?:create|copy|get|make|generate|share)\b.{0,12}\blink|link (?:erstellen|kopieren|teilen)|(?:creer|copier|obtenir|partager) (?:le |un )?lien|(?:crear|copiar|obtener|compartir) (?:el |un )?enlace|(?:criar|copiar|obter) (?:o |um )?link|(?:crea|copia|ottieni) (?:il )?link|link (?:maken|kopieren|delen)|(?:skapa|kopiera|opret|kopier|opprett) lank|(?:utworz|kopiuj) link|(?:создать|скопировать|получить) ссылку|(?:创建|复制|生成|获取)链接|リンクを(?:作成|コピー|取得)|링크 (?:만들기|복사|생성)/;
const ANYONE =
  /(?:anyone|everyone|anybody) (?:(?:with|who has) (?:the|this) link|on the (?:internet|web))|(?:jeder|alle),? (?:mit|die) (?:dem|den|diesen) link|(?:toute personne|tous ceux) .{0,16}lien|(?:cualquier|qualquer)\p{L}* .{0,24}(?:enlace|link)|chiunque .{0,16}link|iedereen met de(?:ze)? link|alla med lanken|alle med (?:linket|lenken)|kazdy,? .{0,16}link|(?:всем|любой|каждый),? .{0,20}ссылк|(?:任何人|知道链接|获得链接)|リンクを知っている|링크가 있는 (?:모든|누구)/u;

const isPriced = (text: string): boolean => !PRICE_RANGE.test(text) && isForMoney(text);
/** `Under 50 €`, `100元以下`: what a list is narrowed to. */
const PRICE_RANGE =
  /^\W*(?:under|over|up to|from|below|above|less than|more than|at most|max|min|bis|ab|unter|uber|jusqu|moins de|plus de|hasta|menos de|mas de|fino a|ate|do|od|до|от|tot|vanaf)(?!\p{L})|以下|以上|以内|\d\s?[-–~]\s?\d/u;
const isForMoney = (text: string): boolean =>
  /^\W*(?!show|view|see|under|over|up to|from|min|max|below|above|filter|sort|edit|details|open|select|limit|set|change|raise|lower|save)\p{L}+ (?:\p{L}+ ){0,3}\d[\d,.' ]*[.,]\d{2}\W*$/u.test(
    text,
  ) ||
  /\b(?:for|fur|pour|por|per|voor|за)\s\d{1,5}[.,]\d{2}(?!\d)/.test(text) ||
  amountsIn(text).some(({ currency }) => currency !== null) ||
  /\d\s?(?:coins?|credits?|points?|gems|tokens|munzen|punkte|pieces|monedas)\b/.test(text);
const isAgreeing = (text: string) => /^(?:ok|yes|confirm|accept|agree|continue|proceed)/.test(text.trim());
/** `Next`, `Save photo`, `Complete lesson`: words of agreement that go on, or name what they work on. */
const MAKES =
  /\b(?:make|give|grant|set|promote|invite|add|as|become)\b|添加|加为|追加|추가|hinzufug|ernenn|ajout|nomm|anadir|agregar|aggiung|adicionar|добав|назнач|设为|设置为|提升|成为|als |en tant|como |に(?:する|変更)|로 (?:지정|변경)/;
/** Nouns that begin like verbs. */
const COMPOUND =
  /^\W*(?:share (?:price|holder|market|value|index)|shares\b|book(?:s\b| (?:list|store|shop|club|review|case|series|title))|post(?:s\b| (?:office|code|card|box)|al\b)|sign (?:language|s\b)|signs\b|transfers?\b(?: (?:market|news|window|list))|transfers$|transfer history|purchase history|download history|upload (?:history|list)|release (?:\d|notes?|dates?|plan|log)|rate (?:card|limits?|table)|rates\b|cancel culture|order (?:form|book|list)|grants\b|grant (?:programmes?|programs?|applications?|writing|calendar|schemes?|funds?|money|committee|year|rules|holders?|deadlines?|guide)|vote (?:count|results?)|votes\b|security (?:guard|news|blog|updates?|tips|center|centre|overview)|account (?:manager|name|overview|summary)|payment (?:options|terms|due)|deposit (?:rates?|terms)|like new|tip of|tips\b|invest(?:or|ment)s?\b|subscription box|delivery|reset button|platform|by (?:post|mail|phone|e-?mail|transfer|card|invoice)\b|merge (?:sort|conflicts?|lanes?|tool|history)|carregar mais|cargar mas|charger plus|carica altr|join (?:the |this )?(?:wait\w*[- ]?list|queue|call|meeting|room|session|stream|lesson|conference|video|chat)|drop(?:down|s\b| (?:a )?pin| anchor| shadow| cap| ?zone| ?box| ?off)|trash(?: folder)?$|bin$|spending|buying guide|export market|reply (?:\d|from)|replies|send (?:to (?:the )?back|backwards?)\b)/;
/** `Next sign`, `My orders`: one of several, or a list of them. */
const LISTED =
  /^\W*(?:next|previous|prev|recent|latest|my|our|past|other) \p{L}+\W*$|^\W*(?:older|newer|recent|more|related|all|latest|previous|next|popular) \p{L}+s?\s*(?:[:：(]|$)/u;
const LATER =
  /\b(?:later|not now|another time)\b|spater|plus tard|mas tarde|mais tarde|piu tardi|позже|pozniej|以后|稍后|あとで|나중에/;

const STEPS_ON =
  /^\W*(?:next|done|go|(?:save|finish|complete|apply|allow) \p{L})|^下一(?:步|节|页|章|课)|^次へ|^다음|^weiter\b|^suivant|^siguiente|^avanti|^далее|^dalej|^nasta(?!\p{L})|^naeste|^naste|^volgende|^proxim|^urmator|^επομεν|^הבא|^التالي|^अगला|^ถัดไป|^dalsi|^nastepn|^следующ|^наступн|^sonraki|^seuraava|^kovetkez|^berikut|^selanjutnya|^tiep theo|^trang sau|^backward/u;

const FOREIGN_ARTICLE =
  /^\W*(?:le|la|les|il|lo|gli|mie|mia|miei|los|las|el|os|as|meine?r?|der|die|das|mes|mis|mijn|mina|moje|moja)\s/;

/** The consequences that a label names as its verb, not those it only speaks of (`Order history`). */
function consequencesOf(label: Scan, role: string, goal: string): Set<Consequence> {
  const found = new Set<Consequence>();
  for (const { marks: all, text } of label.sentences) {
    // `Le mie rate`: after an article of another language no English verb follows.
    const marks = FOREIGN_ARTICLE.test(text) ? all.filter(({ language }) => language !== "en") : all;
    if (isTopic(text, role) || followsGoods(text)) continue;
    if (CHANGES_ACCOUNT.test(text)) found.add("account");
    if (MAILS.test(text)) found.add("send");
    if (ENDS.test(text)) found.add("cancel");
    const [first] = marks;
    if (first === undefined || COMPOUND.test(text) || LISTED.test(text)) continue;
    if (LATER.test(text) && !marks.some(({ concept }) => concept === "pay")) continue;
    const opens = (concept: Concept) => marks.some((mark) => mark.concept === concept && mark.start === first.start);
    // `关闭登录保护` says no to nothing.
    if (opens("off") && marks.some(({ concept }) => concept === "protection")) found.add("security");
    const named = marks.filter(({ concept }) => isConsequence(concept));
    const word = (mark: Mark) => text.slice(mark.start, mark.end);
    if (
      named.length === 0 &&
      /^(?:re-?)?order\b(?! by\b)/.test(text.trim()) &&
      !marks.some(({ concept }) => concept === "noun")
    )
      found.add("pay");
    if (named.length === 0) continue;
    const isOpened = named.some(({ start }) => start === first.start);
    // `Skip payment`, `View order`: what comes first says what it is.
    if (!isOpened && (opens("info") || opens("noun") || (opens("decline") && !/^cancel/.test(word(first))))) continue;
    const shows = marks.some(({ concept, start }) => concept === "noun" && start > first.start);
    const isLocal = marks.some(({ concept }) => concept === "local") || EDITS_PICTURE.test(goal);
    for (const mark of named) {
      const concept = mark.concept as Consequence;
      if (isLeftUndone(text, mark.start, mark.end)) continue;
      // `Delete: Membership card`, `Delete "Members"`: what stands behind a colon or in quotation marks is a name.
      const colon = /[:："'「『(]/.exec(text)?.index ?? text.length;
      if (mark.start > colon && named.some(({ start }) => start < colon)) continue;
      const isNoun =
        mark.language === "en"
          ? (role === "link" && LINKED.has(concept) && BEFORE_NOUN.test(text.slice(0, mark.start))) ||
            NOUN_LIKE.test(word(mark)) ||
            (role === "link" && LINKED.has(concept))
          : MAYBE_NOUN.has(concept);
      if (isNoun && BEFORE_NOUN.test(text.slice(0, mark.start))) continue;
      if (shows && isNoun && (role === "link" || mark.language === "en" || MAYBE_NOUN.has(concept))) continue;
      // `Undo a delete`
      if (concept === "delete" && mark.start > 0 && /^\W*(?:undo|revert|restore|recover|unsend)\b/.test(text)) continue;
      if (isLocal && (concept === "delete" || concept === "cancel")) continue;
      // `Shooting schedule`: behind another word it is none of its own.
      if (
        concept === "book" &&
        mark.start > 0 &&
        /^(?:schedule|appointment|book)$/.test(word(mark)) &&
        !/\b(?:add|make|an?|the)\b/.test(text.slice(0, mark.start))
      )
        continue;
      if (concept === "cancel" && STOPS.test(text)) continue;
      // `Cancel` alone closes a dialog.
      if (
        concept === "cancel" &&
        marks.some((other) => other.concept === "decline" && other.start === mark.start) &&
        text.replace(/[^\p{L}\p{N}]/gu, "").length === mark.end - mark.start
      )
        continue;
      if (concept === "send" && named.some((other) => other.concept === "pay" || other.concept === "transfer"))
        continue;
      if (concept === "send" && marks.some((other) => other.concept === "otp")) continue;
      found.add(concept);
    }
  }
  return found;
}

const STANDING =
  /standing order|direct debit|dauerauftrag|lastschrift|virement permanent|prelevement|orden permanente|domiciliacion|ordine permanente|addebito diretto|periodieke overboeking|定期转账|自动扣款|定期送金|자동 ?이체|постоянн\p{L}+ поручени/u;
/** Saving pays nothing, whatever sums stand on the page. */
const KEEPS =
  /^\W*(?:save|apply|speicher|ubernehm|enregistrer|guardar|salvar|salva\b|сохран|zapisz|opslaan|kaydet)|^\W*(?:保存|儲存|存储|저장|应用|適用)/;
/** What a bare `OK` answers to: the question on the page, or the sum that it shows. */
function askedOnPage(page: Scan, isKeeping: boolean): Set<Consequence> {
  const found = new Set<Consequence>();
  for (const { text, marks } of page.sentences.slice(0, 200)) {
    const asks =
      /[?？]\s*["']?$/.test(text.trim()) ||
      /about to|you will|will be|即将|wirklich|voulez-vous|really|sure/.test(text);
    const named = marks.filter(({ concept }) => isConsequence(concept));
    const isBarred = (at: number) =>
      marks.some(({ concept, start, end }) => concept === "not" && start < at && at - end < 16);
    if (asks) for (const { concept, start } of named) if (!isBarred(start)) found.add(concept as Consequence);
    if (asks && hasMark(marks, "role") && MAKES.test(text)) found.add("grant");
    const pays =
      STANDING.test(text) ||
      marks.some(({ concept }) => concept === "total" || concept === "pay" || concept === "transfer");
    if (pays && !isKeeping && amountsIn(text).length > 0)
      found.add(marks.some(({ concept }) => concept === "transfer") ? "transfer" : "pay");
  }
  return found;
}
