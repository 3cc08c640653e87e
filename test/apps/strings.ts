/** Numbers in [0, 1), the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Random = () => number;
type Writer = (random: Random) => string;

const between = (random: Random, first: number, last: number) => first + Math.floor(random() * (last - first + 1));
const one = <Item>(random: Random, items: readonly Item[]): Item => items[between(random, 0, items.length - 1)] as Item;
const times = (random: Random, least: number, most: number, write: Writer) =>
  Array.from({ length: between(random, least, most) }, () => write(random)).join("");
/** Any code point of these ranges. */
const from =
  (...ranges: readonly (readonly [number, number])[]): Writer =>
  (random) => {
    const [first, last] = one(random, ranges);
    return String.fromCodePoint(between(random, first, last));
  };
const any =
  (...texts: readonly string[]): Writer =>
  (random) =>
    one(random, texts);
/** Each part so many times, one after the other. */
const sequence =
  (...parts: readonly (readonly [write: Writer, least: number, most: number])[]): Writer =>
  (random) =>
    parts.map(([write, least, most]) => times(random, least, most, write)).join("");

const latin = from([0x61, 0x7a], [0xdf, 0xf6], [0x100, 0x17f], [0x1e00, 0x1eff]);
const skin = from([0x1f3fb, 0x1f3ff]);
const person = any("👩", "👨", "🧑");
const ZWJ = "\u200D";

/** One cluster of each script or kind of text, by what it is about. */
const SCRIPTS: Readonly<Record<string, Writer>> = {
  ascii: from([0x21, 0x7e]),
  latin,
  "combining marks": sequence([latin, 1, 1], [from([0x300, 0x34e], [0x350, 0x36f]), 1, 4]),
  greek: from([0x3b1, 0x3c9], [0x1f00, 0x1f15]),
  cyrillic: from([0x430, 0x45f]),
  "armenian and georgian": from([0x561, 0x586], [0x10d0, 0x10fa]),
  hebrew: sequence([from([0x5d0, 0x5ea]), 1, 1], [from([0x5b0, 0x5bc]), 0, 2]),
  arabic: sequence([from([0x627, 0x63a], [0x641, 0x64a]), 1, 1], [from([0x64b, 0x652]), 0, 1]),
  "direction marks": sequence(
    [any("\u200E", "\u200F", "\u2067"), 1, 1],
    [from([0x5d0, 0x5ea]), 1, 2],
    [any("\u2069", "\u200E"), 1, 1],
  ),
  devanagari: sequence(
    [from([0x915, 0x939]), 1, 1],
    [any("\u094D", `\u094D${ZWJ}`, "\u094D\u200C", ""), 1, 1],
    [from([0x915, 0x939]), 1, 1],
    [from([0x93e, 0x94c]), 0, 1],
  ),
  tamil: sequence(
    [any("க", "ங", "ச", "ட", "ண", "த", "ந", "ப", "ம"), 1, 1],
    [any("ா", "ி", "ீ", "ு", "ெ", "ொ", "்"), 0, 1],
  ),
  bengali: sequence([from([0x995, 0x9a8]), 1, 1], [any("\u09CD\u09B7", "\u09BE", "\u09BF", "\u09CB"), 0, 1]),
  thai: sequence([from([0xe01, 0xe2e]), 1, 1], [from([0xe34, 0xe3a]), 0, 1], [from([0xe48, 0xe4b]), 0, 1]),
  "khmer, burmese, tibetan": any("ក្រុង", "ខ្មែរ", "မြန်မာ", "ဘာသာ", "བོད", "སྐད"),
  hangul: from([0xac00, 0xd7a3]),
  "conjoining jamo": sequence(
    [from([0x1100, 0x1112]), 1, 1],
    [from([0x1161, 0x1175]), 1, 1],
    [from([0x11a8, 0x11c2]), 0, 1],
  ),
  kana: from([0x3041, 0x3096], [0x30a1, 0x30fa], [0xff66, 0xff9d]),
  ideographs: from([0x4e00, 0x9fa5]),
  "ideographs beyond the basic plane": from([0x20000, 0x2a6d6], [0x2a700, 0x2b734]),
  "ancient scripts": from([0x10330, 0x1034a], [0x12000, 0x12399], [0x13000, 0x1342e], [0x10400, 0x1044f]),
  mathematics: from([0x2200, 0x22ff], [0x2a00, 0x2aff], [0x1d400, 0x1d433], [0x1d4d0, 0x1d503]),
  "symbols and currencies": from([0x2190, 0x21ff], [0x2500, 0x257f], [0x20a0, 0x20bf], [0x2460, 0x24ff]),
  emoji: from([0x1f600, 0x1f64f], [0x1f680, 0x1f6c5], [0x1f900, 0x1f9ff]),
  "emoji with a skin": sequence([any("👍", "👋", "🙏", "🤝"), 1, 1], [skin, 1, 1]),
  "emoji families": (random) =>
    [person, person, any("👧", "👦")]
      .slice(between(random, 0, 1))
      .map((write) => write(random))
      .join(ZWJ),
  "emoji professions": (random) => `${person(random)}${skin(random)}${ZWJ}${any("🚀", "💻", "🍳", "⚕️", "✈️")(random)}`,
  "flags and keycaps": any("🇩🇪", "🇯🇵", "🏳️‍🌈", "🏴‍☠️", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "1️⃣", "#️⃣", "❤️‍🔥"),
};

export interface Sample {
  /** What it is made of. */
  readonly about: string;
  readonly text: string;
}

/** Texts of 4 to about 30 characters over all scripts, some of them mixed; the same for the same seed. */
export function generateStrings(seed: number, count: number): readonly Sample[] {
  const random = randomFrom(seed);
  const names = Object.keys(SCRIPTS);
  return Array.from({ length: count }, (_, index) => {
    const about = [names[index % names.length] ?? "ascii", ...(index % 3 === 2 ? [one(random, names)] : [])];
    const words = about.map((name) => times(random, 2, 6, SCRIPTS[name] as Writer));
    // No blank at an end: a name that is trimmed on the way would still be right.
    return { about: about.join(" and "), text: words.join(one(random, ["", " ", "-", ", "])) };
  });
}

/**
 * The texts for calls: some alone, then several to a call, as each call costs a fresh state. Longer texts are other ways to type,
 * too: more characters than a keyboard has keys for.
 */
export function forCalls(samples: readonly Sample[], alone: number, together: number): readonly Sample[] {
  const rest = samples.slice(alone);
  const groups = Array.from({ length: Math.ceil(rest.length / together) }, (_, group) => {
    const some = rest.slice(group * together, (group + 1) * together);
    return { about: some.map(({ about }) => about).join("; "), text: some.map(({ text }) => text).join("|") };
  });
  return [...samples.slice(0, alone), ...groups];
}
