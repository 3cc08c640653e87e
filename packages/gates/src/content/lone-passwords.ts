import { ACCESS, BEHIND_ENTERED, BEHIND_OPENED, BESIDE_ENTERED } from "./access-words.ts";
import { isNoValue } from "./placeholder.ts";
import type { SecretSpan } from "./secret-span.ts";
import { isStrong, isUuid } from "./strength.ts";

/**
 * Passwords that nothing calls one: "unlock: …", "root / …", "try …" in a chat, a value of a statement. The surer a word looks made
 * up, the less has to stand around it.
 */

/** Characters in front of a word, and behind it, that are looked at. */
const BEFORE = 100;
const AFTER = 50;
const LENGTH_MIN = 8;
const LENGTH_MAX = 28;
const APART = String.raw`\x00-\x20\x7f\ufffd\s"'\u0060“”„«»「」『』()（）[\]{}<>|,，。；;：:、/\\•…\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af`;
/** A word as people and programs set it apart. What is written without blanks (Chinese, Japanese) is no part of it. */
const TOKEN = new RegExp(`(?<![^${APART}=])[^${APART}]{7,48}(?![^${APART}]|\\/)`, "g");

/** What has the form of a password and is none: addresses, versions, references, names of files, programs and machines, classes of characters. */
const OTHER_FORM = new RegExp(
  [
    String.raw`^[-+#$%&?*~@=^]|^\d+$|^[0-9a-f-]+$|^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$|^[\w-]+(?:\.[\w-]+)*\.[a-z]{1,5}$|[a]-[z]|0-9`,
    String.raw`^v?\d+(?:\.\d+)+|^[\w.-]+@v?\d+\.|%[0-9a-f]{2}(?:.*%[0-9a-f]{2}|$)|~\d*$|^\d+-[a-z]+$`,
    String.raw`^[a-z_][\w.-]*=|&\w*=|&(?:amp|lt|gt|quot|nbsp)$|^(?:utf|sha|aes|rsa|iso|rfc|cve|tls|ssl|http|usb|ipv|win)[-_]?\d|^x(?:86|64)`,
    String.raw`^\d+[a-z]{1,3}$|^\d{1,4}[-/.]\d{1,2}[-/.]|[25](?:\.4)?g(?:hz)?$`,
    "^(?:fritz!?box|tp-?link|netgear|dlink|linksys|vodafone|telekom|livebox|freebox|direct|python|node|java|php|ruby|chrome|firefox|windows|office|macos",
    String.raw`iphone|ipad|galaxy|pixel|thinkpad|macbook|desktop|laptop|chacha|level|tier|team|room|1password|keepass\w*|bitwarden|debian|ubuntu)[-_.]?[\w.-]*$`,
    String.raw`^order#|^[a-z-]+!(?:19|20)\d\d$|\*\d+$|\*=|\?\w+=|&#|\+(?:xml|json)$|\.[a-z]{1,4}#|@[\^~]\d`,
  ].join("|"),
  "i",
);
/** `web-prod-12`, `x86+arm64`, `Login+Signup2`, `Sheet1!B12`, `app@web12`. */
const NAME_FORM =
  /^[a-z]+\d?(?:[A-Z][a-z]+\d*)+$|^(?:[a-z]+[-_.])*[a-z]+[-_.]?v?\d{0,2}$|^[a-z]+\d*(?:\+[a-z]+\d*)+$|^[A-Z](?:[a-z]+|[A-Z]+)\d?(?:\+[A-Z](?:[a-z]+|[A-Z]+)(?:\d|(?:19|20)\d\d)?)+$|^\w+!\$?[A-Z]{1,2}\$?\d+$|^[a-z_][a-z0-9_.-]*@[a-z0-9.-]+$|^(?:root|admin|deploy|ubuntu|git|pi|agent)@/;
