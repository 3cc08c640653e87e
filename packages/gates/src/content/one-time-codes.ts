import type { Label } from "./find-labels.ts";
import type { Place } from "./label-places.ts";
import type { SecretSpan } from "./secret-span.ts";
import { lineEndAt, lineStartAt } from "./text-lines.ts";

/** Characters between a label and its code, and between a code and the words that say it was one. */
const REACH = 60;
// A code: digits, two or three groups of them, one digit a box, `G-123456`, or groups of letters and digits.
const EDGE = "(?<![0-9A-Za-z_+#$€£¥/.,:*•@!%&?^~-])(?<![0-9] )";
const END = "(?![0-9A-Za-z_%*•])(?![-.,:/][0-9])(?![ -][0-9])";
const DIGITS =
  "\\d{3}[ -]\\d{3}|\\d{4}[ -]\\d{4}|\\d{2}(?:[ -]\\d{2}){2,3}|(?:\\d ){3,7}\\d|(?:\\d-){3,7}\\d|\\d{3}[ -]\\d{3}[ -]\\d{3}|\\d{2,3} \\d{2,3}|\\d{4,10}|[A-Z]{1,3}-\\d{4,8}";
const CODE = new RegExp(`${EDGE}(?:${DIGITS})${END}`, "g");
const MIXED = new RegExp(
  `${EDGE}(?=[A-Za-z-]{0,12}\\d|[A-Z]{4,5}-[A-Z]{4,5}(?:-|$|\\s))[A-Za-z0-9]{3,8}(?:[ -][A-Za-z0-9]{3,8}){0,7}(?![0-9A-Za-z_%*•-])`,
  "g",
);
/** Behind digits: what makes them a count, a duration, an amount. */
const UNIT =
  /^(?:[- ]?(?:digits?|characters?|chars?|letters|numbers?|min|mins|minutes?|m|s|sec|secs|seconds?|hours?|hrs?|h|days?|times|attempts?|tries|codes?|of|left|remaining|more|unused|stellig\w*|ziffern?|zeichen|stellen|minuten?|sekunden?|stunden?|tage?|verbleibend\w*|chiffres?|caracteres?|caractères|jours?|heures?|secondes?|restants?|d[ií]gitos?|cifras?|minutos?|segundos?|horas?|d[ií]as?|intentos?|usd|eur|px|kb|mb|gb|st|nd|rd|th)(?![a-z])| ?(?:位|秒|分|小时|天|个|次|元|条|年|月|日|桁|回|時間|文字|個|件|円|자리|초|분|시간|개|회|일|원|건))/i;
/** What a text with a code says, where the label alone is too common a word. */
const CONTEXT =
  /log.?in|sign.?in|verif|authent|one.?time|2fa|mfa|two.?factor|expire|valid for|do not share|don't share|never share|anmeld|anzumelden|einloggen|bestätig|identifi|einmal|gultig|gültig|connexion|connecter|valable|expire|acceso|iniciar|caduca|v[aá]lido|登录|登錄|有效|请勿|勿告|泄露|ログイン|有効|認証|他人|로그인|유효|인증|\bsms\b|your (?:\w+ )?code|ihr code|dein code|votre code|ton code|tu c[oó]digo|su c[oó]digo|compartas|partage|weitergeben|enter (?:the|this) code|\/device|\/activate|gib den code|saisis|introduce|никому|не сообщ|для входа|ваш код|il tuo|il suo|uw code|seu c[oó]digo|tw[oó]j kod|kodunuz/i;
/** In front of its words: `482913 is your login code`, `482913（登录验证码）`. */
const BEFORE_LABEL =
  /^[ ]{0,2}(?:is|ist|est|es|was|als|comme|como|as|for|für|-|–|—|:|=|\(|\)|\]|）|】|（|是|为|為|は|が|을|를|은|는|이|입니다|\||→|<-)?[ ]{0,2}(?:(?:the|your|our|ihr|dein|der|das|votre|ton|le|la|tu|su|el|您的|你的|本次|あなたの|お客様の|귀하의|고객님의|회원님의)[ ]{0,2})?(?:[\p{L}\d.'-]{1,20}[ ]{0,2}(?:'s )?){0,3}[ ]{0,2}$/iu;
const SENTENCE = /[。！？;；]|[.!?](?=\s|$)/;

/** Where a code is typed on another device: it may be of letters alone. */
const DEVICE = /\/(?:device|activate|pair|link|tv)\b|enter (?:the|this) code/i;

const RECOVERY =
  /recover|backup|scratch|emergency|rescue|wiederherst|notfall|ersatz|secours|récup|recup|respaldo|恢复|备用|备份|リカバリ|回復|復旧|バックアップ|복구|백업/i;
