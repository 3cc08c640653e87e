import { asDigits } from "./national-id/find-national-ids.ts";

interface Found {
  readonly start: number;
  readonly end: number;
}

const EDGE = "(?<![0-9A-Za-z_.,/:+-])(?<![0-9] )";
const END = "(?![0-9A-Za-z_])(?![-.,/:][0-9])(?! ?[%€£$¥°])";
const form = (...sources: string[]): RegExp => new RegExp(`${EDGE}(?:${sources.join("|")})${END}`, "g");

/** As numbers are written where nothing says that they are: with a country's prefix, or in one country's own groups. */
const ALONE = form(
  "\\(?\\+[1-9]\\d{0,2}\\)?[ .-]?(?:\\(0\\)[ ]?)?(?:\\(\\d{1,4}\\)[ .-]?)?\\d{1,5}(?:[ ./-]{1,2}\\d{1,8}){1,5}",
  "\\+[1-9]\\d{9,14}",
  "00[1-9]\\d{0,2}[ -]\\d{1,5}(?:[ -]\\d{2,5}){1,5}",
  // North America.
  "(?:1[ .-])?(?:\\([2-9]\\d{2}\\)[ -]?|[2-9]\\d{2}[.-])[2-9]\\d{2}[.-]\\d{4}",
  "(?:1[ -])?[2-9]\\d{2} [2-9]\\d{2}[ -]\\d{4}",
  // Mainland China, mobile and area code.
  "1[3-9]\\d[ -]\\d{4}[ -]\\d{4}",
  "\\(?0(?:10|2\\d|[3-9]\\d{2})\\)?-\\d{7,8}",
  // Japan, Korea.
  "0[5789]0[- ]?\\d{4}[- ]\\d{4}|0[1-9]\\d{0,3}-\\d{1,4}-\\d{4}|01[016789][- .]?\\d{3,4}[- .]?\\d{4}|0\\d{1,3}\\)[ ]?\\d{3,4}-\\d{4}",
  // France, Britain, Germany.
  "0[1-9](?:[ .-]\\d{2}){4}",
  "0[1-9]\\d{1,4} \\d{6,8}",
  "07\\d{3}[ ]?\\d{3}[ ]?\\d{3}|0[1-9]\\d{1,3} \\d{3,4} \\d{3,4}",
  "0[1-9]\\d{1,4}[ ]?[/-][ ]?\\d{3,5}(?:[ -]?\\d{1,5}){0,3}",
  "01[567]\\d[ /-]?\\d{3,4}[ ]?\\d{3,5}",
);
/** A Chinese mobile without groups: eleven digits are a size or an id as often, so the line has to be Chinese. */
const CHINESE = form("1[3-9]\\d{9}");
/** A telephone as a picture, in front of its number. */
const PICTURED = /(?:[☎☏✆]|📞|📱|📲)\ufe0f?/gu;
const HAN = /[\u4e00-\u9fff]/;

