/** Values that must not leave a desktop, with right check digits, made by the rules and not by the detector's code. */

/** The same numbers for the same seed (mulberry32): a failure can be looked at again. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return Math.floor((((value ^ (value >>> 14)) >>> 0) / 4_294_967_296) * limit);
  }

  text(length: number, alphabet: string): string {
    return Array.from({ length }, () => alphabet[this.below(alphabet.length)]).join("");
  }
}

const DIGITS = "0123456789";
const CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const SMALL = "abcdefghijklmnopqrstuvwxyz";
const BASE62 = CAPITALS + SMALL + DIGITS;

export const awsKeyId = (dice: Dice): string => `AKIA${dice.text(16, `${CAPITALS}234567`)}`;
export const awsSecret = (dice: Dice): string => dice.text(40, `${BASE62}+/`);
export const githubToken = (dice: Dice): string => `ghp_${dice.text(36, BASE62)}`;
export const anthropicKey = (dice: Dice): string => `sk-ant-api03-${dice.text(48, BASE62)}`;
export const oneTimeCode = (dice: Dice): string => `${1 + dice.below(9)}${dice.text(5, DIGITS)}`;

const WORDS = ["Harbor", "Falcon", "Juniper", "Granite", "Velvet", "Thistle", "Copper", "Lantern"];
export function password(dice: Dice): string {
  const word = () => WORDS[dice.below(WORDS.length)];
  return `${word()}-${word()}-${dice.text(4, DIGITS)}`;
}

/** Sixteen digits of Visa in groups of four; the last one by Luhn. */
export function card(dice: Dice): string {
  const body = `4${dice.text(14, DIGITS)}`;
  const sum = [...body].reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return inFours(body + String((10 - (sum % 10)) % 10));
}

/** German; check digits by ISO 7064 mod 97-10 over the country's letters as numbers. */
export function iban(dice: Dice): string {
  const body = dice.text(18, DIGITS);
  const check = 98n - (BigInt(`${body}131400`) % 97n);
  return inFours(`DE${String(check).padStart(2, "0")}${body}`);
}

/** GB 11643: seventeen digits by weights to a remainder of eleven. */
export function residentId(dice: Dice): string {
  const body = `310115${1955 + dice.below(45)}${two(1 + dice.below(12))}${two(1 + dice.below(28))}${dice.text(3, DIGITS)}`;
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const sum = weights.reduce((total, weight, index) => total + weight * Number(body[index]), 0);
  return body + "10X98765432"[sum % 11];
}

/** Area 100 to 659, which was given out; neither group nor serial is nothing. */
export const socialSecurityNumber = (dice: Dice): string =>
  `${100 + dice.below(560)}-${10 + dice.below(89)}-${1_000 + dice.below(8_999)}`;

/** The letter says the remainder by 23. */
export function dni(dice: Dice): string {
  const digits = dice.text(8, DIGITS);
  return digits + "TRWAGMYFPDXBNJZSQVHLCKE"[Number(digits) % 23];
}

export const germanMobile = (dice: Dice): string => `+49 15${dice.below(8) + 1} ${dice.text(8, "12345679")}`;
export const chineseMobile = (dice: Dice): string => `13${5 + dice.below(5)}${dice.text(8, DIGITS)}`;

const FIRST = ["marlene", "tobias", "carmen", "yannick", "svetlana"];
const LAST = ["brinkmann", "kowalczyk", "lindqvist", "echeverria", "morozova"];
/** Domain and all: no harmless text of a test has it. */
export const email = (dice: Dice): string =>
  `${FIRST[dice.below(FIRST.length)]}.${LAST[dice.below(LAST.length)]}${dice.text(2, DIGITS)}@posthorn.example`;

/** Lines of a private key, without its head and its end. */
export const privateKeyLines = (dice: Dice): string[] => [
  `b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQ${dice.text(28, BASE62)}`,
  ...Array.from({ length: 3 }, () => dice.text(70, `${BASE62}+/`)),
];

const two = (value: number): string => String(value).padStart(2, "0");
const inFours = (text: string): string => text.replaceAll(/(.{4})(?=.)/g, "$1 ");
