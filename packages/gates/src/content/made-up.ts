import { isNoValue } from "./placeholder.ts";
import { isStrong, isUuid } from "./strength.ts";

/** How sure a word alone looks like a password that somebody made up, and not like a name of a thing. */

const LENGTH_MIN = 8;
const LENGTH_MAX = 28;

/** What has the form of a password and is none: addresses, versions, references, names of files, programs and machines, classes of characters. */
const OTHER_FORM = new RegExp(
  [
    String.raw`^[-+#$%&?*~@=^]|^\d+$|^[0-9a-f-]+$|^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$|^[\w-]+(?:\.[\w-]+)*\.[a-z]{1,5}$|[a]-[z]|0-9`,
    String.raw`^v?\d+(?:\.\d+)+|^[\w.-]+@v?\d+\.|%[0-9a-f]{2}(?:.*%[0-9a-f]{2}|$)|~\d*$|^\d+-[a-z]+$`,
    String.raw`^[a-z_][\w.-]*=|&\w*=|&(?:amp|lt|gt|quot|nbsp)$|^(?:utf|sha|aes|rsa|iso|rfc|cve|tls|ssl|http|usb|ipv|win)[-_]?\d|^x(?:86|64)`,
    String.raw`^\d+[a-z]{1,3}$|^\d{1,4}[-/.]\d{1,2}[-/.]|[25](?:\.4)?g(?:hz)?$`,
    "^(?:fritz!?box|tp-?link|netgear|dlink|linksys|vodafone|telekom|livebox|freebox|direct|python|node|java|php|ruby|chrome|firefox|windows|office|macos",
    String.raw`iphone|ipad|galaxy|pixel|thinkpad|macbook|desktop|laptop|chacha|level|tier|team|room|1password|keepass\w*|bitwarden|debian|ubuntu)[-_.]?[\w.-]*$`,
    String.raw`^order#|^[a-z-]+!(?:19|20)\d\d$|\*\d+$|\*=|\?\w+=|&#|\+(?:xml|json)$|[-_]v?\d+\.\d|\+(?:deb|dfsg|ubuntu)|\.[a-z]{1,4}#|@[\^~]\d`,
  ].join("|"),
  "i",
);
/** `web-prod-12`, `x86+arm64`, `Login+Signup2`, `Sheet1!B12`, `app@web12`. */
const NAME_FORM =
  /^[a-z]+\d?(?:[A-Z][a-z]+\d*)+$|^(?:[a-z]+[-_.])*[a-z]+[-_.]?v?\d{0,2}$|^[a-z]+\d*(?:\+[a-z]+\d*)+$|^[A-Z](?:[a-z]+|[A-Z]+)\d?(?:\+[A-Z](?:[a-z]+|[A-Z]+)(?:\d|(?:19|20)\d\d)?)+$|^\w+!\$?[A-Z]{1,2}\$?\d+$|^[a-z_][a-z0-9_.-]*@[a-z0-9.-]+$|^(?:root|admin|deploy|ubuntu|git|pi|agent)@/;
/** `INV-2026-00412`, `US-1234-Login`, `Mittwoch-2026`, `order#4829`. */
const NUMBERED = /^[A-Z0-9]+(?:[-_.#+*][A-Z0-9]+)*$|^[A-Z]{1,5}-?\d+[-_.]|^[A-Z]?[a-z]+[-_.]?\d+$/;
const REFERENCE = /^[A-Za-z.-]+#[A-Z]?\d+$/;
/** Signs that words and names seldom hold within. */
const INNER_SIGN = /[A-Za-z0-9\u00c0-\u024f][!#$%^&*+?~=@]+[A-Za-z0-9\u00c0-\u024f]/;
const SIGN_AT_END = /[A-Za-z\u00c0-\u024f]\d*[!#$%^&*+?~=@]$/;

/** So made up that nothing has to stand beside it: a sign between letters, and digits. */
export function isPlain(value: string): boolean {
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
export const isSigned = (value: string): boolean =>
  !REFERENCE.test(value) && INNER_SIGN.test(value) && /(?:[A-Za-z\u00c0-\u024f].*){3}/.test(value);

/** Words and digits, in capitals and small letters: a password only where something tells to use it. */
export const isMixed = (value: string): boolean =>
  (!NUMBERED.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value) && /[A-Za-z\u00c0-\u024f]{3}/.test(value)) ||
  SIGN_AT_END.test(value) ||
  INNER_SIGN.test(value);

/** `mossy-Gate-660`, `25Ember_Namu`, `sora943!`: names of things are not written so. */
const SHAPE = /[a-z][-_.][A-Z]\S*\d{2}|[A-Za-z]\d[a-z]{2,}\d|(?:^|[-_.])\d{2}[A-Z]|\d{3}[!?#$%]$|\d[#$%^&*~]$/;

/** A word that can be a password at all. */
export const isMadeUp = (value: string): boolean =>
  value.length >= LENGTH_MIN &&
  value.length <= LENGTH_MAX &&
  !OTHER_FORM.test(value) &&
  !NAME_FORM.test(value) &&
  !isUuid(value) &&
  isStrong(value) &&
  !isNoValue(value);

/** Words with a number behind them, or numbers in groups: names of things, unless an account stands in front. */
export const isNumbered = (value: string): boolean => NUMBERED.test(value) && !SIGN_AT_END.test(value);
export const isShaped = (value: string): boolean => SHAPE.test(value);
