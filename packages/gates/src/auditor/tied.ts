/**
 * How a sentence speaks of an element. `named`: as the button that is called so, or in brackets or quotation marks with what it
 * does; `done`: as what somebody does who uses it (`Viewing connects …` of `View picture`); `begun`: it only begins with the label.
 */
type Tie = "named" | "done" | "begun";

const BUTTON =
  /^[\])"'»」』\s-]{0,3}(?:-?(?:button|link|key|tab|knopf|taste|schaltflache|bouton|lien|touche|boton|enlace|botao|pulsante|tasto|knop|toets|knappen?|knap|lenken|painike\p{L}*|nappi\p{L}*|przycisk\p{L}*|tlacitk\p{L}*|кнопк\p{L}*|ссылк\p{L}*|dugme\p{L}*|buton\p{L}*|gomb\p{L}*|κουμπι|tombol|nut)|按钮|按键|ボタン|リンク|버튼|बटन|ปุ่ม)(?!\p{L})/u;
const BUTTON_BEFORE =
  /(?:(?<!\p{L})(?:button|link|knopf|taste|schaltflache|bouton|lien|boton|enlace|botao|pulsante|tasto|knop|knappen?|przycisk\p{L}*|tlacitk\p{L}*|кнопк\p{L}*|butonul|κουμπι|tombol|nut)|כפתור|زر|按钮|点击|点|ปุ่ม|กด)[\s:[("'«„「『]{0,3}$/u;
const WITH =
  /(?<!\p{L})(?:each|every|any|jede\p{L}?|chaque|cada|ogni|elke|varje|hver|with|by|via|using|after|once you|when you|if you|mit|durch|uber|per|wer|avec|par|en cliquant sur|con|al pulsar|pulsar|com|ao|met|door|med|genom|ved|przez|za pomoca|s|pomoci|с|через|ile|cu|prin|με|dengan|bang)[\s:[("'«„「『]{1,3}$/u;
const PRESSED =
  /(?:click|press|tap|choos|select|hit|klick|druck|tipp|wahl|cliqu|appuy|clic|puls|toc|prem|klik|druk|trykk?|tryck|paina|nacisn|nacis|wcisn|stisk|нажат|нажм|нажим|клик|натис|bas|tikla|kattint|nyom|apas|πατ|tekan|nhan|bam|กด|लिख|दबा|לחיצ|تضغط|النقر|点击|按下|押|クリック|누르|클릭)\p{L}*(?:\s\p{L}{1,4}){0,2}[\s:[("'«„「『]{0,3}$/u;
/** Before what begins a sentence. */
const ARTICLE =
  /^[\W_]*(?:(?:the|just|simply|even|merely|das|der|die|ein|bloss\p{L}*|schon|mit dem|beim|durch|l'|la|le|el|al|il|lo|o|a|os|ao|het|de|un|una|to|sam\p{L}?|samo) ){0,2}(?:l')?(\p{L}{4,})/u;

/** The label and the text in folded letters; `at` is where the label stands, or -1. */
export function tieOf(text: string, label: string, at: number): Tie | null {
  if (/^\W*(?:going|stepping) back\b/.test(text) && /^\W*(?:go )?back\b/.test(label)) return "done";
  if (at >= 0) {
    const [before, after] = [text.slice(Math.max(0, at - 40), at), text.slice(at + label.length)];
    const isRow = /^\s*[\])"'»」』]?\s*(?:[[|•·]|$)/u.test(after) && /(?:^|[\]|•·.!?])\s*[["'«]?\s*$/u.test(before);
    if (!isRow && (BUTTON.test(after) || BUTTON_BEFORE.test(before) || WITH.test(before) || PRESSED.test(before)))
      return "named";
    if (/[["'«「『【]\s*$/u.test(before) && /^\s*[\]"'»」』】]\s*[^[\s|.,;?!]/u.test(after)) return "named";
    return /^[\W_]*$/u.test(text.slice(0, at)) && /^\s*[\p{L}=]/u.test(after)
      ? /^\s*=/.test(after)
        ? "named"
        : "begun"
      : null;
  }
  const verb = /^\P{L}*(\p{L}{4,})/u.exec(label)?.[1];
  const subject = ARTICLE.exec(text)?.[1];
  if (verb === undefined || subject === undefined || /[?？]\s*$/.test(text)) return null;
  let shared = 0;
  while (shared < verb.length && verb[shared] === subject[shared]) shared++;
  return shared >= 4 && shared * 2 >= verb.length && subject !== verb ? "done" : null;
}

/** What a sentence says of the element at `at`: of entries in a row, each only names itself. */
export function partAround(text: string, at: number): string {
  if (at < 0) return text;
  const cuts = [...text.matchAll(/\s[|•·>]\s|\s{2,}|\]\s*\[/gu)].map(({ index }) => index);
  return text.slice(Math.max(0, ...cuts.filter((cut) => cut < at)), cuts.find((cut) => cut >= at) ?? text.length);
}
