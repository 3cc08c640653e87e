/** Signs that readers of pixels take for each other, letters that differ from their capitals in size alone, spellings of one sign. */
const ALIKE: Readonly<Record<string, string>> = {
  ...{ O: "0", o: "0", I: "l", "1": "l", "|": "l", "!": "l" },
  ...{ "’": "'", "‘": "'", "´": "'", "`": "'", "“": '"', "”": '"', "„": '"' },
  ...{ ",": ".", C: "c", S: "s", U: "u", V: "v", W: "w", X: "x", Z: "z" },
  ...{ "–": "-", "—": "-", "‑": "-", "−": "-", "…": "..." },
};

/** Texts that look alike on a screen have the same folded form: without spaces, which are seen late and lost early. */
export function folded(text: string): string {
  const plain = text.normalize("NFKC").replaceAll(/\s+/gu, "");
  return Array.from(plain, (sign) => ALIKE[sign] ?? sign).join("");
}

/**
 * A word with look-alikes as its other signs say: `2O25` is `2025`, `Fi1e` is `File`. Every sign keeps its place. For
 * patterns, in which the signs cannot be folded.
 */
export function repaired(word: string): string {
  const hasDigits = /[2-9]/u.test(word);
  const hasLetters = /[^\W\d_OoIl]/u.test(word) || /[^\p{ASCII}]/u.test(word);
  if (hasLetters === hasDigits && !(/^[\W01OoIl]+$/u.test(word) && /[01]/u.test(word))) return word;
  if (!hasLetters) return word.replaceAll(/[Oo]/gu, "0").replaceAll(/[Il|]/gu, "1");
  return word
    .replaceAll(/0/gu, (_, at: number) => (/\p{Ll}/u.test(word[at - 1] ?? "") ? "o" : "O"))
    .replaceAll(/[1|]/gu, "l");
}

/** 0 to 1: the share of pairs of neighbouring signs that two folded texts have in common (Dice's coefficient). */
export function resemblance(a: string, b: string): number {
  if (a === b) return 1;
  const counts = new Map<string, number>();
  for (const pair of pairsOf(a)) counts.set(pair, (counts.get(pair) ?? 0) + 1);
  let common = 0;
  for (const pair of pairsOf(b)) {
    const left = counts.get(pair) ?? 0;
    if (left === 0) continue;
    counts.set(pair, left - 1);
    common += 1;
  }
  return (2 * common) / (a.length + b.length + 2);
}

/** With the ends, so that short words resemble each other by their first and last signs. */
function pairsOf(text: string): string[] {
  const framed = `^${text}$`;
  return Array.from({ length: framed.length - 1 }, (_, at) => framed.slice(at, at + 2));
}
