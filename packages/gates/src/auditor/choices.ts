/** What a list of choices is headed by, or holds: with neither it may be a list of deeds (`Actions: Edit, Delete`). */
const HEAD =
  /^\W*(?:folders?|tabs?|views?|sections?|lists?|boxes|menu|ordner|dossiers?|carpetas?|cartelle|mappen|папк\p{L}|filter\p{L}*|status|state|type|kind|category|show|view|display|sort\p{L}*(?: by)?|order(?:ed)? by|group(?:ed)? by|columns?|column headings?|headings?|period|label|tags?|folder|zustand|typ|art|kategorie|anzeig\p{L}*|ansicht|statut|etat|categorie|afficher|affichage|trier|estado|tipo|categoria|mostrar|ver|ordenar|stato|mostra|ordina|toon|soort|visa|vis|typ|kategoria|pokaz|статус|тип|категория|показать|вид|durum|tur|goster)\W*$|筛选|篩選|状态|狀態|类型|類型|分类|显示|排序|表示|状態|種類|絞り込み|並べ替え|상태|유형|필터|보기|정렬/u;
const ALL =
  /^(?:all|any|every|everything|alle[sn]?|tous|toutes|tout|todos?|todas?|tutti|tutte|qualsiasi|alla|alles|wszystkie|vse|все|всі|hepsi|tumu|kaikki|toate|semua|tat ca|全部|所有|すべて|全て|全件|전체|모두|tous les)$/u;
const SORTS = /^\W*(?:sort|order|group)(?:ed)? by\W*$/;
/** `Sent 120`: how many there are. */
const COUNT = /\s*\(?\d{1,6}\)?$/;
const SEPARATORS = /[,、，;；|/·•]|(?<=\s)-(?=\s)/u;
const ITEM_LENGTH_MAX = 40;
const ITEMS_MIN = 3;
const SENTENCES_MAX = 100;

/** Whether a label is one of the values that a list on the page offers: `Status: Active, Suspended, Deleted`. In folded text. */
export function isOneOfChoices(label: string, sentences: readonly { readonly text: string }[]): boolean {
  const wanted = plain(label).replace(COUNT, "");
  if (wanted === "") return false;
  return sentences.slice(0, SENTENCES_MAX).some(({ text }) => {
    if (!text.includes(wanted)) return false;
    const colon = /[:：]/.exec(text)?.index ?? -1;
    const items = text
      .slice(colon + 1)
      .split(SEPARATORS)
      .map((item) => plain(item).replace(COUNT, ""));
    const isSorting = colon > 0 && SORTS.test(text.slice(0, colon));
    if (items.length < (isSorting ? 2 : ITEMS_MIN) || items.some((item) => item.length > ITEM_LENGTH_MAX)) return false;
    return (
      items.includes(wanted) && (items.some((item) => ALL.test(item)) || (colon > 0 && HEAD.test(text.slice(0, colon))))
    );
  });
}

const plain = (text: string): string => text.replace(/^[\s"'([{]+|[\s"'.)\]}。]+$/gu, "");
