// How texts say who reads them, in the order of words that each language has; folded.

const HERE_AFTER = [
  // Any verb of what is in front of it.
  "(?:(?:that|who|which) (?:is |are |happen\\p{L}* to |ever |first |now )?\\p{L}{3,}|\\p{L}{2,}ing)\\s(?:at |through |over |upon |across |on |in )?(?:this|these|here)\\b",
  "(?:that|who|which) (?:happen\\p{L}* to )?(?:pass|stop|come|drop|walk|land|stumble)\\p{L}* (?:by|in|past|here|upon this)\\b",
  "(?:that|who|which)?\\s?(?:is |are )?(?:currently |now )?(?:reads?|reading|pars\\p{L}+|scan\\p{L}*|process\\p{L}*|summari\\p{L}+|answer\\p{L}* questions? (?:about|on)|quot\\p{L}+|visit\\p{L}*|index\\p{L}*|sort\\p{L}*|handl\\p{L}+|fill\\p{L}*(?: in| out)?|complet\\p{L}+|brows\\p{L}+|operat\\p{L}+|review\\p{L}*) (?:\\p{L}+ (?:of|for|on|about|from) )?(?:this|these|here)\\b",
  ",?\\s?(?:der|die|das|welche[rsn]?) (?:dies\\p{L}*|hier|gerade|das hier)\\b[^.:!?]{0,40}\\b(?:lies|les\\p{L}|auswert|verarbeit|seh\\p{L}|besuch|analysier|zusammenfass)",
  "qui (?:li\\p{L}+|parcour\\p{L}*|visit\\p{L}*|trait\\p{L}*|analys\\p{L}*|resum\\p{L}*|consult\\p{L}*) (?:ceci|cela|cet\\p{L}*|ces?)\\b",
  "que (?:le[ae]n?|estes? leyendo|este leyendo|proces\\p{L}*|visit\\p{L}*|analic?\\p{L}*|resum\\p{L}*) (?:esto|est[ae]s?|aqui)\\b",
  "que (?:ler\\p{L}*|lei\\p{L}*|lee?m?|este\\p{L}* lendo|esta lendo|process\\p{L}*|visit\\p{L}*|analis\\p{L}*|resum\\p{L}*) (?:isto|isso|es[ts][ae]s?|aqui)\\b",
  "che (?:legg\\p{L}+|sta(?:nno)? leggendo|visit\\p{L}+|analizz\\p{L}+|elabor\\p{L}+|riassum\\p{L}+) (?:quest\\p{L}+|qui|cio)\\b",
  "(?:die|dat|wie) (?:dit|deze|hier)\\b[^.:!?]{0,30}(?:lee?s|leest|lezen|bezoek|verwerk|samenvat|bekijk)",
  "(?:som|der) (?:laser|leser|laeser|besok\\p{L}+|besog\\p{L}+|behandl\\p{L}+|bearbetar|sammanfattar|opsummer\\p{L}+|oppsummer\\p{L}+) (?:detta|den har|denne|dette|det har|det her|her)\\b",
  ",?\\s?(?:ktor\\p{L}+|co) (?:to |te |ten )?(?:czyta|odwiedza|przetwarza|analizuj)",
  ",?\\s?(?:kter\\p{L}+|jenz) (?:to |toto |tuto |tento )?(?:cte|ctou|navstev|zpracov)",
  ",?\\s?(?:котор\\p{L}+|что|які?\\p{L}*) (?:это|эт\\p{L}+|це|цю|ці)? ?(?:\\p{L}+ )?(?:чита\\p{L}|просматрива\\p{L}|обрабатыва\\p{L}|анализиру\\p{L}|вид\\p{L}|посеща\\p{L})",
  ",?\\s?(?:читающ|обрабатывающ|просматривающ|анализирующ)\\p{L}+ эт",
  "care (?:citest\\p{L}*|viziteaz\\p{L}*|proceseaz\\p{L}*) (?:acest\\p{L}*|aceast\\p{L}*|asta|aici)\\b",
  ",? ?(?:aki|amely|ami)k? ?ez[te]?\\p{L}*[^.:]{0,20}olvas",
  ",? ?jo(?:ka|tka) lu\\p{L}+ ta",
  "που (?:διαβαζ|επεξεργαζ|επισκεπτ)\\p{L}+ (?:αυτ|τη|το)",
  "[^:,.]{0,20}ש(?:קורא|סורק|מבקר|צופה|מעבד)",
  "[^:,.]{0,14}(?:الذي |التي |الذين )?(?:يقر|تقر|يتصفح|تتصفح|يعالج|تعالج|يزور)",
  "که این [^.:]{0,20}(?:می ?خوان|پردازش)",
  "(?:dang |nao )?(?:dang )?(?:doc|xem|duyet|xu ly) (?:trang|noi dung|ban|muc|bai|tin|dong)\\b",
  "(?:yang )?(?:sedang )?(?:membaca|melihat|mengunjungi|memproses|merangkum) (?:ini|halaman|teks)\\b",
].join("|");
const AFTER = new RegExp(`^["')]?\\s?(?:\\p{L}{2,14}\\s)?(?:${HERE_AFTER})`, "u");
const BEFORE =
  /(?:浏览|阅读|读取|查看|访问|处理|看到|总结)(?:本|此|该|这)\p{Script=Han}{0,6}的?\p{Script=Han}{0,4}$|(?:この|本)[^、。]{0,10}を(?:読む|読んで(?:いる|る)|閲覧する|処理する|要約する|見て(?:いる|る)|読み取る|ご覧の)\p{Script=Han}{0,4}$|(?:이|본) ?\p{Script=Hangul}{1,6}[을를] ?(?:읽는|읽고 있는|보는|처리하는|방문하는|요약하는)\s?(?:모든\s)?(?:ai\s?)?$|\bbu \p{L}+ (?:oku|isle|ozetle)(?:yan|yen)\s(?:\p{L}+ )?$|(?:यह|इस|इसे)[^।]{0,20}पढ़[^।]{0,14}$/u;

