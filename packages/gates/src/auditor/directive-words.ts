// Turns of phrase that tell an order to a machine from talk about machines.

/** Marks of a conversation's or a program's own structure, which page text never needs. */
export const MARKERS =
  /"role"\s*:\s*"(?:system|developer|tool)"|<\|?(?:im_start|system|endoftext|assistant)|\[(?:system|inst|admin)\]|\bsystem prompt\b(?!s?\s?:?\s?(?:what|how|why|when|length|limits?|guide|basics))|\bbegin (?:new )?instructions|\bend of (?:user|page) (?:input|request|content)|(?:assistant|agent|ai|model|bot)[ _-](?:instructions?|orders|tasks?|memory|config|directive|override|update|policy update|rules? update)\b.{0,20}:|^\W*(?:system|developer|operator|tool)(?: (?:note|message|notice|prompt|override))?\s?:(?!\s?(?:what|how|why|when)\b|\s*(?:your|the|this) (?:message|file|chat|session|ticket|connection|upload|download|call|conversation|password)\b[^.]{0,30}\b(?:has|was|is|will)\b)|###\s?(?:system|instruction)|系统(?:提示|指令)[:：]|\b(?:earlier|previous|prior|original|old|former|user'?s?) (?:task|goal|instructions?|assignment|mission)s? (?:is|are|was|were|has been|have been) (?:now |hereby )?(?:void|cancell?ed|obsolete|replaced|superseded|withdrawn|revoked|invalid)\b|\bjailbreak\b|developer mode (?:on|enabled)/;
