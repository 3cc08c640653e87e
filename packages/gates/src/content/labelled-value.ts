import type { Place } from "./label-places.ts";
import { isAboutValue, isNoValue, isSample } from "./placeholder.ts";
import type { SecretKind, SecretSpan } from "./secret-span.ts";
import { isName, isRandom, isStrong, isUuid } from "./strength.ts";
import { lineEndAt } from "./text-lines.ts";
import { wordPassword } from "./word-passwords.ts";

/** Characters of a value that is looked at: no key that people handle is longer. */
const VALUE_MAX = 2_048;
/** Nobody types a longer password. */
const PASSWORD_MAX = 256;
// CJK punctuation ends a value, and so does a quote with nothing of a value behind it.
const RUN = /(?:[^\s"'`<>|\\，。；：！？、（）「」『』【】《》]|\\(?![n"'])|["'`<>](?![\s,;:)}\]<>|"'`/]|$)){1,2048}/y;
/** Behind these a list goes on: `;Server=`, `,host=`, `&next=`, a blank. */
const CUT = /[;,](?=[\s"']|$|[A-Za-z_][\w ]{0,30}[=:])|&(?=[A-Za-z_][\w.]{0,30}=|amp;)|;(?=.*=)/;
const TRAILING = /[.,;:)\]}]+$/;
const HAN = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

interface Value {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly isQuoted: boolean;
  /** Nothing else stands behind it on its line. */
  readonly isLast: boolean;
}

/** The value of a label for a password, key or token: null when what stands there is none. */
export function labelledValue(text: string, place: Place): SecretSpan | null {
  const { kind } = place.label.words;
  // A value without a sign stands apart from its label; in Chinese and Japanese it need not.
  if (place.how === "blank" && place.start === place.label.end && !HAN.test(text[place.start - 1]!)) return null;
  if (kind === "password") {
    const words = wordPassword(text, place);
    if (words !== null) return words;
  }
  const value = valueAt(text, place);
  if (place.label.words.weak && (kind === "api_key" || kind === "token")) return weakValue(text, place, value, kind);
  if (place.label.words.weak) return pairedPassword(text, place);
  if (value === null || value.text.includes("•••") || isNoValue(value.text)) return null;
  if (
    kind === "password" &&
    /(?:[/+&]|und|and|et|y)[ ]?$/.test(text.slice(Math.max(0, place.label.start - 5), place.label.start))
  ) {
    const paired = pairedPassword(text, place);
    if (paired !== null) return paired;
  }
  if (kind === "password")
    return isPassword(value, place, text) ? spanOf(value, kind) : passwordBehindWords(text, place);
  if (kind === "api_key" || kind === "token") return isKey(value, place) ? spanOf(value, kind) : null;
  if (kind === "private_key") return phraseAt(text, place) ?? (isKeyMaterial(value.text) ? spanOf(value, kind) : null);
  return null;
}

/** Behind a provider's name and a word or two ("algolia admin"), a key of hexadecimal digits; directly behind it, any key. */
function weakValue(text: string, place: Place, value: Value | null, kind: "api_key" | "token"): SecretSpan | null {
  const before = text.slice(Math.max(0, place.label.start - 60), place.label.start);
  const isKeyOf = /key|schl|cle|キー|키/i.test(text.slice(place.label.start, place.label.end)) && WIRELESS.test(before);
  if (value !== null && isKeyOf && isStrong(value.text) && !isNoValue(value.text) && !isUrl(value.text))
    return spanOf(value, "password");
  if ((kind === "api_key" || kind === "token") && value !== null && !isNoValue(value.text) && isKey(value, place))
    return spanOf(value, kind);
  const region = text.slice(place.start, Math.min(place.end, place.start + 140));
  const key = /(?<![0-9A-Za-z_-])(?:[0-9a-f]{32}|[0-9a-f]{64})(?![0-9A-Za-z_-])/.exec(region);
  if (
    key === null ||
    kind !== "api_key" ||
    place.how === "below" ||
    !/^(?:[\p{L}\d_-]{2,14}[ :=]{1,3}){1,2}$/u.test(region.slice(0, key.index))
  )
    return null;
  if (OTHER_MATTER.test(region.slice(0, key.index)) || !isRandom(key[0], 32)) return null;
  return { start: place.start + key.index, end: place.start + key.index + key[0].length, kind };
}
/** The key of a network is its password. */
const WIRELESS = /wi-?fi|wlan|ssid|wpa|netzwerk|network|réseau|router|网络|無線|ネットワーク|네트워크|와이파이/i;
const OTHER_MATTER =
  /commit|trace|span|request|event|job|build|sha|digest|\bid\b|run|deploy|release|version|issue|hash|etag|sum|container|image|object|cache|file|log|blob|md5|public|revision|ref/i;