/** What stands around a machine's name says that it reads this very text. */
export const readsThis = (before: string, after: string): boolean => AFTER.test(after) || BEFORE.test(before);

/** `If this page is read by`, before a machine's name; its verb may come after it. */
const READ_BY =
  /(?:\b(?:if|when|should|once|whenever|where|falls|wenn|sofern|wird|werden|sollte|si|se|cuando|quando|quand|lorsque|als|wordt|indien|om|hvis|nar|jesli|gdy|pokud|daca)\b|если|когда)[^.!?]{0,40}\b(?:this|these|dies\p{L}*|cet\p{L}*|ce|ceci|est[aeo]s?|quest\p{L}+|deze|dit|den|denna|denne|dette|detta|te|ta|tato|acest\p{L}*)\b[^.!?]{0,60}\b(?:by|von|durch|par|por|da|dal|door|av|af|przez|de catre)\s(?:\p{L}+\s){0,2}$/u;
const OBLIGED =
  /\b(?:is|are) to be\b|\b(?:must|should|shall|please)\b|\b(?:ist|sind)\b.{0,80}(?:\bzu \p{L}+en\b|\p{L}zu\p{L}+en\b)|\b(?:est|sont) a \p{L}+er\b|\bdoi\p{L}+\b|\bdeb\p{L}+\b|\bdev\p{L}+\b|\bva(?:nno)? \p{L}+t[aoei]\b|\bmoet\p{L}*\b|\bska(?:l|ll)?\b|\bnalezy\b/u;
export const isReadBy = (before: string, after: string): boolean =>
  READ_BY.test(before) && /,/.test(after) && OBLIGED.test(after);

