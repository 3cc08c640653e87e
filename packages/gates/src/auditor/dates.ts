/** The months in the languages that goals are written in, folded, January first. */
const MONTHS: readonly (readonly string[])[] = [
  "jan january januar janvier janv gennaio gen enero ene janeiro januari января январь stycznia ocak",
  "feb february februar fevrier fevr febbraio febrero fevereiro februari февраля февраль lutego subat",
  "mar march marz mars marzo marco maart марта март marca mart",
  "apr april avril avr aprile abril abr апреля апрель kwietnia nisan",
  "may mai maggio mag mayo maio mei maj мая май maja mayis",
  "jun june juni juin giugno giu junio junho июня июнь czerwca haziran",
  "jul july juli juillet juil luglio lug julio julho июля июль lipca temmuz",
  "aug august aout agosto ago augustus augusti августа август sierpnia agustos",
  "sep sept september septembre settembre set septiembre setembro сентября сентябрь wrzesnia eylul",
  "oct october oktober octobre ottobre ott octubre outubro out октября октябрь pazdziernika ekim",
  "nov november novembre noviembre novembro ноября ноябрь listopada kasim",
  "dec december dezember decembre dicembre dic diciembre dezembro dez декабря декабрь grudnia aralik",
].map((names) => names.split(" "));
const NAMED =
  /(?<!\d)(\d{1,2})(?:\.?\s?(?:-|to|bis|and|und|au|al|a|до)\s?(\d{1,2}))?(?:\.|st|nd|rd|th)?\s(?:of |de )?(\p{L}{3,10})/gu;
const NAMED_FIRST = /(?<![\p{L}])(\p{L}{3,10})\.?\s(\d{1,2})(?:\s?(?:-|to|and)\s?(\d{1,2}))?(?!\d|[.,:]\d|\s?[€$£])/gu;
const SIGNS = /(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]/g;
const ISO = /(?<!\d)20\d\d[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/g;
const SHORT = /(?<![\d.,/-])(\d{1,2})(?:\.(\d{1,2})\.(?:20\d\d|\d\d)?|\/(\d{1,2})(?:\/(?:20\d\d|\d\d))?)(?![\d/])/g;

/** Days of the year in a folded text, as `6-12`. Where month and day may be either way round, both are in it. */
export function datesIn(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (month: number, day: number) => {
    if (month >= 1 && month <= 12 && day >= 1 && day <= 31) found.add(`${month}-${day}`);
  };
  for (const [, month, day] of [...text.matchAll(SIGNS), ...text.matchAll(ISO)]) add(Number(month), Number(day));
  for (const [, one, dotted, slashed] of text.matchAll(SHORT)) {
    add(Number(dotted ?? slashed), Number(one));
    if (slashed !== undefined) add(Number(one), Number(slashed));
  }
  for (const [, one, to, name = ""] of text.matchAll(NAMED))
    for (const day of [one, to]) add(monthOf(name), Number(day));
  for (const [, name = "", one, to] of text.matchAll(NAMED_FIRST))
    for (const day of [one, to]) add(monthOf(name), Number(day));
  return found;
}

/** 0 where it is none. */
const monthOf = (word: string): number => MONTHS.findIndex((names) => names.includes(word)) + 1;

/** Times of the day, as `19:00`. */
export const timesIn = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(/(?<![\d:.])([01]?\d|2[0-3])[:h]([0-5]\d)(?![\d:])/g)].map(
      ([, hour, minute]) => `${Number(hour)}:${minute}`,
    ),
  );

/** `12-month`, `term 36 months`: how long a contract lasts, as `12 m`. */
export const lengthsIn = (text: string): string[] =>
  [
    ...text.matchAll(
      /(?<![\d.,])(\d{1,3})[- ]?(month|year|week|monat|jahr|woche|mois|semaine|mes|ano|meses|semana|mese|anno|个月|年|周|か月|ヶ月|개월)/g,
    ),
  ].map(([, count, unit = ""]) => `${Number(count)} ${unit.charAt(0)}`);
