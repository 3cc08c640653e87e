/** A number is never a formula, although it may start with a sign. */
const NUMBER = /^[+-]?[0-9]+([.,][0-9]+)?$/;
/** Characters with which spreadsheets start a formula, and the two that can hide one. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * One line of RFC 4180, ended by CR LF. A text that a spreadsheet would run gets an apostrophe in front.
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(field).join(",")}\r\n`;
}

function field(value: unknown): string {
  if (value === null || value === undefined) return "";
  const raw = typeof value === "string" ? value : JSON.stringify(value);
  const text = FORMULA.test(raw) && !NUMBER.test(raw) ? `'${raw}` : raw;
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