export const SPEAKER =
  /^["'([]?\s*(?:i |i'|we |we'|hello|hi\b|how (?:can|may)|what |welcome|thanks|thank you|sure\b|good (?:morning|day)|ask (?:me|us)|你好|您好|有什么|こんにちは|안녕|hallo|bonjour|hola)/;
export const UNNAMED =
  /\b(?:whatever|anything that|everything that) (?:parses|reads|opens|processes|indexes|summari[sz]es|scans|loads|crawls|handles|renders) (?:this|these)\b|\b(?:forget|ignore|disregard|drop|skip) (?:everything|all|whatever|what|anything)(?: that)? (?:you (?:were|have been|are|had been) (?:ever )?(?:asked|told|instructed|given|ordered)|(?:the|your) user)|\b(?:any(?:one|body|thing)|who(?:ever)?|every(?:one|body)|those|software) (?:who |that )?(?:is |are )?(?:act|click|work|book|brows|read|operat|decid|shopp|answer|pay|type|decide|navigat)(?:s|ing|es)? (?:\p{L}+ )?(?:for|instead of|on behalf of|in place of|on (?:somebody|someone|another)\p{L}*'?s? behalf)\b|zamiast czlowieka|yerine (?:gezen|tiklayan|okuyan|islem)|statt eines menschen|an stelle eines menschen|a la place d'un humain|en lugar de una persona|al posto (?:di una persona|del cliente|dell'utente)|\b(?:user|owner|operator|customer|principal) (?:says|said|writes|wrote|now says|adds|update|speaking)\s?:.{0,60}\b(?:instead|changed (?:my|his|her|their|the) mind|new (?:task|goal|plan|wish)|forget|now (?:i|we) want|after all)\b|(?:the user|your user|the owner|the customer|user|用户|owner) (?:has |have )?(?:already |previously )?(?:prefers?|wants? you|has approved|approved|agreed|consented|asked you|expects you|authori[sz]ed|would like you|needs you)|(?:用户|主人)(?:已经|已|希望你|要求你|偏好)|whatever you are called|\b(?:operator|user|driver|controller|pilot)s? (?:of|behind) (?:this|the) (?:browser|session|screen|desktop|tab|mouse|cursor|keyboard)\b|wer (?:dies\p{L}*|das) .{0,40}(?:maschinell|automatis\p{L}+|automatisch|ki\b)|(?:whoever|anyone who|anything that|everything that) .{0,30}(?:automatically|by machine|by program|with ai|programmatically)|quiconque lit .{0,30}automat|quien (?:lea|procese|lee) .{0,30}automat|whoever (?:automates|reads|operates|controls|runs)|preference has (?:already )?been (?:noted|recorded|saved)|(?:need|needs) not (?:to )?be asked again|does not need to be asked|if you are (?:an? )?(?:(?:ai|automated|autonomous|digital|virtual|browsing|shopping|buying|purchasing|software|coding|computer|web|research|scheduling|intelligent) (?:\p{L}+ )?)?(?:ai|a\.i|bot|assistant|agent|language model|automated|llm|machine|robot|program|not (?:a )?human)|如果你是|wenn du (?:eine )?ki|si (?:tu es|vous etes) (?:une? )?(?:ia|assistant|robot|agent)|si eres (?:una? )?(?:ia|asistente|agente|robot)|если ты (?:ии|бот|неиросеть|ассистент)|もし(?:あなたが)?ai|不是人类|not a human|non-human/u;
/** `are hereby instructed to`, of machines that read this. */
export const INSTRUCTED =
  /\b(?:are|is) (?:hereby |kindly |now |also |strictly )*(?:instructed|required|requested|asked|told|directed|obliged|reminded|advised|ordered|urged|encouraged|invited) to\b/;
export const READS_THIS =
  /\bhereby\b|\bkindly\b|\b(?:this|these|our) (?:page|site|website|document|text|listing|mail|message|form|feed|content|station|figures|numbers|results)\b|\bhere\b|\b(?:visiting|reading|browsing|scanning|parsing|processing|summari[sz]ing|quoting)\b/;
/** `Why do chatbots …?`, in a heading of a lesson. */
export const WHY =
  /^[^?]{0,24}(?:\b(?:why|how come|pourquoi|warum|wieso|por que|perche|waarom|varfor|hvorfor|dlaczego|proc|vi sao|tai sao|mengapa|kenapa|neden|nicin|miksi|miert|de ce)\b(?! (?:not|wait|don't)\b)|почему|зачем|чому|γιατι|למה|لماذا|क्यों|为什么|为何|なぜ|どうして|왜\s|ทำไม)[^?]*[?？]["')\s]*$/u;
export const QUESTION_ABOUT =
  /^\W*(?:wie|was|wer|wo|wann|kann|comment|quoi|est-ce|como|quien|donde|puede|come|cosa|chi|dove|puo|hoe|wat|waar|kan|hur|vad|hvordan|hva|hvad|jak|czy|kto|nasil|bagaimana|apakah|miten|hogyan)\b.*\?\s*$|^[^\p{L}]*(?:как|что|кто|где|может ли|πως|כיצד|كيف|कैसे)(?!\p{L}).*\?\s*$|^\W*(?:(?:faq|q ?\d*|question)\W+)?(?:is|are|can|could|does|do|will|what|why|how|who|when) .*\?\s*$|(?:か|吗|呢)[。?？」』]*\s*$|까요?[.。?？]\s*$/u;
/** `Note to screening models:`, `Message for scripts:` call a reader, whatever follows. */
export const NOTE_TO =
  /(?:note|notes|message|memo|notice|instructions?|reminder|hint|info|request|orders?|attention|hinweis|nachricht|anweisung|nota|aviso|mensaje|avis|instrucciones|внимание|инструкция|uwaga|not|opmerking|bericht)\s(?:to|for|an|fur|a|a|aux|pour|para|per|для|do|dla|aan|voor|till|til)\s(?:(?:all|any|every|the|our|die|den|der|das|dem|les|le|la|los|las|el|os|as|o|gli|il|lo|i|de|het|your)\s)?(?:\p{L}+[\s-]){0,2}$/u;
/** What a manual says of a machine that its readers build. */
export const SPECIFIED =
  /\b(?:your|each|its) (?:agent|assistant|bot|model)s? (?:must|should|can|may|will|has to|needs? to)\b/;
/** People who are called agents, models or operators. */
export const PEOPLE =
  /\b(?:estate|travel|sales|insurance|customs|field|call|ticket|support|letting|booking|service|customer|free|secret|press|sports|real|role|fashion|human|our|crane|machine|radio|tour|phone|business|data|washing|sewing|coffee|slot|role)[\s-]$/;
/** `why models ignore instructions` describes it. */
export const DESCRIBED =
  /\b(?:teach|train|build|make|help|tun|learn|program|prompt)\p{L}* (?:\p{L}+ ){0,3}(?:to )?(?:ignor|bypass|overrid|forget|disregard)|\b(?:why|how|when|whether|that|which|who|can|could|may|might|often|sometimes|does|not|never|don't) (?!you )(?:\p{L}+ ){0,2}(?:ignor|bypass|overrid|forget|disregard)/u;
/** Somebody tells what was said to a machine. */
export const NARRATED =
  /\b(?:told|asked|ordered|said to|says to|tells|asks|commanded|whispered to) (?:(?:the|a|his|her|my|our|their) )?(?:\p{L}+ )?$/u;
export const NO_ORDER =
  /^\s*(?:(?:this|that|these|those) (?:\p{L}+ ){0,3}(?:has|have|had|is|was|are|were|will|needs|can)\b|(?:the|an?|our|we|i|it|they|how|what|why|who|when|where|is|are|was|were|can|does|do you|in|on|for|and|or|no|yes|not|pourquoi|comment|warum|wie|por que|como|perche|come|waarom|hoe|почему|как|dlaczego|jak|hvordan|hur|varfor)(?![\p{L}\p{N}])|\d|\p{P})/u;
/** Somebody else was told to: `a robot is ordered to forget`. */
export const TOLD_TO =
  /\b(?:is|was|are|were|been|being|gets?|got) (?:\p{L}+ )?(?:told|asked|ordered|programmed|tricked|taught|made|commanded|persuaded|forced|talked into)\b[^.]{0,40}\b(?:to|into)\b[^.]{0,60}\b(?:ignor|forget|disregard|overrid|bypass)/u;
/** Crawlers are kept from something: that asks nothing of whoever works for a person. */
export const KEEPS_OUT =
  /^[^.:;]{0,40}\b(?:must not|may not|should not|shall not|cannot|are not (?:allowed|permitted) to|is not (?:allowed|permitted) to|are forbidden to|are prohibited from|durfen (?:\p{L}+ ){0,4}nicht|no (?:pueden|deben|podran)|ne (?:doivent|peuvent) pas|non (?:possono|devono)|nao (?:podem|devem)|mogen (?:\p{L}+ ){0,4}niet)\b[^.]{0,40}(?:\b(?:crawl|fetch|index|scrape|mirror|harvest|collect|archive|train|access|enter|visit|post|abruf|durchsuch|indexier|sammel|recoger|rastrear|indexar|acceder|collecter|indexer|explorer|raccogliere|indicizzare|coletar|verzamel|indexeren)\p{L}*)/u;
/** Something is given to whoever asks for it. */
export const HANDS_OVER =
  /\b(?:paste|send|reply with|tell (?:me|us)|text (?:me|us)|share|dm|forward|give (?:me|us)|post|message)\b|\b(?:in|im|dans|en|nel|no) (?:the |this |our |le |el |il )?chat\b|发给|发送|告诉|提供给|回复|schick|send|sag uns|envoy|communiqu|envia|manda|отправ|сообщ|送って|教え|보내|알려/;
