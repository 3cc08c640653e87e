/** What labels begin with that ask, instead of doing; folded. In Chinese, Japanese and Korean the word may stand later. */
const ASKS =
  /^\W*(?:how|what|why|when|where|who|which|can (?:i|we)|do (?:i|we)|is it|are there|wie|was|warum|wann|wo|wer|welche\p{L}*|kann ich|so (?:\p{L}+ (?:du|sie)|geht)|comment|pourquoi|quand|quel\p{L}*|que se passe|est-ce|puis-je|como|por que|cuando|donde|quien|cual\p{L}*|puedo|que (?:es|pasa|significa)|o que|quando|onde|posso|come|cosa|perche|dove|chi|quale|hoe|waarom|wanneer|waar|welke|wat|kan ik|hur|vad|varfor|kan jag|hvordan|hva|hvad|hvorfor|kan jeg|jak|dlaczego|kiedy|gdzie|czy|proc|kdy|kde|как|что|почему|зачем|когда|где|кто|можно ли|як|що|чому|коли|nasil|neden|nicin|ne zaman|miten|mita|miksi|milloin|hogyan|miert|mikor|mit jelent|πως|τι|γιατι|ποτε|bagaimana|apa|mengapa|kenapa|kapan|cum|ce (?:este|se)|de ce|lam (?:the nao|sao)|vi sao|tai sao|cach|איך|כיצד|למה|מתי|מה|كيف|لماذا|متى|ما هو|چگونه|چرا|कैसे|क्यों|如何|怎么|怎样|为什么|何时|どう|なぜ|いつ|어떻게|왜|언제)(?![\p{L}])|(?:如何|怎么|怎样|为什么|的方法|方法$|とは|するには|のやり方|の方法|하는 (?:법|방법)|방법$|วิธี|อย่างไร|कैसे)/u;
/** `Chapter 5: Wipe out the fleet`. */
const PART =
  /^\W*(?:(?:chapter|part|lesson|unit|section|module|episode|level|volume|verse|scene|act|issue|kapitel|teil|lektion|folge|abschnitt|chapitre|partie|lecon|etape|capitulo|parte|leccion|capitolo|lezione|episodio|hoofdstuk|deel|les|aflevering|avsnitt|del|rozdzial|czesc|lekcja|глава|часть|урок|раздел|серия|розділ|bolum|ders|luku|osa|fejezet|resz|lecke|κεφαλαιο|μαθημα|bab|pelajaran|chuong|bai|capitolul|lectia|kapitola|lekce|פרק|שיעור|الفصل|الدرس|अध्याय|पाठ|บทที่)\s?\.?\s?(?:\d{1,3}|[ivx]{1,5})\b|第?\s?[\d一二三四五六七八九十]{1,3}\s?(?:章|节|課|课|回|話|话|集|편|장|화)|제\s?\d{1,3}\s?(?:장|화|편))/u;
