/** `shopping agent`, `assistants numériques`: what makes a helper a machine, and what it is called, in each order that languages have. */
const pairs = (kinds: string, names: string, isKindFirst: boolean): string =>
  kinds
    .split(" ")
    .flatMap((kind) => names.split(" ").map((name) => (isKindFirst ? `${kind}_${name}` : `${name}_${kind}`)))
    .join(" ");

const ENGLISH_KINDS =
  "ai unattended headless scraping crawling reading screening summarising summarizing translation writing voice chat automated automatic autonomous artificial digital virtual browsing browser shopping buying purchasing purchase software coding computer desktop web research scheduling intelligent scripted robotic synthetic machine reader-mode";
const ENGLISH_NAMES =
  "agent agents assistant assistants helper* bot bots operator operators reader readers visitor visitors tool tools user users client clients shopper* customer* system systems reviewer reviewers script scripts program programs";
/** What people work with, or are. */
const PEOPLE_OR_THINGS =
  /^(?:reading|screening|translation|writing|voice|chat|scraping|crawling|summari[sz]ing)_(?!agents?|assistants?|bots?|helper)|^(?:voice|chat|reading|writing|translation)_(?:helper|agents?|assistants?)|^(?:computer|web|software|machine|digital|virtual|desktop|browser)_(?:tool|user|program|system|client|operator|script|customer|shopper|visitor|reader)|^research_(?:tool|system|program|assistant)|^(?:purchasing|buying|shopping)_(?:tool|system|program|customer|client|user|visitor|reader)/;

/** People's trades and parts, which only such words make a machine's. */
const HUMAN_NAMES =
  "auditor auditors tester testers evaluator evaluators grader graders examiner examiners inspector inspectors checker checkers judge judges clerk clerks guest guests worker workers listener listeners buyer buyers caller callers applicant applicants employee employees colleague colleagues butler butlers concierge secretary secretaries editor editors analyst analysts librarian librarians traveller travellers browser browsers surfer surfers";
export const ENGLISH_MACHINES =
  `${pairs(ENGLISH_KINDS, ENGLISH_NAMES, true)} ${pairs("ai automated automatic machine artificial robotic synthetic scripted autonomous virtual headless", HUMAN_NAMES, true)}`
    .split(" ")
    .filter((name) => !PEOPLE_OR_THINGS.test(name))
    .join(" ");
export const FRENCH_MACHINES = pairs(
  "ia d'ia automatique automatiques automatisé automatisés numérique numériques virtuel virtuels intelligent intelligents autonome autonomes",
  "agent agents assistant assistants robot robots système systèmes visiteur visiteurs lecteur lecteurs programme programmes",
  false,
);
export const SPANISH_MACHINES = pairs(
  "ia de_ia automático automáticos automatizado automatizados digital digitales virtual virtuales inteligente inteligentes autónomo autónomos",
  "agente agentes asistente asistentes sistema sistemas visitante visitantes lector lectores programa programas",
  false,
);
export const PORTUGUESE_MACHINES = pairs(
  "ia de_ia automático automáticos automatizado automatizados digital digitais virtual virtuais inteligente inteligentes autónomo autónomos autônomos",
  "agente agentes assistente assistentes sistema sistemas visitante visitantes leitor leitores programa programas",
  false,
);
export const ITALIAN_MACHINES = pairs(
  "ia ai di_ia automatico automatici automatizzato automatizzati digitale digitali virtuale virtuali intelligente intelligenti autonomo autonomi",
  "agente agenti assistente assistenti sistema sistemi visitatore visitatori lettore lettori programma programmi",
  false,
);
export const GERMAN_MACHINES = pairs(
  "automatische automatischen automatischer automatisierte automatisierten automatisierter digitale digitalen digitaler virtuelle virtuellen virtueller autonome autonomen intelligente intelligenten maschinelle maschinellen",
  "agent agenten assistent assistenten assistentin helfer helfern leser lesern besucher besuchern systeme systemen programme programmen nutzer nutzern",
  true,
);
export const DUTCH_MACHINES = pairs(
  "geautomatiseerde automatische digitale virtuele slimme autonome",
  "agent agenten assistent assistenten systemen bezoekers lezers programma's hulp",
  true,
);
export const RUSSIAN_MACHINES = pairs(
  "автоматический автоматические автоматическим автоматизированные автоматизированным цифровой цифровые цифровым цифровых виртуальный виртуальные виртуальным программный программные программным умный умные умным",
  "агент* ассистент* помощник* систем* посетител*",
  true,
);
export const POLISH_MACHINES = pairs(
  "automatyczny automatyczne automatycznych cyfrowy cyfrowi cyfrowych wirtualny wirtualni wirtualnych inteligentny inteligentne",
  "agent* asystent* system* program*",
  true,
);
