/** Check digits. All take compact text: no blanks, no separators. */

export const digitsOf = (text: string): number[] => [...text].map(Number);

export function weighted(text: string, weights: readonly number[]): number {
  let sum = 0;
  for (let index = 0; index < weights.length; index++) sum += Number(text[index]) * weights[index]!;
  return sum;
}

/** ISO/IEC 7812-1 annex B, any length. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]) * (index % 2 === 1 ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}

/** ISO/IEC 7064 mod 11,10: the last digit checks those before it. */
export function passesMod11And10(digits: string): boolean {
  let product = 10;
  for (const digit of digitsOf(digits.slice(0, -1))) {
    const sum = (digit + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return (11 - product) % 10 === Number(digits.at(-1));
}

/** The number modulo `divisor`, for more digits than a double holds. Letters count as in ISO 13616 (A is 10). */
export function modulo(text: string, divisor: number): number {
  let remainder = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % divisor;
  }
  return remainder;
}

// Verhoeff's dihedral group of order 10 and its permutation, by rule instead of by table.
const multiply = (a: number, b: number): number =>
  a < 5 ? (b < 5 ? (a + b) % 5 : 5 + ((a + b - 5) % 5)) : b < 5 ? 5 + ((a - 5 - b + 5) % 5) : (a - b + 5) % 5;
const PERMUTATION = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];
function permute(digit: number, times: number): number {
  let result = digit;
  for (let count = 0; count < times % 8; count++) result = PERMUTATION[result]!;
  return result;
}

/** Verhoeff 1969. */
export function passesVerhoeff(digits: string): boolean {
  let check = 0;
  for (let index = 0; index < digits.length; index++)
    check = multiply(check, permute(Number(digits[digits.length - 1 - index]), index));
  return check === 0;
}

/** Whether year (two or four digits), month and day can be a date of birth. */
export function isDate(month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= (month === 2 ? 29 : [4, 6, 9, 11].includes(month) ? 30 : 31);
}
