import { isNoValue } from "./placeholder.ts";
import type { SecretSpan } from "./secret-span.ts";
import { isRandom, isStrong } from "./strength.ts";

/** A secret alone on its line, below a command that prints one or a sentence that says it is shown once. */

const TELLS =
  /\.data\.[\w.-]{1,60}\}?["']?[^\n]{0,40}base64 (?:-d|--decode|-D)|\b(?:wg genkey|openssl rand|pwgen|apg|makepasswd|diceware|xkcdpass)\b[^\n]{0,60}|\/dev\/u?random[^\n]{0,80}|\b(?:pass(?: show)?|op read|bw get password|gopass show|secret-tool lookup|vault kv get -field|security find-\w+-password|lpass show -p|get-secret-value|print-access-token|auth print-identity-token|secrets versions access)\b[^\n]{0,100}|(?:won't|won’t|will not|cannot|can't)[^\n]{0,30}(?:see|show|view|display)[^\n]{0,20}again[^\n]{0,40}|(?:copy|save|store) (?:it|this|your \w+|the \w+)[^\n]{0,20}(?:now|once|safe)[^\n]{0,60}|(?:only )?shown(?: only)? once[^\n]{0,40}|nur einmal (?:an)?gezeigt[^\n]{0,40}|(?:ne sera|n'est) (?:plus )?affiché[^\n]{0,60}|solo se (?:mostrará|muestra) una vez[^\n]{0,40}|(?:仅|只)(?:会)?(?:显示|展示)(?:这)?一次[^\n]{0,20}|一度(?:しか|だけ)表示[^\n]{0,30}|한 번만 표시[^\n]{0,30}/gi;
const VALUE_BELOW = /(?:\r?\n[ \t]{0,20}){1,2}(\S{8,200})[ \t]{0,10}(?=\r?\n|$)/y;

export function shownBelow(text: string): SecretSpan[] {
  if (!text.includes("\n")) return [];
  return [...text.matchAll(TELLS)].flatMap(({ 0: told, index }): SecretSpan[] => {
    VALUE_BELOW.lastIndex = index + told.length;
    const match = VALUE_BELOW.exec(text);
    if (match === null) return [];
    const value = match[1]!;
    const start = match.index + match[0].indexOf(value);
    if (isNoValue(value) || /:\/\/|^[/~$#]/.test(value)) return [];
    if (/^wg /.test(told))
      return /^[A-Za-z0-9+/]{43}=$/.test(value) ? [{ start, end: start + value.length, kind: "private_key" }] : [];
    if (isRandom(value, 20) && !value.includes(".")) return [{ start, end: start + value.length, kind: "api_key" }];
    return isStrong(value) ? [{ start, end: start + value.length, kind: "password" }] : [];
  });
}