/** `5. Transfer learning`, `Pay online: a guide`. */
const ENTRY =
  /^\W*\d{1,2}(?:\.\d{1,2})*[.)]\s\p{L}|[:–—-]\s*(?:(?:a|an|the|un|une|una|ein|eine|der|die|le|la|el|il) )?(?:guide|manual|tips|stories|explained|mode d'emploi|conseils|tipps|anleitung|ratgeber|erfahrungen|so geht|guia|consejos|dicas|guida|consigli|gids|uitleg|ervaringen|rad|opas|ohje|vinkit|poradnik|porady|navod|rady|истори|совет|инструкци|руководств|rehber|ipuclari|utmutato|ghid|sfaturi|οδηγος|panduan|huong dan|指南|攻略|ガイド|가이드)/u;
/** `Order 1182`, `Tip 4`: one of many. What is deleted is no entry. */
const NUMBERED =
  /^\W*(?!delete|remove|erase|wipe|drop|cancel|close|pay|buy|sell|send|approve|accept|sign)\p{L}{3,12} #?\d[\d.]*\W*$/u;
/** `会员中心`, `支付方式` */
const CHINESE_NOUN =
  /^(?:会员(?:中心|权益|介绍|说明)|(?:商品|用户|全部|查看|买家)?(?:评价|评论)|(?:支付|付款|退款|退货|配送|订阅|投票|购买|预订|充值|提现)(?:方式|说明|政策|规则|记录|结果|帮助|指南|须知|流程))$/;
/** `Payments` */
const LISTS =
  /^\W*(?:payments|orders|transfers|donations|subscriptions|memberships|purchases|deposits|withdrawals|bookings|reservations|appointments|cancellations|refunds|returns|votes|grants|releases|deployments|downloads|installs|uploads|exports|shares|invites|permissions|signatures|ratings|likes|bids|payouts|rentals|renewals)\W*$/;
/** `Transfers of the day` */
const PLURAL_OF =
  /^\W*(?:transfers|orders|payments|purchases|releases|votes|deals|posts|shares|grants|deposits|bids|downloads|signings|cancellations|bookings|donations|subscriptions|returns|refunds|rates|tips|likes|reports) (?:of|in|by|for|from|to|and)\b/;
/** `Sent`, `Deleted items`: folders. */
const DONE =
  /^\W*(?:sent|deleted|archived|shared|published|cancell?ed|signed|paid|sold|bought|purchased|rated|liked|submitted|approved|accepted|removed|blocked|booked|starred|subscribed|installed|downloaded|posted|scheduled|donated|exported|transferred|refunded|returned|uploaded|gesendet|geloscht\p{L}*|envoyes?|supprimes?|enviados?|eliminados?|inviat[aio]|eliminat[aio]|verzonden|verwijderd|skickat|sendte?|отправленн\p{L}+|удаленн\p{L}+)(?: (?:items?|mails?|messages?|files?|posts?|orders?|by me|with me|elemente|nachrichten))?(?: ?\(?\d+\)?)?\W*$|^(?:已发送|已删除|已付款|已完成|已取消|送信済み|削除済み|보낸 ?편지함)\W*$/u;
/** Nouns of what shops and programs have pages about. */
const NOUN_FORM =
  /^(?:\p{L}{3,}(?:ungen|ung|ionen|tion|tions|cion|ciones|cao|coes|zione|zioni|ments?|mentos?|menti|ние|ния|ений|ости|ingen|ingar|inger|elser|nosci)|versand|lieferung|kauf|kaufe|einkauf\p{L}*|spenden|abos?|bestell(?:status|verlauf)|commandes?|achats?|dons?|envois?|livraisons?|compras?|pagos?|envios?|pedidos?|donaciones|ordini|acquisti|spesa|spedizioni|donaties|aankopen|abonnement(?:en|er|s)?|kop|bestallningar|ordrer|kjop|kob|zakupy|platnosci|wysylka|zamowienia|zwroty|platby|objednavky|nakupy|оплата|доставка|покупки|заказы|подписки?|платежи|замовлення|покупки|siparisler\p{L}*|odemeler\p{L}*|tilaukset|maksut|ostokset|rendelesek|fizetes|comenzi|plati|πληρωμες|παραγγελιες|pembayaran|pesanan|langganan|votes|orders)$/u;
const AND =
  /^(?:und|et|y|e|en|och|og|i|a|и|та|ve|ja|es|si|και|dan|va|and|&|mes|mis|meine?|mijn|mina|mine|moje|meus|minhas|miei|mie|мои|my|les|las|los|die|de|le|la)$/u;
/** `Refund rules`, `Cancellation policy`. */
const ABOUT =
  /^\W*(?:\p{L}+[ -]){1,3}(?:rules|policy|policies|terms|conditions|guide|guidelines|help|info|information|overview|faq|questions|fees|times|deadlines|options explained|regeln|bedingungen|richtlinien|hinweise|gebuhren|fristen|ubersicht)\W*$|^(?:tempi|costi|spese|modalita|metodi|informazioni|stato|gastos|plazos|formas|metodos|estado|delais|frais|modes|prazos|custos|regles|conditions|reglas|condiciones|politica|regole|condizioni|termini) (?:de|d'|di|du|des|della|del)\b/u;
/** `Versand und Zahlung`, `Bestellungen`: a link with nothing but such nouns leads to a page about them. */
const areNouns = (text: string): boolean => {
  if (ABOUT.test(text)) return true;
  const words = text.match(/\p{L}+/gu) ?? [];
  return words.length > 0 && words.length <= 5 && words.every((word) => AND.test(word) || NOUN_FORM.test(word));
};
/** In characters: whatever is longer is a sentence. */
const TOPIC_LENGTH_MAX = 160;
/** Whether a label is about something rather than doing it: a question, a way to do it, a part of a book, a list. */
export const isTopic = (text: string, role: string): boolean =>
  text.length <= TOPIC_LENGTH_MAX &&
  (ASKS.test(text) ||
    /^\W*\p{L}{3,}(?:ing|ion|ment|als?|s) (?:guide|rules|policy|policies|terms|help|info|overview|faq|options|fees)\W*$/u.test(
      text,
    ) ||
    LISTS.test(text) ||
    /^\W*\w+\(\)\W*$/.test(text) ||
    CHINESE_NOUN.test(text) ||
    (/link|tab|list|tree|menu/.test(role) &&
      (NUMBERED.test(text) ||
        /^\W*[1-5] ?(?:stars?|★)/.test(text) ||
        PLURAL_OF.test(text) ||
        DONE.test(text) ||
        PART.test(text) ||
        ENTRY.test(text) ||
        areNouns(text))));

/** `Delete key`, where the goal wants to know what the Delete key does: a thing that is called so. */
export const isThingOf = (label: string, goal: string): boolean => {
  const name = label.trim();
  const at = name.includes(" ") ? goal.indexOf(name) : -1;
  return (
    at > 0 &&
    /(?:^|\s)(?:the|an?|this|that|der|die|das|den|ein|eine|le|la|un|une|el|il|lo|o|a|de|het|een)\s$/.test(
      goal.slice(0, at),
    ) &&
    /^(?:\W|$)(?! ?(?:button|link))/.test(goal.slice(at + name.length))
  );
};

const WITHOUT =
  /(?<!\p{L})(?:without|ohne|sans|sin|sem|senza|zonder|bez|без|utan|uten|uden|fara|tanpa|khong (?:can|cho)|χωρις|בלי|ללא|بدون|دون)(?!\p{L})/u;
const NOT_BEFORE =
  /(?<!\p{L})(?:do not|don'?t|never|not|nicht|keine?n?|ne pas|non|no|nao|не|inte|ikke|niet|geen|nie|nem|ei|alä|jangan|tidak|khong|dung|δεν|μην|אל|לא|لا)(?!\p{L})|不|别|勿|ไม่|อย่า|मत|नहीं/u;
const NOT_AFTER =
  /(?:し|さ|ら|か|わ|ま|た|け|せ|れ|い)(?:ない|ません|ずに?)|なしで|지 ?않|안 ?함|하지 ?마|없이|\bnicht\b|(?:से|के)? ?बिना|-?m[ae]d[ae]n|ilman/u;
/** Where another thing is said: `No, delete it`. */
const BREAK = /[,;:/|&–—.!?。，、！？]|(?<!\p{L})(?:and|und|et|y|e|en|och|og|i|и|та|ve|ja|es)(?!\p{L})/u;

/** Whether a label says of the word at `at` that it is left undone: `Continue without accepting`, `Nicht senden`, `同意しない`. */
export function isLeftUndone(text: string, start: number, end: number): boolean {
  const before = text.slice(0, start);
  const from = Math.max(0, ...[...before.matchAll(new RegExp(BREAK, "gu"))].map(({ index }) => index + 1));
  const clause = before.slice(from);
  if (WITHOUT.test(clause)) return true;
  const negation = NOT_BEFORE.exec(clause);
  if (negation !== null && start - from - negation.index - negation[0].length < 16) return true;
  const rest = text.slice(end);
  const until = BREAK.exec(rest)?.index ?? rest.length;
  return /[^\x00-\x7f]|nicht|ilman|m[ae]d[ae]n/.test(rest) && NOT_AFTER.test(rest.slice(0, Math.min(until, 12)));
}

/** `Continue reading`: going on with what one does agrees to nothing. */
export const goesOnReading = (text: string): boolean =>
  /(?<!\p{L})(?:read|reading|browse|browsing|watching|listening|shopping|exploring|learning|lesen|weiterlesen|stobern|einkaufen|lecture|lire|achats|naviguer|naviga\p{L}*|leyendo|leer|comprando|viendo|lendo|ler|leggere|lettura|lezen|verder|winkelen|lasa|laser|laese|lese|handla|czytac|czytanie|czytaj|przegladac|cteni|cist|читать|чтение|просмотр|читати|читання|okumaya|gezinmeye|lukemista|selaamista|olvasas\p{L}*|bongeszes\p{L}*|membaca|menonton|menjelajah|doc|xem tiep|citeste|citi|citirea|αναγνωση|περιηγηση|לקרוא|בקריאה|القراءة|التصفح|पढ़ना|อ่านต่อ)(?!\p{L})|(?:继续)?(?:阅读|浏览|观看|看)|読む|見る|閲覧|읽기|보기|둘러보기|继续(?:学习|阅读|观看|浏览|看)|続きを(?:読む|見る)|学習を続け|계속 (?:읽기|보기|학습)/u.test(
    text,
  );

/** Following a parcel is looking where it is. */
export const followsGoods = (text: string): boolean =>
  /^\W*(?:follow|track|suivre|suivez|suivi|segui|seguir|siga|seguire|segue|volg|volgen|folg\p{L}*|verfolg\p{L}*|folj|obserwuj|sledz|ikuti|lacak|theo doi|takip|seuraa|urmareste|跟踪|追踪|추적|追跡)(?!\p{L}).{0,30}(?:parcel|package|order|shipment|delivery|flight|train|bus|colis|commande|livraison|envoi|vol\b|train|pedido|envio|paquete|vuelo|encomenda|entrega|voo|pacco|ordine|spedizione|volo|pakket|pakje|bestelling|zending|vlucht|paket|pakke|sending|bestallning|forsendelse|przesylk|paczk|kiriman|pesanan|paket|don hang|siparis|kargo|lahetys|coletul|comanda|包裹|快递|订单|택배|배송|荷物)|^\W*(?:sendung|paket|lieferung|bestellung|colis|pakke|paket|zending|pakket|siparis|kargo|lahetys|paketti|zasilk\p{L}*|zasielk\p{L}*|посылк\p{L}*|заказ\p{L}*|荷物|配送|包裹|快递|订单|택배|배송|주문)\W{0,3}(?:を)?\s?(?:verfolg\p{L}*|volgen|spara|spore|folja|takip\p{L}*|takibi|seuraa|seuranta|追跡|查询|跟踪|追踪|조회|추적)/u.test(
    text,
  );

const CART =
  /(?<!\p{L})(?:side by side|comparison|compare|vergleich|comparer|comparar|confronta|basket|cart|trolley|warenkorb|einkaufswagen|panier|carrito|cesta|carrinho|carrello|winkelwagen\p{L}*|winkelmand\p{L}*|varukorg\p{L}*|kundvagn\p{L}*|indkobskurv|handlekurv\p{L}*|kurv|koszyk\p{L}*|корзин\p{L}*|кошик\p{L}*|sepet\p{L}*|ostoskori\p{L}*|kosar\p{L}*|kosik\p{L}*|καλαθι|keranjang|gio hang|cosul?|סל|السلة)(?!\p{L})|购物车|カート|買い物かご|장바구니/u;
const TAKES_OUT =
  /^\W*(?:remove|take out|delete|entfern\p{L}*|losch\p{L}*|retirer|enlever|supprimer|quitar|quita|eliminar|remover|tirar|rimuovi|togli|elimina|verwijder\p{L}*|ta bort|fjern|usun|убрать|удалить|прибрати|видалити|cikar|kaldir|sil|poista|torles|eltavolit\p{L}*|odebrat|odstranit|αφαιρεση|hapus|xoa|bo|elimina|scoate|הסר|إزالة|移除|删除|削除|삭제)(?!\p{L})|(?:移除|删除|削除|삭제|entfernen|loschen|verwijderen|torlese|cikar|kaldir)\W*$/u;
const LASTING =
  /account|konto|compte|cuenta|conta\b|profil|address|adresse|direcc|card|karte|carte|tarjeta|payment|order\b|history|everything|\ball\b|alles|tout|todo|аккаунт|уч[её]тн|账|帐|アカウント|계정/u;
/** `Remove gift wrap` in a basket: nothing was bought yet. */
export const isFromBasket = (label: string, url: string, page: string): boolean =>
  TAKES_OUT.test(label) &&
  !LASTING.test(label) &&
  (CART.test(page.slice(0, 200)) ||
    /\/(?:basket|cart|compare|comparison|warenkorb|panier|carrito|carrello|winkelwagen|koszyk|sepet)\b/.test(url));

const CHOICES = /check ?box|radio|option|chip|switch|toggle|list ?item|combo/;
const FILTERS =
  /(?<!\p{L})(?:filter\p{L}*|filtr\p{L}*|filtri|refine|narrow|sort by|only show|show only|sortieren|eingrenzen|trier|affiner|ordenar|refinar|ordina|affina|sorteer|sorter\p{L}*|sortera|suodat\p{L}*|rajaa|szur\p{L}*|φιλτρ\p{L}*|saring|bo loc|loc theo|сортир\p{L}*|סינון|تصفية|تصفیه|फ़िल्टर|ตัวกรอง)(?!\p{L})|筛选|篩選|过滤|絞り込み|필터/u;
export const namesFilter = (label: string): boolean => FILTERS.test(label);
/** A box that narrows a list: `Free cancellation`, on a page of filters, or because the goal wants only such ones. */
export function isFilter(label: string, role: string, goal: string, page: string): boolean {
  if (!CHOICES.test(role)) return false;
  const words = label.match(/[\p{L}]{3,}|\p{Script=Han}{2}/gu) ?? [];
  const known = words.filter((word) => goal.includes(word.slice(0, Math.max(3, word.length - 2)))).length;
  return FILTERS.test(page.slice(0, 400)) &&
    !/(?<!\p{L})(?:my|our|ihr|mein|vos|mis?|tus?|i |ich|je)(?!\p{L})/u.test(label)
    ? words.length <= 4
    : words.length > 0 && known === words.length && ONLY.test(goal);
}
/** A move in a game that is to be played; what costs money is none. */
export const isPlayed = (label: string, goal: string, page: string): boolean =>
  PLAY.test(goal) && GAME.test(goal) && !MONEY.test(`${label} ${page.slice(0, 1_000)}`);
const PLAY =
  /^\W*(?:play|win|beat|finish|solve|reach|spiele?|gewinn\p{L}*|jouer?|gagn\p{L}*|juega|jugar|gana|gioca|giocare|vinci|speel|spela|spil|graj|zagraj|играть|сыграй|пройти|oyna)(?!\p{L})|^(?:玩|通关)|プレイ|クリア|플레이/u;
const GAME =
  /(?<!\p{L})(?:games?|levels?|rounds?|match|quests?|missions?|chapters?|stor(?:y|ies)|chess|puzzles?|boss|battles?|arena|stage|spiel|runde|partie|niveau|mision|nivel|partida|livello|partita|gra|poziom|игр\p{L}*|уровень|oyun|seviye)(?!\p{L})|关|游戏|ゲーム|レベル|ステージ|게임|레벨/u;
const MONEY = /[$€£¥₽₩₹]|\b(?:usd|eur|gbp|chf|pln|account|konto|compte|cuenta|purchase|shop|store|pay)\b/;
/** Marks of one's own, on what one reads: nobody else sees them, and a second press takes them back. */
export const isOwnMark = (label: string): boolean =>
  /^\W*(?:un)?(?:star|flag|pin|bookmark|favou?rite|mark as (?:un)?read|mark (?:un)?read|snooze|mute|watch later|read later|save for later)\W*$|^\W*add to (?:my |the )?(?:schedule|calendar|agenda|favou?rites|bookmarks|watch ?list|wish ?list|reading list|shortlist|compare)\W*$/.test(
    label,
  );
/** `Only necessary`, of cookies. */
export const isLeastCookies = (label: string, page: string): boolean =>
  /^\W*(?:only|just|nur|seulement|solo|apenas|alleen|endast)? ?(?:the )?(?:strictly )?(?:necessary|essential|required|needed|notwendige\p{L}*|erforderliche\p{L}*|necessaires?|essentiels?|necesarias?|necessari|noodzakelijke)(?: (?:only|ones|cookies))?\W*$/u.test(
    label,
  ) && /cookie/.test(page.slice(0, 4_000));
/** `Apply filters`, `More filters`. */
export const handlesFilters = (label: string): boolean =>
  label.length <= TOPIC_LENGTH_MAX &&
  /^\W*(?:apply|set|use|show|hide|clear|reset|edit|save|more|all|add|open|close)(?: \p{L}+){0,2} (?:filters?|sorting|sort order)\W*$|^\W*(?:filter|filtre|filtro)s?\W*$|^(?:应用|重置|清除|更多)?筛选(?:条件)?$|^\W*\p{L}+(?: \p{L}+)? only\W*$|^按.{1,10}(?:排序|排列|筛选)|^\W*(?:sort(?:ed)? by|sortieren nach|nach \p{L}+ sortieren|trier par|ordenar por|ordina per|sorteer op|sortera (?:efter|pa)|sorter efter)\b|(?:順|並べ替え|순|정렬)$/u.test(
    label,
  );
/** `Clear all` above a list that is filtered takes nothing away. */
export const clearsFilters = (label: string, page: string, goal: string): boolean =>
  /^\W*(?:清空|清除|重置)(?:全部)?(?:条件|筛选)\W*$/.test(label) ||
  (/^\W*(?:clear|reset|remove|undo)(?: (?:all|everything|selection|(?:all )?filters?))?\W*$/.test(label) &&
    (/(?<!\p{L})filters?(?!\p{L})/u.test(page.slice(0, 400)) || /(?<!\p{L})filters?(?!\p{L})/u.test(goal)));
const ONLY =
  /(?<!\p{L})(?:only|just|with|nur|mit|seulement|uniquement|avec|solo|con|somente|apenas|com|soltanto|alleen|met|endast|bara|med|kun|tylko|z|только|лише|тільки|sadece|vain|csak|μονο|hanya|chi|doar)(?!\p{L})|只|仅|だけ|のみ|만/u;
