import type { Concept, Lexicon } from "./concepts.ts";
import { EASTERN_CONSEQUENCES } from "./consequences-eastern.ts";
import { FURTHER_CONSEQUENCES } from "./consequences-further.ts";
import { CHINESE, JAPANESE, KOREAN } from "./east-asian.ts";
import { ENGLISH } from "./english.ts";
import {
  ARABIC,
  FINNISH,
  GREEK,
  HEBREW,
  HINDI,
  HUNGARIAN,
  INDONESIAN,
  PERSIAN,
  THAI,
  TURKISH,
  VIETNAMESE,
} from "./further.ts";
import { DUTCH, GERMAN, NORDIC } from "./germanic.ts";
import { FRENCH, ITALIAN, PORTUGUESE, ROMANIAN, SPANISH } from "./romance.ts";
import { CZECH, POLISH, RUSSIAN, UKRAINIAN } from "./slavic.ts";

const BASE: Readonly<Record<string, Lexicon>> = {
  ...{ en: ENGLISH, zh: CHINESE, ja: JAPANESE, ko: KOREAN, de: GERMAN, nl: DUTCH, nordic: NORDIC, fr: FRENCH },
  ...{ es: SPANISH, pt: PORTUGUESE, it: ITALIAN, ro: ROMANIAN, ru: RUSSIAN, uk: UKRAINIAN, pl: POLISH, cs: CZECH },
  ...{
    tr: TURKISH,
    vi: VIETNAMESE,
    id: INDONESIAN,
    ar: ARABIC,
    hi: HINDI,
    th: THAI,
    he: HEBREW,
    el: GREEK,
    fi: FINNISH,
    hu: HUNGARIAN,
    fa: PERSIAN,
  },
};

const withMore = (base: Lexicon, more: Lexicon): Lexicon => {
  const merged: Lexicon = { ...base };
  for (const [concept, words] of Object.entries(more) as [Concept, string][])
    merged[concept] = `${base[concept] ?? ""} ${words}`;
  return merged;
};
const FURTHER = { ...FURTHER_CONSEQUENCES, ...EASTERN_CONSEQUENCES };
/** Every language that the rules read, by its ISO 639-1 code (`nordic` is three of them). */
export const LEXICONS: Readonly<Record<string, Lexicon>> = Object.fromEntries(
  Object.entries(BASE).map(([language, base]) => [language, withMore(base, FURTHER[language] ?? {})]),
);
