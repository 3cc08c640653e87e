/**
 * Letters of other scripts that are read as Latin ones: the pairs that occur in host names and disguised words, out of
 * Unicode's confusables (UTS 39). Keys are lower case, as text is folded before.
 */
const PAIRS =
  "аaбbвbсcдdеeёeғfһhіiїiјjкkӏlмmнhоoрpԛqгrѕsтtцuуyўyѵvѡwԝwхxүyзz" +
  "αaβbγyδdεeηnιiκkνvοoρpσoςsτtυuχxωwϲcϳjζzμuλlθo" +
  "ɑaɡgɩiʟlɴnʀrʏyᴀaᴄcᴅdᴇeᴊjᴋkᴍmᴏoᴘpᴛtᴜuᴠvᴡwᴢzʙbɢgʜhɪiꜱsꜰfօoսuոnհhցgզqяrиnшwыbюoэeպwաwյjքpարlլl";
const CONFUSABLES = new Map(
  Array.from({ length: Math.floor(PAIRS.length / 2) }, (_, index): [string, string] => [
    PAIRS.charAt(2 * index),
    PAIRS.charAt(2 * index + 1),
  ]),
);

/** Digits and signs that stand for letters. */
const LEET: Readonly<Record<string, string>> = {
  ...{
    "0": "o",
    "1": "i",
    "3": "e",
    "4": "a",
    "5": "s",
    "7": "t",
    "8": "b",
    "9": "g",
    "@": "a",
    $: "s",
    "!": "i",
    "|": "l",
  },
};

/** With Latin letters in the place of those that look like them; null when some letter looks like none. */
export function latinLookAlike(word: string): string | null {
  let result = "";
  for (const letter of word) {
    const latin = letter <= "\x7f" ? letter : CONFUSABLES.get(letter);
    if (latin === undefined) return null;
    result += latin;
  }
  return result;
}

/** With letters in the place of digits and signs; null when there is nothing to replace, or when it is a number. */
export function unleet(word: string): string | null {
  if (word === "4i") return "ai";
  if (word.length < 3 || !/[0-9@$!|]/.test(word)) return null;
  const letters = word.replace(/[^a-z]/g, "").length;
  // `A1` and `4th` are names and numbers.
  if (letters === 0 || letters * (word.length >= 6 ? 3 : 2) < word.length - 1) return null;
  return word.replace(/[0134578@$!|9]/g, (sign) => LEET[sign] ?? sign);
}

/** Whether a word mixes Latin letters with Greek, Cyrillic or Armenian ones: no language does. */
export function mixesScripts(word: string): boolean {
  return /[a-z]/i.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u.test(word);
}