/** `admin / value` or `admin:value` behind a word for both. */
function pairedPassword(text: string, { start, end }: Place): SecretSpan | null {
  const pair = /^[^\s/|,:]{2,60} ?[/|,:] ?(\S{6,80}?)[.,;)]*(?=\s|$)/.exec(
    text.slice(start, Math.min(end, start + 160)),
  );
  if (pair === null || !isStrong(pair[1]!) || isNoValue(pair[1]!)) return null;
  const from = start + pair[0].indexOf(pair[1]!, pair[0].search(/[/|,:]/));
  return { start: from, end: from + pair[1]!.length, kind: "password" };
}

const BETWEEN = /^(?:[\p{L}.'’-]{1,14} ){1,3}(?=\S*\d)(?=\S*[^\p{L}\d\s])(\S{8,64}?)[.,;)]*(?=\s*$)/u;
const ABOUT_PASSWORD =
  /hint|polic|streng|length|manag|reset|chang|expir|require|rule|must|valid|version|since|until|last|wrong|minim|longueur|länge|stärke|caracter|char|zeichen/i;

/** A made-up value that ends the line, a few words behind its label: `password guest network …`. */
function passwordBehindWords(text: string, { start, end, how }: Place): SecretSpan | null {
  if (how !== "blank") return null;
  const region = text.slice(start, Math.min(end, start + 100));
  const match = BETWEEN.exec(region);
  if (match === null || !isStrong(match[1]!) || isNoValue(match[1]!) || isUrl(match[1]!)) return null;
  const from = region.indexOf(match[1]!);
  if (ABOUT_PASSWORD.test(region.slice(0, from))) return null;
  return { start: start + from, end: start + from + match[1]!.length, kind: "password" };
}

const spanOf = ({ start, end }: Value, kind: SecretKind): SecretSpan => ({ start, end, kind });

function valueAt(text: string, { start, end, how, label }: Place): Value | null {
  const limit = how === "cell" ? end : Math.min(start + VALUE_MAX, lineEndAt(text, start, VALUE_MAX));
  const quote = /^\\?["'`“「『]/.exec(text.slice(start, start + 2))?.[0];
  if (quote !== undefined) {
    const from = start + quote.length;
    const closing = quote === "「" ? "」" : quote === "『" ? "』" : quote;
    const length = text.slice(from, limit).indexOf(closing);
    const close = from + length;
    if (length <= 0) return null;
    return { start: from, end: close, text: text.slice(from, close), isQuoted: true, isLast: true };
  }
  const longest = label.words.kind === "password" ? Math.min(limit, start + PASSWORD_MAX + 1) : limit;
  RUN.lastIndex = 0;
  const run = RUN.exec(text.slice(start, longest))?.[0];
  if (run === undefined || run === "") return null;
  const cut = CUT.exec(run);
  let value = cut === null ? run : run.slice(0, cut.index);
  // Behind what a keyboard types, a word of these scripts belongs to the sentence again.
  const sentence = HAN.exec(value);
  if (sentence !== null && sentence.index > 0 && !HAN.test(value[0]!)) value = value.slice(0, sentence.index);
  // In the part of a URL that logs in, the host is no part of the value.
  if (/:\/\/[^\s/]{0,200}$/.test(text.slice(Math.max(0, label.start - 220), label.start)))
    value = value.replace(/@.*$/, "");
  // In a query an ampersand ends the value whatever follows.
  if (/[?&]/.test(text[label.start - 1] ?? "")) value = value.replace(/[&#].*$/, "");
  const bracket = TRAILING.exec(value);
  if (
    bracket !== null &&
    !(bracket[0].startsWith(")") && value.includes("(")) &&
    !(bracket[0].startsWith("]") && value.includes("[")) &&
    !(bracket[0].startsWith("}") && value.includes("{"))
  )
    value = value.slice(0, bracket.index);
  const rest = text.slice(start + value.length, limit);
  return {
    start,
    end: start + value.length,
    text: value,
    isQuoted: false,
    isLast: /^[\s.,;:)\]}"'`*|<\\]*(?:(?:#|\/\/|\().*|<.*)?$/.test(rest.slice(0, 200)),
  };
}

function isPassword({ start, text: value, isQuoted, isLast }: Value, { how, label }: Place, text: string): boolean {
  if (value.length > PASSWORD_MAX) return false;
  if (
    /^(?:pin|puk|code|codigo|geheimzahl|暗証)|(?:code|码|コード|코드|도어락)$/i.test(
      text.slice(label.start, label.end),
    ) &&
    /^\d{4,8}[#*]?$/.test(value)
  )
    return true;
  if (/\s/.test(value))
    return (
      isQuoted &&
      value.length <= 60 &&
      /[A-Za-z]/.test(value) &&
      (/\d/.test(value) || /phrase/i.test(text.slice(label.start, label.end))) &&
      !/\b(?:must|least|char\w*|digits?|min|max|contain\w*|should|than|required|invalid)\b/i.test(value)
    );
  if (HAN.test(value)) return how === "sign" && value.length >= 4 && isLast && !isAboutValue(value);
  const isShort =
    text.slice(label.start, label.end).length <= 3 &&
    /^\d{1,4}$/.test(value) &&
    !/pin|puk|[码碼]/i.test(text.slice(label.start, label.end));
  if (isShort) return false;
  // A number behind a Chinese or Japanese word for passwords is a screen's or a card's.
  if (how === "blank" && isLast && /^\d{4,8}$/.test(value) && HAN.test(text[label.end - 1]!)) return true;
  if (how === "sign") {
    if (isStrong(value)) return true;
    if (isQuoted) return value.length >= 4 && !isUrl(value);
    return (
      isLast &&
      value.length >= 4 &&
      !isUrl(value) &&
      !/^\(|^\[|^\d{1,2}:\d{2}|^\d+[-+]$|^\d+[-/]\d+$|^\d+(?:[.,]\d+)?%$/.test(value)
    );
  }
  // The name of a field, in a list of them.
  if (
    /\[\d*\]|\w\(/.test(value) ||
    (/,[ ]?["'`]$/.test(text.slice(Math.max(0, start - 3), start)) && /^[a-z_]+\d?$/i.test(value))
  )
    return false;
  return isStrong(value) && (how === "blank" || isLast || how === "cell") && !isUrl(value) && !isUuid(value);
}

function isKey({ text: value, isQuoted, isLast }: Value, { how, label }: Place): boolean {
  if (/\s/.test(value) || HAN.test(value) || isUrl(value) || /^[A-Za-z_.-]{2,24}[=:](?=.{8})/.test(value)) return false;
  if (
    !(isQuoted ? /^[\x21-\x7e]+$/ : /^[A-Za-z0-9_\-+/=.~:%!@#$^&*,|]+$/).test(value) ||
    (/^[A-Za-z]\w*!?(?:\.[A-Za-z]\w*)+$/.test(value) && !/\d/.test(value))
  )
    return false;
  // Pairs of hexadecimal digits are a fingerprint.
  if (/^(?:[0-9a-f]{2}:){5,}[0-9a-f]{2}$/i.test(value)) return false;
  if (/^[/~]|^\.{1,2}\//.test(value) && !isRandom(value.slice(1), 31)) return false;
  const { weak, tail } = label.words;
  if (weak)
    return /^[0-9a-f]+(?:-us\d{1,2})?$/i.test(value)
      ? value.length >= 32 && value.length !== 40 && isRandom(value, 32)
      : isRandom(value, how === "sign" ? 20 : 24);
  if (how !== "sign")
    return isRandom(value.length >= 40 ? value.replace(/^\//, "") : value, 14) || (isUuid(value) && how !== "blank");
  if (value.length < 8 || /^[\d.,_-]{1,15}$/.test(value) || isName(value)) return false;
  if (/\d/.test(value)) return isStrong(value) || value.length >= 16;
  if (isRandom(value, 16)) return true;
  return (
    (tail === true || isQuoted) &&
    isLast &&
    /^[A-Za-z~!@#$%^&*+=._/-]+$/.test(value) &&
    !isSample(value) &&
    !/^[a-z]+[-_.]/.test(value) &&
    (isQuoted || !/^(?:[A-Z][a-z]+){1,4}$/.test(value))
  );
}

/** Bare key material: 64 hexadecimal digits, base58 of a wallet, 32 bytes as base64. */
function isKeyMaterial(value: string): boolean {
  return (
    /^(?:0x)?[0-9a-f]{64}$/i.test(value) ||
    /^(?:nsec1|xprv|yprv|zprv|AGE-SECRET-KEY-1)[0-9A-Za-z]{20,}$/.test(value) ||
    isRandom(value, 40) ||
    /^[A-Za-z0-9+/]{43}=$/.test(value)
  );
}

/** A wallet's words: twelve to twenty-four. */
function phraseAt(text: string, { start, end, label }: Place): SecretSpan | null {
  const words = /^(?:(?:\d{1,2}[.)] ?)?[a-z]{3,8}[ ,\n]{1,3}){11,23}(?:\d{1,2}[.)] ?)?[a-z]{3,8}(?![a-z])/.exec(
    text.slice(start, start + 400),
  );
  return words === null || start > end
    ? null
    : { start, end: start + words[0].length, kind: label.words.kind === "other" ? "private_key" : label.words.kind };
}

const isUrl = (value: string): boolean => /^[a-z][a-z0-9+.-]{1,20}:\/\//i.test(value) || /^www\./i.test(value);
