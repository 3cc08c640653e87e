import fc from "fast-check";
import { expect, it } from "vitest";
import { foldText } from "./fold-text.ts";

it.each([
  ["ÉTÉ à l’Œuvre – „so“ …", 'ete a l\'oeuvre - "so" ...'],
  ["Straße, İstanbul, łódź", "strasse, istanbul, lodz"],
  ["ＰＡＹ\u00a0now\u200b, ﬁle ½", "pay now, file 1⁄2"],
  ["\u{E0050}\u{E0061}\u{E0079} é", "pay e"],
  ["𝐏𝐚𝐲 😀", "pay 😀"],
  ["раy now", "pay now"],
  ["確認 與 刪除", "确认 与 删除"],
])("%s is read as %s", (text, folded) => expect(foldText(text)).toBe(folded));

it.each([
  ["a sigma at the end of a word", "ΟΔΟΣ ΣΟΦΟΣ", "οδος σοφος"],
  ["a mark that makes another letter", "か\u3099", "が"],
  ["a mark of half width", "ｶﾞ", "ガ"],
  ["parts of a Korean syllable", "\u1112\u1161\u11ab", "한"],
  ["half a pair", "é\ud83d", "e\ud83d"],
])("%s is what its neighbours make of it", (_, text, folded) => expect(foldText(text)).toBe(folded));

it("folds long texts whole, and each line as it would alone", () => {
  const sign = fc.constantFrom(..."abz É’…ßŁ中删刪—😀ﷺ\u0301\u200bか\u3099Σ ");
  fc.assert(
    fc.property(fc.array(fc.string({ unit: sign, maxLength: 40 }), { minLength: 1, maxLength: 12 }), (lines) => {
      const long = Array.from({ length: 60 }, () => lines).flat();
      expect(foldText(`é\n${long.join("\n")}`)).toBe(
        ["e", ...long.map((line) => foldText(`é\n${line}`).slice(2))].join("\n"),
      );
    }),
  );
});