/** `If you are a language model`, as other languages say it. */
export const IF_YOU_ARE =
  /\b(?:wenn|falls|sofern) (?:du|sie|ihr) (?:\p{L}+ ){0,3}(?:ki|bot|sprachmodell|chatbot|roboter|assistent|agent)|\bse (?:sei|siete|voce e|voce for|es|es uma?) (?:un'?|uno|una|uma|um)? ?(?:\p{L}+ )?(?:ia|bot|robot|robo|chatbot|assistente|agente|modello|modelo)\b|\bsi eres un[ao]? (?:\p{L}+ )?(?:modelo|bot|robot|chatbot)|\bsi (?:tu es|vous etes) une? (?:\p{L}+ )?(?:modele|bot|chatbot|agent)|\bals (?:je|jij|u) een (?:\p{L}+ )?(?:ai|bot|taalmodel|chatbot|robot|assistent|agent)|\b(?:om|hvis) du ar? (?:er )?(?:en |ett |et )?(?:ai|bot|sprakmodell?|sprogmodel|chatbot|assistent|agent)|\bj(?:esli|ezeli) jestes (?:\p{L}+ )?(?:ai|bot|model|robot|asystent|agent|sztuczn\p{L})|\bpokud js(?:i|te) (?:\p{L}+ )?(?:ai|bot|model|robot|asistent|umel\p{L})|\bdaca (?:esti|sunteti) (?:un |o )?(?:\p{L}+ )?(?:ai|bot|model|robot|asistent|inteligenta)|\bjos olet (?:\p{L}+ )?(?:tekoaly|botti|kielimalli|robotti|avustaja)|\bha (?:te )?(?:\p{L}+ )?(?:mi|mesterseges|nyelvi modell|bot|robot|asszisztens) vagy|\b(?:eger|bu metni okuyan) (?:bir )?(?:yapay zeka|dil modeli|bot|robot|asistan)|\bneu ban la (?:mot )?(?:ai|tro ly|mo hinh|chatbot|robot)|\bjika (?:anda|kamu) (?:adalah )?(?:sebuah )?(?:ai|bot|asisten|model|robot|agen)|если (?:ты|вы) (?:[-\p{L}]+ )?(?:ии|бот|робот|модель|неиросеть|ассистент|программа|языковая)|якщо (?:ти|ви) (?:ші|бот|робот|модель)|αν εισαι (?:\p{L}+ )?(?:τν|βοηθος|μοντελο|ρομποτ|τεχνητη)|אם (?:אתה|את) (?:בינה|בוט|סוכן|מודל|עוזר)|(?:إذا|اذا|إن) كنت (?:\p{L}+ )?(?:روبوت|مساعد|وكيل|نموذج|ذكاء|برنامج)|अगर (?:आप|तुम) (?:एक )?(?:एआई|बॉट|सहायक|मॉडल|रोबोट)|यदि आप (?:एक )?(?:एआई|बॉट|सहायक|मॉडल|रोबोट)|如果(?:你|您)是?(?:一个)?(?:ai|人工智能|机器人|智能|大模型|语言模型|程序|助手)|(?:あなた|君)が(?:ai|人工知能|ロボット|ボット|アシスタント|言語モデル)|당신이 (?:ai|인공지능|로봇|봇|언어 모델|챗봇)|หากคุณ(?:เป็น|คือ)/u;

/** Whoever has a user is a machine that works for one. */
export const HAS_USER =
  /\b(?:your (?:own )?(?:user|human|principal|client|owner|operator)(?:'s)?|(?:dein|eur|ihr)e[rsnm]? nutzer\p{L}*|(?:votre|ton) utilisat\p{L}+|(?:tu|su) usuari[oa]|(?:tuo|vostro|suo) utente|seu (?:usuario|utilizador)|(?:je|jouw|uw) gebruiker|din (?:anvandare|bruger|bruker)|twojego uzytkownika|twoim uzytkownik\p{L}+)\b(?! (?:name|id|account|agreement|guide|manual|group|interface))|(?:ваш|тво)\p{L}+ пользовател|(?:你|您)的(?:用户|主人)|あなたのユーザー/u;
/** `I am your new assistant`: a name that somebody gives himself. */
export const IS_ONE =
  /(?:\b(?:i am|i'm|we are|we're|this is|it is|it's|he is|she is|ich bin|wir sind|hier ist|je suis|c'est|ici|soy|somos|es|sono|sou|aqui e|ik ben|dit is|jag ar|jeg er|jestem|jsem|sunt|olen|ben)\s(?:(?:your|the|an?|dein\p{L}*|ihr\p{L}*|eine?|der|die|das|votre|ton|une?|l'|tu|su|una?|el|la|il|tuo|vostro|seu|o|uw|je|een|din|en|ett|twoim|vas) ?){0,2}(?:\p{L}+ ){0,2}|(?<!\p{L})(?:я|это) (?:ваш\p{L}*|твои|нов\p{L}+)? ?(?:\p{L}+ )?|(?:我是|这是)(?:您的|你的)?(?:新的?)?\p{Script=Han}{0,3})$/u;
/** A clause in front of what is told: `before you answer,`. */
export const LEADING_CLAUSE =
  /^["'(]?(?:before|while|when(?:ever)?|to|in order to|if|once|after|as soon as|as|for|bevor|wenn|sobald|um|falls|avant|pour|si|quand|afin|antes|para|cuando|al|se|prima|per|quando|appena|ao|voordat|om|als|zodra|for att|innan|nar|for|aby|zanim|gdy|jesli|nez|pokud|чтобы|прежде|если|когда|перед|до)\s[^,:;.!?"]{2,70},\s*["']?(?:please |bitte |пожалуиста )?/u;
/** `Программам-помощникам:` */
export const IS_DATIVE = /(?:[аяио]м|у|ю|om|ille|oille|eknek|oknak|[nmlrt]lara|[nmlrt]lere|um|ους)$/u;