/** Behind a label any number that can be dialled. */
const LABELLED = /(?<![0-9A-Za-z_.])\(?\+?\(?[0-9](?:[ ./()–-]{0,3}[0-9]){5,15}(?![0-9])/g;
const LABELLED_CONFUSED = /(?<![0-9A-Za-z_.])\(?\+?\(?[0-9OolISB](?:[ ./()–-]{0,3}[0-9OolISB]){6,15}(?![0-9A-Za-z])/g;
const DATE = /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4}|\d{1,3}(?:\.\d{1,3}){3}$)/;

/** Toll-free, shared-cost and service numbers, and short numbers for everybody, by their digits. */
const PUBLIC = new RegExp(
  [
    "^(?:\\+?1)?8(?:00|88|77|66|55|44|33|22)\\d{7}$",
    "^\\+?800\\d{8}$|^(?:\\+?86)?(?:400|800)\\d{7}$|^(?:\\+?86)?(?:95|96|12|10|11)\\d{3}$",
    "^(?:\\+81|0)(?:120|570|990)\\d{6}$|^(?:\\+82|0)?80\\d{7}$|^1[568]\\d{6}$",
    "^(?:(?:\\+|00)49|0)(?:800|180\\d|900|137|700)\\d{5,8}$",
    "^(?:(?:\\+|00)44|0)(?:800|808|500|30\\d|33\\d|34\\d|37\\d|84\\d|87\\d)\\d{6,7}$",
    "^(?:(?:\\+|00)34)?(?:90[0-2]|80[0-7])\\d{6}$",
    "^(?:\\+|00)\\d{2}0?800\\d{5,8}$",
  ].join("|"),
);
/** Where the same digits are a person's number by the way they are grouped: Japanese mobiles, area codes of two and three digits. */
const PERSONAL = /^(?:0[5789]0[- ]\d{4}[- ]\d{4}$|0[1-79]\d?[ /-]\d)/;
/** French service numbers by their groups: elsewhere 08 is an area code. */
const FRENCH_SERVICE = /^(?:(?:\+|00)33 ?|0 ?)8\d{2}[ .]\d{3}[ .]\d{3}$|^08(?:[ .-]\d{2}){4}$|^0 8\d{2}/;
const isPublic = (read: string): boolean =>
  FRENCH_SERVICE.test(read) || (!PERSONAL.test(read) && PUBLIC.test(read.replace(/\(0\)/, "").replace(/[^0-9+]/g, "")));

/** Numbers that look like a telephone's by themselves. */
export function phonesAlone(text: string): Found[] {
  if (!/\d{2}[^\n]{0,3}\d{2}/.test(text)) return [];
  const found = [...text.matchAll(ALONE)].flatMap(({ 0: value, index }) => accepted(value, index, value));
  for (const { 0: sign, index } of text.matchAll(PICTURED)) {
    const start = index + sign.length;
    const own = phoneBehind(text.slice(start, start + 40).split("\n", 1)[0]!);
    if (own !== null) found.push({ start: start + own.start, end: start + own.end });
  }
  if (!HAN.test(text)) return found;
  return [
    ...found,
    ...[...text.matchAll(CHINESE)]
      .filter(({ index }) => HAN.test(text.slice(Math.max(0, index - 24), index + 35)))
      .flatMap(({ 0: value, index }) => accepted(value, index, value)),
  ];
}

/** The telephone number behind a label: the first that can be one. */
export function phoneBehind(text: string): Found | null {
  const confused = confusedPhone(text);
  for (const { 0: value, index } of text.matchAll(LABELLED)) {
    // Digits alone, few and far from the label, are another number.
    if (/^\d{7,8}$/.test(value) && index > 2) continue;
    if (confused !== null && confused.start <= index && confused.end > index) return confused;
    const found = accepted(value, index, value)[0];
    if (found) return isFollowedByUnit(text.slice(found.end)) ? null : found;
    if (isPublic(value)) return null;
  }
  return confused;
}

/** A number of which some digits were read as letters. */
function confusedPhone(text: string): Found | null {
  for (const { 0: value, index } of text.matchAll(LABELLED_CONFUSED)) {
    const read = (value.match(/[0-9]/g) ?? []).length;
    const found = read >= 6 && /[A-Za-z]/.test(value) ? accepted(asDigits(value), index, value)[0] : undefined;
    if (found) return found;
  }
  return null;
}

const isFollowedByUnit = (rest: string): boolean =>
  /^ ?(?:ms|s|min|h|kb|mb|gb|px|%|€|\$|rows|items|bytes|times|元|次|条|个|位|円|件)(?![a-z])/i.test(rest);

function accepted(read: string, index: number, value: string): Found[] {
  const count = read.replace(/[^0-9]/g, "").length;
  if (count < 7 || count > 15 || DATE.test(read) || isPublic(read)) return [];
  if (/^(.)\1*$/.test(read.replace(/[^0-9]/g, ""))) return [];
  const opened = value.startsWith("(") && !value.includes(")") ? 1 : 0;
  return [{ start: index + opened, end: index + value.length }];
}
