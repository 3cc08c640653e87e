/** What stands in front of a password that nothing calls one: who it belongs to, who is told to use it. */

export const TELLING =
  /(?:^|[\s:>,(])(?:try|use|enter|type|with|it's|it’s|set (?:it )?to|changed (?:it )?to|one is|here (?:you go|it is)|versuch(?:e|t)?(?: mal| es mit)?|nimm|nehmt|mit|lautet|probier\w*(?: mal)?|avec|essaie[rz]?|utilise[rz]?|prends|c'est|c’est|voici|voilà|con|usa|prueba(?: con)?|pon|toma)[ ]?:?[ ]["“'«「]?$|(?:试试|试一下|使用|用|输入|改成|换成|改为|就是|这个)[:： ]*["“「]?$/iu;
export const TOLD_BEHIND =
  /^["”'»」]?[ ]?(?:で(?:入|ログイン|開)|를|을|로|으로|입니다|です|可以|就|即可|登录|解锁|进入)/;
const ACCOUNT =
  "root|admin|administrator|sa|sys|system|sysdba|postgres|mysql|oracle|guest|gast|pi|ubuntu|ec2-user|deploy|operator|service|svc[-_]\\w{1,20}|backup|scott|jenkins|demo|test|user|ubnt|cisco|support|管理员|管理者|관리자";
const NAMED =
  "user(?:name)?|u|u/p|user/pass|login|account|acct|benutzer(?:name)?|konto|anmeldung|utilisateur|identifiant|compte|usuario|cuenta|creds?|credentials?|zugang(?:sdaten)?|vpn|ssh|ftp|wi-?fi|wlan|用户名?|账号|账户|ユーザー(?:名)?|アカウント|아이디|계정|사용자";
/** A name of an account, said to be one or known as one, and the sign between it and its password. */
export const PAIR = new RegExp(
  `(?:(?:^|[\\s("'[,;>|:/])(?:${ACCOUNT})|(?:${NAMED})(?:[ ]\\p{L}{2,12}){0,2}(?:[ ]?[:=][ ]?|[ ])["']?[^\\s/|,:"']{2,40}|[\\w.+-]{1,40}@[\\w.-]{3,60}|(?:^|[\\s(])\\p{Ll}{2,16}\\.\\p{Ll}{2,20}|(?:^|\\s)(?:u|usr|user|l|login)[:=][ ]?\\S{2,40}[ ,;/]{1,3}p(?=:))["']?[ ]{0,2}(?:[/|:,;·–—%]|->|=>|→|[ ]-|\\s\\s|["'],[ ]?(?=["']))[ ]{0,2}["']?$|\\bssh \\S{1,40}@\\S{2,60}[ ]{1,3}(?:\\(|#)[ ]?$|(?:creds?|credentials?|zugangsdaten|identifiants|credenciales)[:=]?[ ]\\S{2,30}[ ]$`,
  "iu",
);
/** An argument behind another one of what logs in or opens. */
export const CALL =
  /(?:auth\w*|log_?in|connect\w*|getconnection|sign_?in|credentials?|(?:en|de)crypt\w*|basic_?auth)["']?[ ]?[=:]?[ ]?[([][^()\n]{0,80}["'],[ ]?["']$/i;
export const ROW_OF_ACCOUNTS =
  /\b(?:insert|replace) into ["'`]?\w{0,20}(?:user|account|login|credential|member|customer|admin|konto|konten)\w{0,12}["'`]? values[^;]{0,80}["']$/i;
export const REPEATED =
  /(?:repeat|confirm|retype|again|wiederhol\w*|best[äa]tig\w*|confirme[rz]?|r[ée]p[ée]te[rz]?|repetir|repita|confirmar|确认|再次|確認|再入力|확인|재입력)[^\n:=]{0,14}[:=\s]\s*$/i;
/** The line above holds a name alone, said to be one or an address. */
export const LINE_OF_NAME = new RegExp(
  `(?:^|\n)[ \t]*(?:(?:${NAMED})(?:[ ]?[:=][ ]?|[ ])\\S{2,40}|[\\w.+-]{2,40}@[\\w.-]{2,60}|(?:${ACCOUNT})|[\\w-]+(?:\\.[\\w-]+)+\n[ \t]*\\w{2,20})[ \t]*\n[ \t]*$`,
  "iu",
);
export const BEHIND_ADDRESS = /[\w.+-]{1,40}@[\w.-]{3,60}[\s;]{1,3}$/;