/** `the code is 482913`, `my code: …`: six digits that are somebody's. */
const OWN = /(?:^|[^\p{L}])(?:the|my|your|der|mein|dein|le|mon|ton|votre|el|mi|tu|su)[ ]$/iu;

/** What makes a code of digits at a label that is said of other things too. */
const isSaid = (text: string, { label, start }: Place): boolean =>
  CONTEXT.test(text.slice(Math.max(0, label.start - 160), label.end + 160)) ||
  (OWN.test(text.slice(Math.max(0, label.start - 8), label.start)) &&
    /^\d{6}(?!\d|[-.]\d)/.test(text.slice(start, start + 8)) &&
    /^(?:'s|’s| is| ist| est| es|:)/.test(text.slice(label.end, label.end + 4))) ||
  /^['’]s \d{6}(?!\d)/.test(text.slice(label.end, label.end + 10));

/** The code at a label: behind it, below it, in its column; of recovery codes all. */
export function codesAt(text: string, place: Place): SecretSpan[] {
  const { label, start, end, how } = place;
  const isRecovery = RECOVERY.test(text.slice(label.start, label.end));
  if (label.words.weak && !isSaid(text, place)) return [];
  if (isRecovery) return recoveryCodes(text, place);
  const region = text.slice(start, Math.min(end, start + REACH));
  const code = firstCode(
    region,
    4,
    how !== "blank" ||
      label.words.weak !== true ||
      DEVICE.test(text.slice(Math.max(0, label.start - 90), label.end + 90)),
  );
  return code === null ? [] : [{ start: start + code.start, end: start + code.end, kind: "otp" }];
}

/** The code in front of a label that ends its sentence: `482913 is your login code`. */
export function codeBefore(text: string, label: Label): SecretSpan | null {
  const lineStart = lineStartAt(text, label.start, REACH);
  const before = text.slice(lineStart, label.start);
  if (label.words.weak && !CONTEXT.test(text.slice(lineStart, label.end + 80))) return null;
  let last: SecretSpan | null = null;
  for (const { 0: value, index } of before.matchAll(CODE)) {
    const rest = before.slice(index + value.length);
    if (label.words.weak && /^(?:19|20)\d{2}(?:-\d{4})?$/.test(value)) continue;
    if (
      UNIT.test(before.slice(index + value.length) + text.slice(label.start, label.start + 12)) ||
      !BEFORE_LABEL.test(rest) ||
      SENTENCE.test(rest)
    )
      continue;
    // Digits in front of a bare label are a number of another thing as often; between "use" or at the line's beginning they are it.
    if (
      !/^\s*["“([【<#]*$/.test(before.slice(0, index)) &&
      !/(?:use|enter|with|code|mit|utilisez|saisissez|usa|use|introduce|输入|使用|：|:|】|\])\s*["“]?$/i.test(
        before.slice(0, index),
      ) &&
      !/^\s*(?:is|ist|est|es|是|为|為|は|이|은|는)/.test(rest)
    )
      continue;
    last = { start: lineStart + index, end: lineStart + index + value.length, kind: "otp" };
  }
  return last;
}

/** Codes that a sentence tells to use: `Use 482913 to sign in`. */
const TOLD = new RegExp(
  `(?=[0-9A-Z])(?<=\\b(?:use|enter|type|input|with|mit|avec|usa|use)(?: the| this| den| le| el)?(?: code| codigo| código)? ["“]?)(?:${DIGITS})(?=["”]? (?:to|for|as|zum|pour|para|as) (?:\\w+ ){0,3}(?:sign|log|verif|confirm|authent|anmeld|best|connect|valid|inici|acced|complete|continue))`,
  "gi",
);
export const codesTold = (text: string): SecretSpan[] =>
  /sign|log|verif|confirm|authent|anmeld|connect|inici/i.test(text)
    ? [...text.matchAll(TOLD)].map(({ 0: value, index }) => ({ start: index, end: index + value.length, kind: "otp" }))
    : [];

/** The codes that an authenticator shows, each alone on its line below its account. */
const SHOWN = /(?<=\n)[ \t]{0,8}(\d{3} ?\d{3})(?=[ \t]{0,8}(?:\d{1,2} ?s?[ \t]{0,8})?(?:\r?\n|$))/g;
export const codesShown = (text: string): SecretSpan[] =>
  /authenticator|authy|\baegis\b|2fas\b|验证器|認証システム|인증기/i.test(text)
    ? [...text.matchAll(SHOWN)].map(({ 0: whole, 1: code = "", index }) => ({
        start: index + whole.length - code.length,
        end: index + whole.length,
        kind: "otp",
      }))
    : [];

interface Found {
  readonly start: number;
  readonly end: number;
}

function firstCode(region: string, lengthMin: number, allowsMixed: boolean): Found | null {
  const sentence = SENTENCE.exec(region);
  for (const { 0: value, index } of region.matchAll(CODE)) {
    // A year behind other words is one.
    if (index > 3 && /^(?:19|20)\d{2}$/.test(value)) continue;
    if (value.replace(/[^0-9]/g, "").length < lengthMin || UNIT.test(region.slice(index + value.length))) continue;
    if (
      /[-•*]$|\+\d*$/.test(region.slice(0, index).trimEnd().slice(-2)) ||
      /(?:to|an|à|a|至|发送至|宛|으로)\s?[+(]?$/i.test(region.slice(0, index))
    )
      continue;
    return { start: index, end: index + value.length };
  }
  if (!allowsMixed) return null;
  for (const { 0: value, index } of region.matchAll(MIXED)) {
    if (sentence !== null && sentence.index < index) return null;
    const compact = value.replace(/[ -]/g, "");
    const first = value.split(" ")[0]!;
    const code = /\d/.test(first) ? first : value;
    if (
      (!/\d/.test(code) && !/^[A-Z]{4}-[A-Z]{4}$/.test(code)) ||
      !/[A-Za-z]/.test(code) ||
      code.replace(/-/g, "").length < 5 ||
      compact.length > 40
    )
      continue;
    if (
      /^(?:\d+[a-z]+|[a-z]+-?\d{1,2}|\d+[a-z]{1,3})$/i.test(code) ||
      UNIT.test(region.slice(index + code.length)) ||
      /^\d+-(?:digit|char|stellig)/i.test(code)
    )
      continue;
    return { start: index, end: index + code.length };
  }
  return null;
}

const RECOVERY_CODE =
  /(?<![0-9A-Za-z_])(?:[A-Za-z0-9]{3,10}(?:-[A-Za-z0-9]{3,10}){1,7}|[A-Za-z0-9]{3,5}(?: (?=[A-Za-z]{0,4}\d)[A-Za-z0-9]{3,5}){1,7}|[A-Za-z0-9]{6,32})(?![0-9A-Za-z_])/g;
const CODES_MAX = 32;

/** All codes of a list: behind its label, and on the lines below that hold nothing else. */
function recoveryCodes(text: string, { start, end, how }: Place): SecretSpan[] {
  const spans: SecretSpan[] = [];
  let from = start;
  let to = Math.min(end, start + 600);
  for (let line = 0; spans.length < CODES_MAX && line < CODES_MAX; line++) {
    const content = text.slice(from, to);
    const codes = [...content.matchAll(RECOVERY_CODE)].filter(
      ({ 0: code, index }) => isRecoveryCode(code) && !UNIT.test(content.slice(index + code.length)),
    );
    const rest = codes.reduce((left, { 0: code }) => left.replace(code, ""), content);
    // The first line may go on in words; further lines are codes alone.
    if ((line > 0 || how === "below") && (codes.length === 0 || /[A-Za-z\u3040-\uffff]{2}/.test(rest))) break;
    for (const { 0: code, index } of codes)
      spans.push({ start: from + index, end: from + index + code.length, kind: "otp" });
    if (how === "cell") break;
    const next = lineEndAt(text, to, 200);
    if (text[next] !== "\n" || /\S/.test(text.slice(to, next))) break;
    from = next + 1;
    to = lineEndAt(text, from, 600);
  }
  return spans;
}

const LINE_OF_CODE = /^[ \t]*(?:\d{1,2}[.):][ \t]*)?([A-Za-z0-9][A-Za-z0-9 -]{5,70})[ \t]*\r?$/;

/** Recovery codes that stand above the words that say so, one a line. */
export function codesAbove(text: string, label: Label): SecretSpan[] {
  if (!RECOVERY.test(text.slice(label.start, label.end))) return [];
  const spans: SecretSpan[] = [];
  let lineEnd = lineStartAt(text, label.start, 200) - 1;
  for (let lines = 0; lines < CODES_MAX && lineEnd > 0; lines++) {
    const lineStart = lineStartAt(text, lineEnd, 80);
    const code = LINE_OF_CODE.exec(text.slice(lineStart, lineEnd))?.[1]?.trimEnd();
    if (code === undefined || !isRecoveryCode(code) || /[a-z]{4,} /.test(code)) break;
    const start = lineStart + text.slice(lineStart, lineEnd).indexOf(code);
    spans.push({ start, end: start + code.length, kind: "otp" });
    lineEnd = lineStart - 1;
  }
  return spans.length > 1 ? spans : [];
}

function isRecoveryCode(code: string): boolean {
  const compact = code.replace(/[ -]/g, "");
  return (
    compact.length >= 6 &&
    /\d/.test(compact) &&
    // Groups with blanks between are not words.
    !/^[A-Za-z]?[a-z]+ /.test(code) &&
    !/^\d{4}-\d{2}-\d{2}$|^(?:19|20)\d{2}$/.test(code) &&
    !/^\d{1,2}[a-z]{3,}$/i.test(code)
  );
}
