/** What stands in for a secret: says that something was there, not what and not how long. */
export const MASK = "•••";

/** Of the shortest text with a secret that a pattern finds, `密码:abcd`. */
const LENGTH_MIN = 7;

interface Pattern {
  readonly kind: string;
  /** What every match holds and few other texts do: asked first, because most texts hold no secret. */
  readonly hint: RegExp;
  readonly expression: RegExp;
  /** Group that holds the value; the words around it stay readable. */
  readonly group: number;
  readonly isReal?: (value: string) => boolean;
}

/**
 * Secrets by the form of their issuers, and values behind a label that names one. Each expression is linear: bounded
 * repeats, no nested quantifiers. What needs reading a picture comes with OCR.
 */
const PATTERNS: readonly Pattern[] = [
  {
    kind: "private_key",
    hint: /-----BEGIN /,
    expression:
      /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]{0,20000}?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|(?=-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----)|$)/g,
    group: 0,
  },
  {
    kind: "api_key",
    hint: /[sr]k[-_]|A[KS]IA|AIza|dk_/,
    expression:
      /\b(?:sk-(?:ant-|proj-|live-|test-)?[A-Za-z0-9_-]{16,200}|sk_(?:live|test)_[A-Za-z0-9]{16,200}|rk_live_[A-Za-z0-9]{16,200}|AKIA[0-9A-Z]{16}|ASIA[0-9A-Z]{16}|AIza[0-9A-Za-z_-]{35}|dk_[0-9A-Za-z]{32})\b/g,
    group: 0,
  },
  {
    kind: "token",
    hint: /gh[pousr]_|_pat_|glpat-|xox|npm_|eyJ/,
    expression:
      /\b(?:gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_[A-Za-z0-9_]{22,255}|glpat-[A-Za-z0-9_-]{20,100}|xox[abprs]-[A-Za-z0-9-]{10,200}|npm_[A-Za-z0-9]{36}|eyJ[A-Za-z0-9_-]{8,2000}\.eyJ[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{8,1000})(?![A-Za-z0-9_-])/g,
    group: 0,
  },
  { kind: "token", hint: /bearer/i, expression: /\bBearer[ \t]{1,4}([A-Za-z0-9._~+/-]{16,2000}={0,2})/gi, group: 1 },
  {
    kind: "password",
    hint: /:\/\//,
    expression: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@]{1,100}:([^\s:/@]{1,200})@/gi,
    group: 1,
  },
  {
    kind: "password",
    hint: /[:=：]/,
    expression:
      /(?:\b(?:password|passwd|passphrase|pwd|passwort|kennwort|contraseña|mot de passe|has[łl]o)|密码|口令|パスワード|비밀번호)["']?[ \t]{0,3}[:=：][ \t]{0,3}["']?([^\s"',;]{4,200})/gi,
    group: 1,
  },
  {
    kind: "api_key",
    hint: /(?:key|secret|token)["']?[ \t]{0,3}[:=]/i,
    expression:
      /\b(?:api[_-]?key|secret[_-]?key|access[_-]?key|client[_-]?secret|auth[_-]?token|access[_-]?token|refresh[_-]?token)["']?[ \t]{0,3}[:=][ \t]{0,3}["']?([A-Za-z0-9._~+/-]{8,500}={0,2})/gi,
    group: 1,
  },
  {
    kind: "card",
    hint: /(?:[0-9][ -]?){13}/,
    expression: /(?<![0-9-])(?:[0-9][ -]?){12,18}[0-9](?![0-9-])/g,
    group: 0,
    isReal: passesLuhn,
  },
  {
    kind: "iban",
    hint: /[A-Z]{2}[0-9]{2}/,
    expression: /\b[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/g,
    group: 0,
    isReal: passesIban,
  },
];

/**
 * Gate 8 on text: every value that a pattern finds becomes MASK; `kinds` says which were found, each once. `onFound` is told the
 * values themselves.
 */
export function redactText(
  text: string,
  onFound: (value: string) => void = () => undefined,
): { text: string; kinds: string[] } {
  const kinds = new Set<string>();
  let result = text;
  if (text.length < LENGTH_MIN) return { text, kinds: [] };
  for (const { kind, hint, expression, group, isReal } of PATTERNS) {
    if (!hint.test(result)) continue;
    result = result.replace(expression, (whole: string, ...groups: unknown[]) => {
      const value = group === 0 ? whole : String(groups[group - 1]);
      if (value.includes(MASK) || (isReal !== undefined && !isReal(value))) return whole;
      kinds.add(kind);
      onFound(value);
      const at = whole.lastIndexOf(value);
      return whole.slice(0, at) + MASK + whole.slice(at + value.length);
    });
  }
  return { text: result, kinds: [...kinds] };
}

/** ISO/IEC 7812-1 annex B. */
function passesLuhn(text: string): boolean {
  const digits = text.replace(/[^0-9]/g, "");
  if (digits.length < 13 || digits.length > 19 || /^(.)\1*$/.test(digits)) return false;
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]) * (index % 2 === 1 ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}

/** ISO 13616: the rearranged number modulo 97 is 1. */
function passesIban(text: string): boolean {
  const compact = text.replaceAll(" ", "");
  if (compact.length < 15 || compact.length > 34) return false;
  let remainder = 0;
  for (const character of compact.slice(4) + compact.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}
