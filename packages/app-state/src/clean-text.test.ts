import { describe, expect, it } from "vitest";
import { cleanTail, cleanText } from "./clean-text.ts";

describe("a cleaned string", () => {
  it.each([
    ["keeps plain text", "Save as", "Save as"],
    ["loses what cannot be seen", "a\u00ADb\u200Bc\u2060d\uFEFFe\uFFFCf", "abcdef"],
    ["loses bidirectional controls", "\u200Ea\u200F\u202Ab\u202E\u2066c\u2069", "abc"],
    ["keeps joiners, which letters and emoji need", "👩\u200D💻", "👩\u200D💻"],
    ["has one kind of line end", "a\r\nb\rc\nd", "a\\nb\\nc\\nd"],
    ["has blanks for tabs", "a\tb", "a b"],
    ["has no blanks at its ends, no-break spaces among them", "\u00A0\t a \n\u3000", "a"],
    ["has no line end before what is dropped at its end", "a\n\u0085", "a"],
    ["loses other controls, then blanks that these hid", "\u0001 a\u0007\u009F ", "a"],
    ["keeps a backslash as it is", "a\\nb", "a\\nb"],
    ["shows half a character as what it is", "a\uD800b", "a\uFFFDb"],
    ["may be nothing", " \u200B\uFFFC ", ""],
  ])("%s", (_what, text, clean) => {
    expect(cleanText(text, 160)).toBe(clean);
  });
  it("is cut after code points, not in the middle of one", () => {
    expect(cleanText("😀".repeat(160), 160)).toBe("😀".repeat(160));
    expect(cleanText("😀".repeat(161), 160)).toBe(`${"😀".repeat(160)}...`);
  });
  it("counts a line end as two", () => {
    expect(cleanText("ab\ncd", 4)).toBe("ab\\n...");
  });
  it("of a terminal keeps its end", () => {
    expect(cleanTail("abcdef", 4)).toBe("...cdef");
    expect(cleanTail(" abcd \n", 4)).toBe("abcd");
    expect(cleanTail("a😀😀", 2)).toBe("...😀😀");
  });
  it("takes no quadratic time", () => {
    const startedAt = performance.now();
    cleanText(`a${" ".repeat(1_000_000)}\u0001b`, 160);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});