/** `INV-2026-00412`, `US-1234-Login`, `Mittwoch-2026`, `order#4829`. */
const NUMBERED = /^[A-Z0-9]+(?:[-_.#+*][A-Z0-9]+)*$|^[A-Z]{1,5}-?\d+[-_.]|^[A-Z]?[a-z]+[-_.]?\d+$/;
const REFERENCE = /^[A-Za-z.-]+#[A-Z]?\d+$/;
/** In front of what is called by a number or a name of its own. */
const OTHER_BEFORE =
  /(?:order|ticket|issue|commit|branch|tag|version|build|release|file|class|model|serial|host\w*|server|path|regex|colou?r|ref\w*|sku|part|invoice|case|job|pod|image|package|module|function|method|variable|id|nr|no|number|art|ssid|network|node|device|machine|container|cluster|project|repo\w*|font|theme|plan|product|订单|型号|版本|编号|文件|单号|主机|注文|型番|주문|모델)[.]?[ ]?[:#=]?\s*["'“]?$|(?:SHA\d*|MD5|sha\d+)[-: ]$/i;

/** Signs that words and names seldom hold within. */
const INNER_SIGN = /[A-Za-z0-9\u00c0-\u024f][!#$%^&*+?~=@]+[A-Za-z0-9\u00c0-\u024f]/;
const SIGN_AT_END = /[A-Za-z\u00c0-\u024f]\d*[!#$%^&*+?~=@]$/;

/** So made up that nothing has to stand beside it: a sign between letters, and digits. */
function isPlain(value: string): boolean {
  const letters = value.replace(/[^A-Za-z\u00c0-\u024f]/g, "");
  if (letters.length < 4 || !/[a-z]/.test(letters)) return false;
  return (
    /^[\p{L}\d_.-]*\p{L}[\p{L}\d_.-]*[!^]+[\p{L}\d_.-]*\p{L}[\p{L}_.-]*\d{1,6}[\p{L}_.-]?$/u.test(value) ||
    (/[A-Z]/.test(letters) &&
      /[!#^%&*+?~]\S*\d/.test(value) &&
      /[A-Za-z]\d[A-Za-z]/.test(value) &&
      !/[.=@$]/.test(value)) ||
    new Set(value.match(/[!#$%^&*+?~@]/g)).size > 1
  );
}

/** Letters, digits and a sign within: a password where the text speaks of getting in. */
const isSigned = (value: string): boolean =>
  !REFERENCE.test(value) && INNER_SIGN.test(value) && /(?:[A-Za-z\u00c0-\u024f].*){3}/.test(value);

/** Words and digits, in capitals and small letters: a password only where something tells to use it. */
const isMixed = (value: string): boolean =>
  (!NUMBERED.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value) && /[A-Za-z\u00c0-\u024f]{3}/.test(value)) ||
  SIGN_AT_END.test(value) ||
  INNER_SIGN.test(value);

const TELLING =
  /(?:^|[\s:>,(])(?:try|use|enter|type|with|it's|it’s|set (?:it )?to|changed (?:it )?to|one is|here (?:you go|it is)|versuch(?:e|t)?(?: mal| es mit)?|nimm|nehmt|mit|lautet|probier\w*(?: mal)?|avec|essaie[rz]?|utilise[rz]?|prends|c'est|c’est|voici|voilà|con|usa|prueba(?: con)?|pon|toma)[ ]?:?[ ]["“'«「]?$|(?:试试|试一下|使用|用|输入|改成|换成|改为|就是|这个)[:： ]*["“「]?$/iu;
const TOLD_BEHIND = /^["”'»」]?[ ]?(?:で(?:入|ログイン|開)|를|을|로|으로|입니다|です|可以|就|即可|登录|解锁|进入)/;
const ACCOUNT =
  "root|admin|administrator|sa|sys|system|sysdba|postgres|mysql|oracle|guest|gast|pi|ubuntu|ec2-user|deploy|operator|service|svc[-_]\\w{1,20}|backup|scott|jenkins|demo|test|user|ubnt|cisco|support|管理员|管理者|관리자";
const WHO =
  "user(?:name)?|u|u/p|user/pass|login|account|acct|benutzer(?:name)?|konto|anmeldung|utilisateur|identifiant|compte|usuario|cuenta|creds?|credentials?|zugang(?:sdaten)?|vpn|ssh|ftp|wi-?fi|wlan|用户名?|账号|账户|ユーザー(?:名)?|アカウント|아이디|계정|사용자";
/** A name of an account, said to be one or known as one, and the sign between it and its password. */
const PAIR = new RegExp(
  `(?:(?:^|[\\s("'[,;>|:/])(?:${ACCOUNT})|(?:${WHO})(?:[ ]?[:=][ ]?|[ ])["']?[^\\s/|,:"']{2,40}|[\\w.+-]{1,40}@[\\w.-]{3,60}|(?:^|[\\s(])\\p{Ll}{2,16}\\.\\p{Ll}{2,20}|(?:^|\\s)u(?:ser)?[:=][ ]?\\S{2,40}[ ,;/]{1,3}p(?=:))["']?[ ]{0,2}(?:[/|:,;·–—%]|->|=>|→|[ ]-|\\s\\s|["'],[ ]?(?=["']))[ ]{0,2}["']?$|\\bssh \\S{1,40}@\\S{2,60}[ ]{1,3}(?:\\(|#)[ ]?$|(?:creds?|credentials?|zugangsdaten|identifiants|credenciales)[:=]?[ ]\\S{2,30}[ ]$`,
  "iu",
);
/** An argument behind another one of what logs in or opens. */
const CALL =
  /(?:auth\w*|log_?in|connect\w*|getconnection|sign_?in|credentials?|(?:en|de)crypt\w*|basic_?auth)["']?[ ]?[=:]?[ ]?[([][^()\n]{0,80}["'],[ ]?["']$/i;
const ROW_OF_ACCOUNTS =
  /\b(?:insert|replace) into ["'`]?\w{0,20}(?:user|account|login|credential|member|customer|admin|konto|konten)\w{0,12}["'`]? values[^;]{0,80}["']$/i;
const REPEATED =
  /(?:repeat|confirm|retype|again|wiederhol\w*|best[äa]tig\w*|confirme[rz]?|r[ée]p[ée]te[rz]?|repetir|repita|confirmar|确认|再次|確認|再入力|확인|재입력)[^\n:=]{0,14}[:=\s]\s*$/i;
/** The line above holds a name alone, said to be one or an address. */
const LINE_OF_NAME = new RegExp(
  `(?:^|\n)[ \t]*(?:(?:${WHO})(?:[ ]?[:=][ ]?|[ ])\\S{2,40}|[\\w.+-]{2,40}@[\\w.-]{2,60}|(?:${ACCOUNT})|[\\w-]+(?:\\.[\\w-]+)+\n[ \t]*\\w{2,20})[ \t]*\n[ \t]*$`,
  "iu",
);
const BEHIND_ADDRESS = /[\w.+-]{1,40}@[\w.-]{3,60}[\s;]{1,3}$/;
/** `mossy-Gate-660`, `25Ember_Namu`, `sora943!`: names of things are not written so. */
const SHAPE = /[a-z][-_.][A-Z]\S*\d{2}|[A-Za-z]\d[a-z]{2,}\d|(?:^|[-_.])\d{2}[A-Z]|\d{3}[!?#$%]$|\d[#$%^&*~]$/;
const IN_PATH = /:\/\/\S*$|(?:^|[\s"'(])[./~]\S*\/$|[\w+.-]\/[\w.+-]*\/$|[^\s"'/]{24,}\/$/;

export function lonePasswords(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token.length > LENGTH_MAX + 2 || !/\d/.test(token) || !/[A-Za-z\u00c0-\u024f]/.test(token)) continue;
    const value = token.replace(/(?:(?<!\d)\?|\.)+$/, "");
    if (value.length < LENGTH_MIN || OTHER_FORM.test(value) || NAME_FORM.test(value) || isUuid(value)) continue;
    if (!isStrong(value) || isNoValue(value)) continue;
    if (isTold(text, index, value)) spans.push({ start: index, end: index + value.length, kind: "password" });
  }
  return spans;
}

function isTold(text: string, start: number, value: string): boolean {
  const before = text.slice(Math.max(0, start - BEFORE), start);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  if (OTHER_BEFORE.test(line) || IN_PATH.test(line)) return false;
  if (isPlain(value)) return true;
  const behind = text.slice(start + value.length, start + value.length + AFTER);
  const lineBehind = behind.split("\n", 1)[0]!;
  if (isSigned(value) && (ACCESS.test(before) || ACCESS.test(behind))) return true;
  if (NUMBERED.test(value) && !SIGN_AT_END.test(value))
    return (
      /\d{3}/.test(value) &&
      !/^[A-Z0-9_.-]+$/.test(value) &&
      (PAIR.test(line) || CALL.test(line) || BEHIND_OPENED.test(line))
    );
  if (PAIR.test(line) || BEHIND_OPENED.test(line) || CALL.test(line)) return true;
  if (REPEATED.test(line) && /pass|kenn|contra|mot de|密码|パス|비밀/i.test(before)) return true;
  if (!isMixed(value)) return false;
  if (BEHIND_ENTERED.test(line) || (SHAPE.test(value) && BESIDE_ENTERED.test(line)) || ROW_OF_ACCOUNTS.test(before))
    return true;
  if (line.trim() === "" && lineBehind.trim() === "" && LINE_OF_NAME.test(before)) return true;
  if (BEHIND_ADDRESS.test(line) && (isSigned(value) || SHAPE.test(value))) return true;
  return (
    (TELLING.test(line) || TOLD_BEHIND.test(lineBehind)) &&
    (isSigned(value) || ACCESS.test(line) || ACCESS.test(lineBehind) || SHAPE.test(value))
  );
}
