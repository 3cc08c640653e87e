import type { Token } from "./tokens.ts";

/** Small words that tell one language from others; folded. Those that several of them share are left out. */
const SMALL_WORDS: Readonly<Record<string, string>> = {
  en: "the to of and your for is this you with are my at by from it be not all an what when where which please if that these we our was has have can will do does",
  de: "der die das und ist nicht mit ein eine einen einem fur auf dem den sich wird werden sie ihr ihre zu im vom zur zum bei nach wer wie dies dieses diese",
  fr: "les des est une pour vous votre dans qui avec sur sont nous leur cette ces aux au du par pas ce et il elle",
  es: "los las una para con del el su sus este esta estos y usted tu se es por como al lo",
  pt: "os uma para com nao do da dos das seu sua este esta no na em ao um e voce pelo pela",
  it: "il gli della di che per nel del una con sono e la dei alla lo si agli le questo questa",
  nl: "het een van voor met niet op zijn deze dit wordt naar bij door",
  nordic: "och att det som med inte pa ar til og er ikke den av for",
  pl: "sie nie jest na dla oraz przez aby czy jak lub jego",
  tr: "bir ve icin bu ile degil olarak daha",
};
const NAMES = Object.keys(SMALL_WORDS);
/** Small words to the places of their languages in `NAMES`. */
const LANGUAGES = new Map<string, number[]>();
for (const [index, words] of Object.values(SMALL_WORDS).entries())
  for (const word of words.split(" ")) LANGUAGES.set(word, [...(LANGUAGES.get(word) ?? []), index]);
/** In characters: no small word is longer. */
const LENGTH_MAX = Math.max(...[...LANGUAGES.keys()].map((word) => word.length));

/** The language with the most small words in a sentence; null where there is none, or two have as many. */
export function languageOf(tokens: readonly Token[]): string | null {
  let counts: number[] | null = null;
  for (const { word } of tokens) {
    const languages = word.length > LENGTH_MAX ? undefined : LANGUAGES.get(word);
    if (languages === undefined) continue;
    counts ??= NAMES.map(() => 0);
    for (const language of languages) counts[language] = (counts[language] as number) + 1;
  }
  if (counts === null) return null;
  const most = Math.max(...counts);
  const best = counts.indexOf(most);
  return counts.includes(most, best + 1) ? null : (NAMES[best] as string);
}
