import { isNoValue } from "./placeholder.ts";
import type { SecretSpan } from "./secret-span.ts";
import { isStrong } from "./strength.ts";

/** `scheme://user:secret@host`. The secret may hold a colon, and an `@` where another follows before the path. */
const USERINFO =
  /(?<![A-Za-z0-9])[A-Za-z][A-Za-z0-9+.-]{1,20}:\/\/[^\s:/@"'<>]{0,100}:([^\s/"'<>|]{1,256})@(?=[\w.[\]-])/g;
const USERINFO_LOOSE = /(?<![A-Za-z0-9])[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@]{1,100}:([^\s:/@]{1,200})@/gi;

interface CommandForm {
  readonly hint: RegExp;
  /** Its group is the password, at the end of the match or in front of a quote. */
  readonly expression: RegExp;
}
/** Options of programs that carry a password. */
const COMMANDS: readonly CommandForm[] = [
  {
    hint: /curl|wget|http|xh/,
    expression:
      /\b(?:curl|wget|https?|xh)\b[^\n|]{0,200}?\s(?:-u|--user|--auth|-a|--proxy-user)[ =]["']?[^\s:"']{1,80}:([^\s"']{3,200})/g,
  },
  {
    hint: /mysql|mariadb/,
    expression: /\b(?:mysql|mariadb)(?:dump|admin|-dump)?\b[^\n|]{0,200}?\s-p["']?([^\s"'`-][^\s"'`]{2,200})/g,
  },
  // The code of a wireless network, as phones show and read it.
  { hint: /WIFI:/, expression: /\bWIFI:[^\n]{0,200}?(?<=[:;])P:"?((?:[^;"\\\n]|\\.){4,63})/g },
  {
    hint: /openssl|gpg|keytool|jarsigner|rdesktop|plink|pscp|psftp|winscp|putty/i,
    expression:
      /\b(?:openssl enc\b[^\n|]{0,200}?\s-(?:k|pass)|gpg2?\b[^\n|]{0,200}?\s--passphrase|(?:keytool|jarsigner)\b[^\n|]{0,200}?\s-\w{0,12}pass|rdesktop\b[^\n|]{0,200}?\s-p|(?:plink|pscp|psftp)\b[^\n|]{0,200}?\s-pw)[ =]["']?(?:pass:)?([^\s"'-][^\s"']{3,200})/g,
  },
  {
    hint: /smbclient|rpcclient|smbget|smbmap|curlftpfs|lftp/,
    expression:
      /\b(?:smbclient|rpcclient|smbget|smbmap|lftp)\b[^\n|]{0,200}?\s(?:-U|-u|--user)[ =]?["']?[^\s%,"']{1,60}[%,]([^\s"']{4,200})/g,
  },
  {
    hint: /add_user|change_password|adduser|useradd|usermod|htpasswd|passwd|SSHPASS|iwconfig|smbpasswd/,
    expression:
      /(?:\brabbitmqctl (?:add_user|change_password) \S{1,60} |\b(?:useradd|usermod|adduser)\b[^\n|]{0,120}?\s-p ["']?|\bhtpasswd\b[^\n|]{0,40}?\s-\w{0,4}b\w{0,4} \S{1,100} \S{1,60} ["']?|\bpasswd --stdin <<< ?["']?|\bSSHPASS=["']?|\biwconfig \S{1,20} key s:)([^\s"'-][^\s"']{3,200})/g,
  },
  {
    hint: /sshpass|zip|7za?|ldap|mosquitto|smbclient|login|mongo|redis-cli|htpasswd|freerdp|sqlcmd/,
    expression:
      /\b(?:sshpass|zip|unzip|7za?|ldapsearch|ldapadd|mosquitto_pub|mosquitto_sub|smbclient|docker login|podman login|mongo|mongosh|mongodump|redis-cli|htpasswd|xfreerdp|sqlcmd)\b[^\n|]{0,200}?\s(?:(?:-p|-P|-w|-a|-pw|\/p:)[ ]?|--pass(?:word)?[ =])["']?([^\s"'-][^\s"']{3,200})/g,
  },
  { hint: /sqlplus/, expression: /\bsqlplus (?:-\w+ )?[\w$]{1,40}\/([^\s"'@]{3,100})/g },
  { hint: /net user/i, expression: /\bnet user [^\s/]{1,60} ([^\s"'/]\S{3,100})/gi },
  { hint: /chpasswd/, expression: /\becho ["']?[\w.-]{1,60}:([^\s"'|]{4,200})["']? ?\| ?(?:sudo )?chpasswd/g },
  {
    hint: /net use/i,
    expression: /\bnet use (?:[^\n|]{0,200}?\/user:\S{1,60} |\S{1,3} \S{3,80} )([^\s"'/]\S{3,100})/gi,
  },
  { hint: /identified/i, expression: /\bidentified (?:with \S{1,40} )?by ["']([^"'\n]{3,200})/gi },
  { hint: /<<</, expression: /\b(?:sudo -S|passwd|su|cryptsetup)\b[^\n]{0,40}<<<\s?["']?([^\s"'$][^\s"']{3,100})/g },
  { hint: /jdbc:oracle/, expression: /\bjdbc:oracle:\w{1,8}:[\w$]{1,40}\/([^\s"'@]{3,100})(?=@)/g },
  {
    hint: /echo|printf/,
    expression:
      /\b(?:echo|printf) ["']?([^\s"'|]{4,200})["']? ?\| ?(?:sudo -S|passwd|openssl|docker login|podman login|helm registry)/g,
  },
  { hint: /machine/, expression: /\bmachine \S{1,100} login \S{1,100} password (\S{3,200})/g },
];
/** Options of programs that are not known here: only what looks made up counts. */
const OPTIONS: readonly RegExp[] = [
  /(?:^|\s)(?:-u|--user|--auth|--basic-auth|-a)[ =]["']?[\w.@-]{1,60}:([^\s"']{6,100})/gm,
  /(?:^|\s)(?:-u|-U|--user(?:name)?)[ =]\S{1,60}[^\n|]{0,60}?\s-[pPw][ =]?["']?([^\s"'-][^\s"']{5,100})/gm,
  /(?:^|\s)-[pPw][ =]?["']?([^\s"'-][^\s"']{5,100})["']?(?=[^\n|]{0,60}?\s(?:-u|-U|--user(?:name)?)[ =]\S)/gm,
];
/** What `unzip -p` prints is no password. */
const FILE = /\.(?:zip|7z|rar|gz|tgz|tar|txt|json|pdf|csv|key|pem|conf|sql)$/i;
/** `host:port:database:user:password`, a line of its own. */
const PGPASS = /^[\w.*-]{1,100}:(?:\d{2,5}|\*):[\w.*-]{1,60}:[\w.*-]{1,60}:([^\s:]{4,200})\r?$/gm;

/** Passwords within URLs and command lines. */
export function urlSecrets(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  if (text.includes("://"))
    for (const expression of [USERINFO, USERINFO_LOOSE])
      for (const match of text.matchAll(expression)) {
        const value = match[1]!;
        const end = match.index + match[0].length - 1;
        if (!isNoValue(value) && !value.includes("•••"))
          spans.push({ start: end - value.length, end, kind: "password" });
      }
  const add = (match: RegExpExecArray, isValue: (value: string) => boolean): void => {
    const value = match[1]!;
    const start = match.index + match[0].lastIndexOf(value);
    if (isValue(value)) spans.push({ start, end: start + value.length, kind: "password" });
  };
  for (const { hint, expression } of COMMANDS)
    if (hint.test(text))
      for (const match of text.matchAll(expression)) add(match, (value) => !isNoValue(value) && !FILE.test(value));
  if (/(?:^|\s)--?[upPwaU]/.test(text))
    for (const expression of OPTIONS)
      for (const match of text.matchAll(expression)) add(match, (value) => !isNoValue(value) && isStrong(value));
  if (text.includes(":"))
    for (const match of text.matchAll(PGPASS)) add(match, (value) => !isNoValue(value) && isStrong(value));
  return spans;
}
