import { CODE_SENT } from "./asked-secrets.ts";
import { HANDS_OVER } from "./directive-words.ts";
import { early } from "./early-pattern.ts";
import type { Sentence } from "./scan.ts";

/** Keys and programs that take a command from anybody. */
const OPENS_SHELL = early(
  /\b(?:win|windows|super|windowstaste)(?:[- ](?:key|taste|toets|tasten|button|logo key))?\s*(?:\+|-|and|und|et|y|e|en|i)\s*["']?[rx]\b|⊞|\btouche windows\b.{0,8}\br\b|\btecla windows\b.{0,8}\br\b|\b(?:cmd|command|⌘)\s*\+?\s*(?:space|leertaste|espace|espacio)|\b(?:run (?:dialog|box|window)|terminal\p{L}*|powershell|cmd(?:\.exe)?|command (?:prompt|line)|shell|eingabeaufforderung|invite de commandes|simbolo del sistema|prompt dei comandi|opdrachtprompt|(?:javascript|developer|browser) console|devtools|wiersz\p{L}* polece\p{L}+|konsol\p{L}*|consola|f12)\b|terminal|терминал|консол|командн\p{L}+ строк|终端|命令行|控制台|运行(?:窗口|对话框)|ターミナル|コマンドプロンプト|ファイル名を指定|터미널|명령 프롬프트|실행 창/u,
);
const PASTES = early(
  /\bcopy (?:\p{L}+ ){1,6}(?:in|into|to) (?:the|a|your) |\b(?:hit|press) (?:enter|return)\b|\b(?:ctrl|control|strg|cmd|command|shift)\s*(?:\+|-|and|und|et|y)?\s*v\b|⌘\s*\+?\s*v\b|\b(?:past(?:e|ing)|einfug\p{L}*|fug\p{L}* .{0,20}\bein|coll(?:ez|er|e)|peg(?:a|ue|ar)|incoll\p{L}*|col(?:e|ar)|plak\p{L}*|klistra|indsæt|saet ind|lim inn|wklej\p{L}*|vloz\p{L}*|lipiti|liita|illessz\p{L}*|yapistir\p{L}*|dan|tempel\p{L}*)\b|встав|粘贴|貼り付け|ペースト|붙여|लेपित|पेस्ट|الصق|הדבק|επικολλ|วาง/u,
);
const HUMAN =
  /\b(?:human|(?:no|not an?) (?:machine|computer|script|program)|captcha|not a (?:ro)?bot|mensch\p{L}*|kein (?:ro)?bot\p{L}*|humain\p{L}*|(?:pas|non) un robot|human[oa]|no (?:soy|eres) un robot|uman[oi]|nao sou um robo|menselijk|een mens|geen robot|manniska|menneske|czlowiek\p{L}*|clovek|insan|ihminen|ember|manusia|con nguoi|browser check|verif\p{L}+|unusual traffic)\b|человек|не робот|людин|人机|人类|真人|机器人|人間|ロボット|사람|로봇|인간|इंसान|मानव|إنسان|روبوت|אנושי|רובוט|ανθρωπ|มนุษย/u;
const ON_AFTERWARDS =
  /\bonly then\b|\b(?:page|site|content|video|document|article|file|seite|inhalt|contenu|pagina|contenido|sidan|siden|strona|stranka)\b.{0,24}\b(?:opens?|loads?|continues?|unlocks?|appears?|will|offnet|ladt|chargera|s'ouvr\p{L}*|abrira|carga\p{L}*|si apr\p{L}*|abre|opent|laadt|oppnas|abnes|otworzy)\b|\bto (?:continue|proceed|go on|unlock|view|see|watch|read|open|fix|resume)\b|откро|загруз|页面.{0,6}(?:打开|加载|显示)|才能|继续|続行|表示され|열립|계속/u;

/** Sentences around one that belong to the same steps. */
const STEPS = 4;

/** Steps by which whoever wants to go on runs what was put on the clipboard: a false check for humans. */
export function keyDemandAt(sentences: readonly Sentence[], at: number): string | null {
  if (!OPENS_SHELL.test(sentences[at]?.text ?? "")) return null;
  const [from, to] = [Math.max(0, at - STEPS), at + STEPS + 1];
  const near = sentences
    .slice(from, to)
    .map(({ text }) => text)
    .join("");
  const later = sentences
    .slice(at, to)
    .map(({ text }) => text)
    .join("");
  return PASTES.test(later) && (HUMAN.test(near) || ON_AFTERWARDS.test(near)) ? near : null;
}

/** An action by which such steps are taken. */
export const TAKES_STEPS =
  /\b(?:cop(?:y|ied|ier|iar|ia)|kopier\p{L}*|kopie\p{L}*|kopiuj|run|paste|ctrl|strg|cmd|terminal|powershell|command|befehl|verif\p{L}*|human|captcha|robot|done|check)\b|копир|复制|粘贴|验证|运行|コピー|確認|認証|실행|복사|인증|ctrl/u;

/** `to resume`, `um … zu`, `pour voir`: something is only had in return. */
const IN_RETURN =
  /以(?:恢复|继续|查看|验证|解锁|激活)|\bbefore you (?:go on|continue|proceed|can|may|see|read|view|enter|come in)\b|\bonly (?:after|once|when|if|then)\b|\b(?:opens?|loads?|starts?|appears?|continues?|shown|visible|available) (?:only )?(?:after|once|when|as soon as)\b|\bto (?:resume|reactivate|restore|continue|proceed|carry on|go on|keep|unlock|unfreeze|release|regain|get|view|see|watch|read|open|display|show|download|finish|avoid|prevent|load)\b|\bum\b.{0,50}(?:\bzu \p{L}+n\b|\p{L}zu\p{L}+en\b)|\b(?:pour|afin de|afin d') ?\p{L}+(?:er|ir|re)\b|\bpara \p{L}+[aei]r(?:lo|la|los|las)?\b|\bper \p{L}+(?:are|ere|ire)\b|\bom\b.{0,40}\bte \p{L}+en\b|\bfor (?:att|at|a) \p{L}+|\b(?:aby|zeby|abyste|abys|pentru a|hogy|untuk|sebelum|de (?:xem|tiep tuc|mo))\b|\b(?:icin|mek uzere)\b|\bzum (?:ansehen|anzeigen|weiterlesen|fortfahren|offnen|lesen|herunterladen)\b|\bpour la (?:suite|lecture)\b|\bbefore (?:the|this|your) (?:video|page|file|document|article|game|stream|movie|content|picture) (?:starts|opens|loads|begins|can|plays)\b|чтобы|щоб|для (?:просмотра|продолжения|доступа|загрузки|чтения|открытия|получения|перегляду)|για να|כדי|من أجل|لـ?(?:عرض|متابعة|مشاهدة)|के लिए|เพื่อ|才能|以便|后(?:方可|即可|才)|するには|ために|하려면|위해/u;
const ENTERS =
  /\bcopy\b.{0,40}\b(?:into|in) (?:the|this|our)\b|\b(?:enter|type|paste|provide|input|supply|confirm|eingeben|geben|gib|tragen|trage|saisi\p{L}*|entrez|indiquez|introdu\p{L}*|ingres\p{L}*|escrib\p{L}*|digit\p{L}*|inser\p{L}*|voer|vul|typ|ange|skriv|indtast|oppgi|wpisz|podaj|zadejte|introdu|syota|gir\p{L}*|nhap|masukkan)\b|введ|укаж|输入|填写|入力|입력|दर्ज|أدخل|הזן|εισαγ|ใส่|กรอก/u;
/** `Zet uw virusscanner uit`, `switch the alarm off`. */
const PUT_OFF =
  /\b(?:switch|turn|zet|schakel|schalt\p{L}*|stell\p{L}*|stang|slå|sla|slaa|kytke)\s(?:\S+\s){1,5}(?:off|uit|aus|ab|av|fra|pois)\b|\b(?:stang|sla) (?:av|fra)\b/u;

/** What is let in that was kept out. */
const WEAKENS =
  /\b(?:allow|enabl|permit|turn on|switch on|activat|accept)\p{L}* (?:\p{L}+ ){0,2}(?:macros?|active content|unsigned|untrusted|unknown (?:sources|apps|publishers)|remote (?:access|control)|developer mode|insecure)\b/u;

/** Going on is tied to commands, an installation, weaker protection, or secrets given to somebody. */
export function isDemand({ text, concepts: known }: Sentence): boolean {
  const isSecret =
    CODE_SENT.test(text) ||
    (["password", "otp", "pin", "seed", "key", "card"] as const).some((kind) => known.has(kind));
  // What goes on is tied to one of these.
  if (!isSecret && !known.has("protection") && !known.has("command") && !known.has("install")) return false;
  const isTied = known.has("condition") || IN_RETURN.test(text);
  if (!isTied && !known.has("must")) return false;
  const isOff = ((known.has("off") || PUT_OFF.test(text)) && known.has("protection")) || WEAKENS.test(text);
  const runs = known.has("command") && (known.has("run") || known.has("order") || /\bopen\b/.test(text));
  const hands = HANDS_OVER.test(text);
  const isSeed = known.has("seed") || known.has("key");
  if (known.has("condition"))
    return (
      isOff ||
      runs ||
      (known.has("install") && !/\bapp\b.*\bbetter\b/.test(text)) ||
      (isSecret && hands) ||
      (isSeed && ENTERS.test(text))
    );
  if (isTied && known.has("install") && GO_ON.test(text)) return true;
  if (isTied && ((isOff && PROTECTS.test(text)) || WEAKENS.test(text) || (known.has("seed") && ENTERS.test(text))))
    return true;
  return (
    (isOff && /\b(?:must|have to|need to|required|please)\b|请|必须|bitte|muss|veuillez|debe/.test(text)) ||
    (runs && /paste|win\+r|terminal|powershell|粘贴/.test(text)) ||
    (isSeed && isSecret && hands)
  );
}
const GO_ON =
  /weiter(?:zu)?\p{L}{3,}|fortzufahren|poursui|continu|prosegu|seguir|продолж|kontynu|verder te|fortsatt|fortsaett|fortsett|pokrac|jatka|folytat|devam|tiep tuc|lanjut|συνεχ|להמשיך|متابعة|जारी|ต่อ|继续|続|계속/u;
/** What keeps others out; an alarm clock or a notice does not. */
const PROTECTS =
  /v[iy]rus|wirus|antivir|firewall|brandmau|brandvag|palomuuri|tuzfal|brandmuur|pare-feu|cortafuego|guvenlik|defender|smartscreen|gatekeeper|two|2fa|mfa|tls|https|certificate|encrypt|protec|schutz|seguridad|sicurezza|seguranca|securite|security|beveilig|bescherm|skydd|beskytt|ochron|zabezpec|ochran|vedel|suoja|adblock|ad blocker|safe browsing|sandbox|bao ve|diet|perlindung|вирус|вірус|брандмауэр|защит|захист|фактор|杀毒|防火|安全|防护|验证|セキュリティ|ウイルス|認証|保護|보안|백신|방화벽|인증|보호|सुरक्षा|एंटीवायरस|حماية|فيروس|הגנה|וירוס|προστασ|ασφαλ|επαληθ|ป้องกัน/;
