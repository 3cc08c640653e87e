/** A sum of money as it is written: `84.00`, `1,299.-`, `€ 5`, `5,000`, `63,20`. */
export interface Amount {
  readonly value: number;
  readonly currency: string | null;
  readonly start: number;
}

const CURRENCIES: readonly [RegExp, string][] = [
  [/^(?:us\$|usd|dollars?|\$)$/, "usd"],
  [/^(?:eur|euros?|€)$/, "eur"],
  [/^(?:gbp|pounds?|£)$/, "gbp"],
  [/^(?:jpy|yen|円|¥)$/, "yen"],
  [/^(?:cny|rmb|yuan|元|块|人民币)$/, "cny"],
  [/^(?:chf|francs?)$/, "chf"],
  [/^(?:krw|won|원|₩)$/, "krw"],
  [/^(?:kr|sek|nok|dkk|kronor|kroner)$/, "kr"],
  [/^(?:zł|zl|pln|zlotych)$/, "pln"],
  [/^(?:kč|kc|czk)$/, "czk"],
  [/^(?:ft|huf|forint)$/, "huf"],
  [/^(?:tl|try|₺|lira)$/, "try"],
  [/^(?:₴|uah|грн)$/, "uah"],
  [/^(?:lei|ron)$/, "ron"],
  [/^(?:r\$|brl|reais)$/, "brl"],
  [/^(?:rp|idr|rupiah)$/, "idr"],
  [/^(?:₫|vnd)$/, "vnd"],
  [/^(?:₹|inr|रुपये)$/, "inr"],
  [/^(?:₪|ils|nis)$/, "ils"],
  [/^(?:฿|thb|บาท)$/, "thb"],
  [/^(?:руб|рублей|rub|₽)$/, "rub"],
];
const SIGN = "us\\$|r\\$|[$€£¥₩₽₺₴₫₹₪฿]|rp|sek|nok|dkk|pln|usd|eur|gbp|jpy|cny|chf|rub|rmb|krw";
const AFTER = `${SIGN}|euros?|dollars?|pounds?|yen|yuan|元|块|円|원|руб|рублей|kr|kronor|kroner|zł|zl|kč|kc|czk|ft|huf|tl|try|грн|lei|ron|reais|vnd|रुपये|บาท`;
const NUMBER = "\\d{1,3}(?:[,.' ]\\d{3})+(?:[.,]\\d{1,2})?|\\d{1,9}(?:[.,]\\d{1,2})?";
const MONEY = new RegExp(
  `(?:(${SIGN})\\s?)?(?<![\\d.,#/:-])(${NUMBER})(?![\\d:]|[.,/-]\\d|\\s?%)(?:\\s?(${AFTER})(?![a-z]))?`,
  "giu",
);

/** Sums in a folded text. A whole number without a currency is one only when `isBareMoney` says that sums are meant. */
export function amountsIn(text: string, isBareMoney = false): Amount[] {
  const amounts: Amount[] = [];
  for (const match of text.matchAll(MONEY)) {
    const [, before, digits = "", after] = match;
    const sign = before ?? after;
    const hasCents = /[.,]\d{2}$/.test(digits) || /\d[,.' ]\d{3}(?!\d)/.test(digits);
    if (sign === undefined && !hasCents && !isBareMoney) continue;
    amounts.push({ value: numberOf(digits), currency: currencyOf(sign), start: match.index });
    if (amounts.length >= 64) break;
  }
  return amounts;
}

/** `1.234,50` and `1,234.50`: the last separator before one or two digits is the decimal one. */
function numberOf(digits: string): number {
  const cents = /[.,](\d{1,2})$/.exec(digits);
  const whole = (cents ? digits.slice(0, cents.index) : digits).replace(/\D/g, "");
  return Number(whole) + (cents ? Number(`0.${cents[1]}`) : 0);
}
function currencyOf(sign: string | undefined): string | null {
  if (sign === undefined) return null;
  return CURRENCIES.find(([pattern]) => pattern.test(sign.toLowerCase()))?.[1] ?? null;
}
