/** How a value looks when a machine or a person made it up to be secret. */

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isUuid = (value: string): boolean => UUID.test(value);

/** Dates, times, versions, sizes, addresses, file names, ordinary terms with a digit or a sign in them. */
const ORDINARY =
  /^(?:\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[T ].*)?|\d{1,2}:\d{2}.*|v?\d+(?:\.\d+)+[a-z0-9.-]*|[<>≥≤~]?\d+(?:[.,]\d+)?[a-z%€£¥]{0,8}\+?|[$€£¥]\d[\d.,]*|\d{1,3}(?:[.,]\d{3})+|\d+[-–+]\d*|\d+-(?:digit|char|character|characters|stellig|day|days)\w*|\d+\/\d+|[a-z]+:\/\/.*|[\w.-]+\.(?:txt|md|json|ya?ml|html?|pdf|png|jpe?g|csv|xml|ini|conf|cfg|toml|py|js|ts|tsx|java|go|rs|sh|kdbx?|pem|key|crt|log|zip|gz|docx?|xlsx?|com|org|net|io|dev|local)|(?:sha|aes|rsa|utf|md|hs|rs|es|ed|oauth|http|tls|ssl|ipv|base|argon|win|mp|p)[-_]?\d{1,5}(?:[-_][a-z0-9]{1,5})?|\(.*|\[.*|[a-z]{1,12}\d?\(s?\).*|[A-Za-z]+[-'’/&][A-Za-z]+(?:[-'’/&][A-Za-z]+)*|[A-Za-z]+[.,:;!?)]*|[A-Z][A-Z_]{2,}=.*|[a-z][\w,-]{0,15}=[a-z]*|_\w+_|@[\w.-]+\/[\w.-]+)$/i;

/** A made-up password: letters with digits or with signs that words do not have. */
export function isStrong(value: string): boolean {
  if (value.length < 6 || ORDINARY.test(value)) return false;
  const hasLetter = /[A-Za-z\u00c0-\uffff]/.test(value);
  const hasDigit = /\d/.test(value);
  const hasSign = /[!@#$%^&*+=~?]/.test(value) && !/[()|\\[\]{}]/.test(value);
  return (hasLetter && hasDigit) || (hasSign && (hasLetter || hasDigit) && !/^[A-Za-z]+[!?]+$/.test(value));
}

/** A generated key: long, of one alphabet, changing often between letters, digits and cases; not a UUID, a path or a host name. */
export function isRandom(value: string, lengthMin: number): boolean {
  if (value.length < lengthMin || isUuid(value)) return false;
  // Letters alone are a key when their cases change as no word's do.
  if (/^[A-Za-z]+$/.test(value)) return /[A-Z]{2}[a-z].*[A-Z]{2}/.test(value) && turnsOf(value) >= value.length / 5;
  if (ORDINARY.test(value)) return false;
  if (!/^[A-Za-z0-9_\-+/=.~:%]+$/.test(value) || /^\.{0,2}\/|^https?:|\.[a-z]{2,4}$/.test(value)) return false;
  return turnsOf(value) >= Math.max(3, value.length / 9);
}

/** How often a value changes between small letters, capitals and digits, separators aside. */
function turnsOf(value: string): number {
  let turns = 0;
  let last = 0;
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index);
    const sort = code >= 48 && code <= 57 ? 1 : code >= 65 && code <= 90 ? 2 : code >= 97 && code <= 122 ? 3 : 0;
    if (sort === 0) continue;
    if (last !== 0 && sort !== last) turns++;
    last = sort;
  }
  return turns;
}

/** `db-credentials-v2`, `settings.apiKey`: a name made of words. */
export const isName = (value: string): boolean =>
  /^[a-z]+(?:[-_./:][a-z]+)+(?:[-_.]?v?\d{1,4})?$/i.test(value) && value.length < 60 && !isRandom(value, 16);
