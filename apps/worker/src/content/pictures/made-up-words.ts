import type { SecretSpan } from "@deskfleet/gates";

/** Signs of keys in a row; shorter ones are words, names and numbers too often. */
const WORD = /[A-Za-z0-9_+®@|-]{20,}={0,2}/g;
const LENGTH_MIN = 20;
/** Changes between small letters, capitals and digits, by length: words and names change less. */
const SIGNS_PER_CHANGE = 4;
const HEX_OR_UUID = /^[0-9a-f-]+$|^[0-9A-F-]+$/i;

/**
 * Long made-up words of a text that was read off a picture. Recognition spoils an issuer's sign in front of a key ("ghp x0c…",
 * "sk-ant-api®3") more easily than it makes a word look made up, so in pictures these count as keys by themselves.
 */
export function madeUpWords(text: string): SecretSpan[] {
  return [...text.matchAll(WORD)].flatMap(({ 0: word, index }) => {
    const isKey =
      word.length >= LENGTH_MIN && !HEX_OR_UUID.test(word) && changes(word) >= word.length / SIGNS_PER_CHANGE;
    return isKey ? [{ start: index, end: index + word.length, kind: "token" as const }] : [];
  });
}

function changes(word: string): number {
  const classes = word.replaceAll(/[a-z]/g, "a").replaceAll(/[A-Z]/g, "A").replaceAll(/\d/g, "0");
  let count = 0;
  for (let at = 1; at < classes.length; at++)
    if (/[aA0]/.test(classes[at] as string) && classes[at] !== classes[at - 1]) count += 1;
  return /\d/.test(word) && /[A-Za-z]/.test(word) ? count : 0;
}
