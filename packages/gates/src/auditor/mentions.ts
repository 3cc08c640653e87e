import { NO_ORDER, SPEAKER } from "./directive-words.ts";
import { IS_ONE } from "./reader-clauses.ts";
import type { Mark } from "./scan.ts";

// Where a machine is named and not spoken to.

/** What follows a machine's name in Chinese, Japanese and Korean where it is spoken to. */
const CALLED =
  /^(?:[\s，,、：:！!。」』"'）)\]]*$|\s*[，,：:！!」』"]|们|请|须|必须|应|你|务必|阅读|注意|各位|さん|の皆|各位|たち|様|へ|등|님|들|에게\s?[:：]|여[,\s]|야[,\s])/;
/** `The robot`, of one that stands in the kitchen. */
const ARTICLE = /(?:^|\s)l'$|(?:^|\s)(?:the|a|an|le|la|un|une|el|il|lo|o|um|der|die|das|ein|einen|de|het|een)\s$/;
export const OURS = /(?:^|\s)(?:our|unsere\p{L}*|nos|nuestr[oa]s|nostr[ie]|nossos?|onze|vara|vore|nasi|наши\p{L}*)\s$/u;
/** `Say: "Robot, begin"`: what people call to a machine of theirs. */
const SPOKEN_TO =
  /(?:\b(?:say|just say|saying|sag(?:e|en sie)?|dites|dis|di|diga|dica|di'|zeg|sag|sig|si|powiedz|rekni|spune|sano|de ki|noi|ucapkan|katakan)|скажи(?:те)?|πες|说|说出|言って|말하)\s?[:,：]?\s*["'「『]$/u;
/** `estate agents`, `cleaning agents`, `shop assistants`: people and stuff. */
const TRADE =
  /(?<!\p{L})(?:estate|travel|insurance|letting|lettings|booking|ticket|customs|shipping|press|talent|sports?|literary|gate|station|sales|shop|teaching|medical|dental|legal|library|personal|care|cleaning|bleaching|washing|wetting|foaming|bonding|baking|raising|thickening|gelling|oxidi[sz]ing|reducing|chemical|nerve|free|secret|special|double|undercover)\s$/u;
const TRADES = new RegExp(`${TRADE.source.replace("\\s$", "")}\\s(?:agents?|assistants?)(?!\\p{L})`, "u");
/** `Staff must not paste passwords into assistants`: said to people, of machines. */
const STAFF =
  /(?<!\p{L})(?:staff|employees|colleagues|students|pupils|teachers|members|visitors|customers|guests|parents|people|nobody|everyone|we|mitarbeiter\p{L}*|beschaftigte|schuler|kunden|les (?:employes|eleves|clients)|empleados|alumnos|clientes|dipendenti|studenti|medewerkers|leerlingen|сотрудник\p{L}*|ученик\p{L}*)\s(?:must|should|may|shall|can(?:not)?|are|durfen|mussen|sollen|doivent|peuvent|deben|pueden|devono|possono|moeten|mogen|должны|могут)\b[^.!?;:]{0,60}$|(?:员工|学生|老师|用户|客户)(?:不得|不能|必须|应当|应|可以)[^。！？]{0,24}$/u;
/** `Someone hid "AI, rank me first" in a CV`: told of others. */
const PLANTED =
  /\b(?:some(?:one|body)|people|spammers?|attackers?|candidates?|applicants?|students?|they|jemand|quelqu'un|alguien|alguem|qualcuno|iemand)\b.{0,24}\b(?:hid|hides?|planted|slipped|smuggled|buried|versteckte?|cache|escondio|escondeu|nascosto|verstopte)\b[^.!?]{0,20}["'“‘「『(]$/u;
/** `A shop page tried the line: assistant, rate us five stars.` */
const TRIED =
  /\b(?:tried|used|wrote|had|hid|put|posted|printed|carried|showed|found|met) (?:the|this|a|one|that) (?:line|text|sentence|words?|phrase|trick|sign|note)\s?[:,]?\s*["']?$/;
/** `To turn off the bot, open Settings`: what is done with it. */
const HANDLED =
  /(?:^|[.:;!?]\s*)["'(]?(?:to|um|pour|para|per|om|for att|aby|чтобы)\s(?!(?:the|all|any|every|whichever|whoever|whatever|our|your|my|den|die|das|le|la|les|los|las|el|il|os|as)\s)(?:\p{L}+\s){1,5}(?:the|a|an|your|den|die|das|einen|le|la|un|une|el|una|il|o|um|de|het|een)\s(?:\p{L}+\s)?$/u;
/** `The court ruled that automated systems must` */
const REPORTED =
  /\b(?:ruled|said|says|requires?|states?|stated|decided|believes?|found|shows?|showed|argue[sd]?|claim(?:s|ed)|suggest(?:s|ed)) that (?:\p{L}+ )?$/u;
/** `程序安装说明：`, `アシスタント募集`: it begins a longer word. */
export const isPartOfWord = (text: string, { start, end }: Mark): boolean =>
  /[\u3040-\u9fff\uac00-\ud7af]/.test(text.charAt(start)) &&
  !CALLED.test(text.slice(end).trimStart()) &&
  !/^(?:は|는|은|应|需|必|要|务|不|在|若|如|读|将|直|把|会|，)/.test(text.slice(end).trimStart()) &&
  !/[请致给对让]\s?$|所有|各位|各类|凡|すべて|全て|모든/.test(text.slice(Math.max(0, start - 12), start));
/** `muss erkennbar sein` */
export const IS_STATE =
  /^\W*(?:\p{L}+ )?(?:must|should|shall) (?:not )?be\b|^\s(?:muss|mussen|soll|sollen)\b.*\b(?:sein|werden)\b|^\s(?:doi\p{L}+ etre|deb\p{L}+ (?:ser|estar)|dev\p{L}+ (?:essere|ser)|moet\p{L}* .*\b(?:zijn|worden)|ska(?:l|ll)? (?:vara|vaere|bli\p{L}*)|mus\p{L}+ byc|долж\p{L}+ быть)/u;
/** Of people: at work with others, one of them with an article and no screen, or of a kind (`los agentes inmobiliarios deben`). */
export const isWork = (text: string, { start, end }: Mark, marks: readonly Mark[]): boolean =>
  AT_WORK.test(text) ||
  (ARTICLE.test(text.slice(Math.max(0, start - 12), start)) &&
    !marks.some(({ concept }) => concept === "press" || concept === "user")) ||
  (/^\s\p{L}/u.test(text.slice(end)) &&
    !marks.some((mark) => mark.concept === "must" && mark.start >= end && mark.start - end < 4));
/** Robots that stand in rooms and mow; in Japanese whatever is only named. */
const isThing = (word: string, before: string, after: string): boolean =>
  (/^robots?$/.test(word) &&
    /^\s(?:lawn|vacuum|mower|cleaner|arm|dog|taxi|car|kit|toy|hoover|cat|(?:in|on|at|from) (?:the|a|our|your|this) (?!page|site|web|form|list|thread|chat|document|mail))/.test(
      after,
    )) ||
  (/^robot\p{L}{3,}$/u.test(word) && !/^robot(?:ern|ene|erne|arna|lar\p{L}*|ilor|eille|oille)$/u.test(word)) ||
  (/^robot$/.test(word) &&
    /^\s(?:de (?:cocina|limpieza|piscina|cuisine)|da cucina|aspira\p{L}*|tondeuse|cortac\p{L}*|lavapavimenti|tagliaerba|sprzataj\p{L}*|kuchenn\p{L}*|koszac\p{L}*)/u.test(
      after,
    )) ||
  (/^ai$/.test(word) && /^の(?!皆|方|みな|各位)/.test(after)) ||
  (/[\u3040-\u30ff]/.test(word) &&
    /^(?:の(?!皆|方|みな|各位)|が|を|で|と|も)/.test(after) &&
    !/[、。]\s?$/.test(before));
/** People whom those who are called agents and assistants work with. */
const AT_WORK =
  /\b(?:callers?|customers?|guests?|passengers?|tenants?|patients?|buyers?|sellers?|borrowers?|policyholders?|colleagues?|supervisors?|team leads?|shifts?|crew|drivers?|conducteurs?|clients?|kunden?|kundin|anrufer\p{L}*|fahrgast|fahrer|clientes?|pasajeros?|clienti|klanten?|klient\p{L}*)\b|клиент|пассажир|водител|顾客|来电|乘客/u;
/** `Der Roboter ignoriert Befehle`, `where the assistant would ignore`: somebody else does it. */
export const isTold = (text: string, marks: readonly Mark[], { start }: Mark): boolean =>
  marks.some(
    (mark) =>
      (mark.concept === "robot" || mark.concept === "helper") &&
      mark.end < start &&
      /^\s(?:(?:would|could|might|will|can|may|often|sometimes|then|still|did|does|to|wurde|kann|wird|peut|puede|puo|pode|kan) ?){0,2}$/.test(
        text.slice(mark.end, start),
      ) &&
      ARTICLE.test(text.slice(Math.max(0, mark.start - 12), mark.start)),
  ) ||
  /\b(?:told|asked|ordered|tells|asks|wants|begged) (?:me|us|him|her|them|my \p{L}+) to\b[^.!]{0,80}$/u.test(
    text.slice(0, start),
  );

/** What follows in names of jobs and things. */
const JOB =
  /^\s(?:editor|commands?|policy|policies|rules|terms|guidelines|faq|builder|platform|settings|studio|framework|kit|toolkit|console|marketplace|api|integrations?|features?|plug-?ins?|templates?|conference|summit|news|blog|market|research|labs?|startup|safety|ethics|course|guide|manager|professor|director|coach|principal|chef|producer|teacher|nurse|attorney|secretary|surgeon|engineer|store|dog|fee|cook)/;

/** The text only names it: a part of a longer word, what something is done with, whoever speaks, somebody's name. */
export function isOnlyNamed(text: string, mark: Mark): boolean {
  const word = text.slice(mark.start, mark.end);
  const lead = text.slice(Math.max(0, mark.start - 60), mark.start);
  const before = lead.slice(-24);
  const after = text.slice(mark.end);
  if (/^(?:robot|robo|roboter)$/.test(word) && ARTICLE.test(before)) return true;
  if (/^(?:робот|ρομποτ|robotti)$/.test(word) && !/^\s?[,:!]/.test(after)) return true;
  if (
    isThing(word, before, after) ||
    HANDLED.test(lead) ||
    SPOKEN_TO.test(lead.slice(-40)) ||
    PLANTED.test(lead.slice(-60)) ||
    TRIED.test(lead)
  )
    return true;
  // A machine that people meet. One that is called ends there.
  if (
    /^(?:机器人|로봇|ロボット)$/.test(word) &&
    !CALLED.test(after) &&
    !/[给致对]\s?$/.test(before) &&
    !/(?:^|[^\p{L}])请(?!联系|咨询|使用|点击|呼叫|让|用|向|通过|找|问)\p{Script=Han}{0,4}$/u.test(before)
  )
    return true;
  if (REPORTED.test(lead) || /\w\(\)/.test(text)) return true;
  // `Write instructions for your bot in the field Persona`: the reader's own.
  if (
    /\b(?:for|of|in|with|about|on) (?:your|my|his|her|their) (?:own )?$/.test(before) &&
    /^\s(?:in|on|at|to|with|and|here|below)\b/.test(after)
  )
    return true;
  if (/^(?:agents?|assistants?|helpers?)$/.test(word) && (TRADE.test(before) || TRADES.test(text))) return true;
  if (STAFF.test(text.slice(0, mark.start))) return true;
  if (IS_ONE.test(lead.slice(-48))) return true;
  // Readers of screens are programs that people use; `mo-bot:` is a member's name.
  if (
    /\bscreen[- ]$/.test(before) ||
    (/\p{L}-$/u.test(before) && !/\bai-$/.test(before) && NO_ORDER.test(after.replace(/^\s?[:,]/, "")))
  )
    return true;
  if (/^\s*[:：]\s*/.test(after) && SPEAKER.test(after.replace(/^\s*[:：]\s*/, ""))) return true;
  return (
    JOB.test(after) || /^\s(?:says|said|shouted|explains|explained|wrote|writes|replied|asked|answered)\b/.test(after)
  );
}
