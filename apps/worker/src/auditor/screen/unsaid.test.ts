import type { Area, Word } from "@deskfleet/anchors";
import { describe, expect, it } from "vitest";
import { cropAround } from "./crop.ts";
import { unsaidWords } from "./said-words.ts";
import { type Place, unsaidAt } from "./unsaid.ts";

/** Words from left to right, ten pixels a letter. `~`: the reader is not sure of it. */
const line = (text: string, x: number, y: number): Word[] => {
  let left = x;
  return text.split(" ").map((said) => {
    const word = said.replace("~", "");
    const area = { x: left, y, width: word.length * 10, height: 14 };
    left += area.width + 8;
    return { ...area, text: word, confidence: said.includes("~") ? 45 : 95 };
  });
};
const unsaid = (seen: string, said: string): string[] => unsaidWords(line(seen, 0, 0), said).map(({ text }) => text);

describe("a word that is read is said by accessibility", () => {
  it.each([
    ["in other case, with signs and accents", "RESUME: Über", "résumé uber"],
    ["with letters that look alike", "P1ease c0ntinue", "Please continue"],
    ["with one letter of four wrong", "tirnetable Contlnue conlinue", "timetable continue"],
    ["split in two", "time table", "Show timetable"],
    ["joined of two", "Showphotos", "Show photos"],
    ["cut short", "Reading lamp dimm...", "Reading lamp, dimmable"],
    ["shorter than what tells something", "go to it", "Close"],
    ["that is not surely read", "~Delete ~account", "Close"],
    ["that is a number or a key", "4929 X93-81-A || =", "Close"],
    ["in a text of a script that the reader does not know", "Apyr OTMena", "Отмена друг"],
  ])("%s", (_how, seen, said) => {
    expect(unsaid(seen, said)).toEqual([]);
  });

  it.each([
    ["another word", "Pay now", "Read more", ["Pay", "now"]],
    ["a word more", "Continue and subscribe", "Continue", ["and", "subscribe"]],
    ["a short word with one letter changed", "Pay", "Say", ["Pay"]],
    ["a word that the letters of several would make", "Pay", "Help a young bee", ["Pay"]],
    ["a word within another", "Order", "Bordered photos", ["Order"]],
    ["a beginning that is a word of its own", "Pay", "Payload", ["Pay"]],
    ["one without anything said", "Delete account", "", ["Delete", "account"]],
    ["surely read Latin words among others", "Delete account", "阅读更多", ["Delete", "account"]],
  ])("%s is not", (_what, seen, said, words) => {
    expect(unsaid(seen, said)).toEqual(words);
  });
});

const BUTTON: Area = { x: 100, y: 100, width: 200, height: 30 };
const place = (changes: Partial<Place> = {}): Place => ({
  ...{ target: BUTTON, point: { x: 200, y: 115 }, crop: { x: 0, y: 0, width: 600, height: 220 } },
  ...{ name: "Continue", saidIn: () => "" },
  ...changes,
});
const ON_BUTTON = { x: 120, y: 108 };

describe("what is seen on a target", () => {
  const label = (seen: string, changes?: Partial<Place>) =>
    unsaidAt(line(seen, ON_BUTTON.x, ON_BUTTON.y), place(changes)).label;

  it("is its label where it is not its name, and where the name leaves out a part", () => {
    expect(label("Pay 500 EUR now")).toBe("Pay 500 EUR now");
    expect(label("Continue and pay")).toBe("Continue and pay");
  });
  it("is none where it is its name, where it is an icon, and where nothing can be read", () => {
    expect(label("Continue")).toBeNull();
    expect(label("=")).toBeNull();
    expect(label("~Pay ~now")).toBeNull();
    expect(unsaidAt([], place()).label).toBeNull();
  });
  it("is the end of its name where other words of that come first, and all that is seen was surely read", () => {
    const part = (seen: string, name: string) => {
      const { label: shown, isPart } = unsaidAt(line(seen, ON_BUTTON.x, ON_BUTTON.y), place({ name }));
      return [shown, isPart];
    };
    expect(part("Pay 500 now", "How to pay 500 now: a guide")).toEqual(["Pay now", true]);
    expect(part("Remove", "Remove item Aurora from the basket")).toEqual([null, false]);
    expect(part("Checkout", "Go to checkout")).toEqual([null, false]);
    expect(part("Continue accepting", "Continue without accepting")).toEqual([null, false]);
    expect(part("Pay ~bills", "How to pay bills: a guide")).toEqual([null, false]);
    expect(part("Pay bil...", "How to pay bills: a guide")).toEqual([null, false]);
    expect(part("=", "How to pay bills: a guide")).toEqual([null, false]);
  });
  it("never changes a number of the name", () => {
    expect(label("Pay 5000 EUR now", { name: "Read 50.00 EUR" })).toBe("Pay EUR now");
    expect(label("Pay 50,00", { name: "Pay 500" })).toBeNull();
  });
  it("is the line at the point of a large target", () => {
    const words = [...line("Open file", 20, 60), ...line("Delete account", 20, 105)];
    const canvas = { target: { x: 0, y: 0, width: 600, height: 220 }, point: { x: 60, y: 120 } };
    expect(unsaidAt(words, place({ ...canvas, name: "Page canvas" })).label).toBe("Delete account");
    expect(unsaidAt(words, place({ ...canvas, point: { x: 500, y: 200 } })).label).toBeNull();
  });
  it("of a window that says nothing is all there is", () => {
    const words = [...line("Your plan", 120, 60), ...line("Delete account", 120, 108)];
    expect(unsaidAt(words, place({ name: null }))).toEqual({
      ...{ label: "Delete account", isPart: false, texts: ["Your plan"] },
    });
  });
});

describe("what is seen next to a target", () => {
  const texts = (words: Word[], saidIn: Place["saidIn"]) => unsaidAt(words, place({ saidIn })).texts;

  it("is told where accessibility does not, a paragraph as one text", () => {
    const words = [...line("By continuing you start a plan", 20, 150), ...line("that renews at 49 EUR", 20, 170)];
    expect(texts(words, () => "")).toEqual(["By continuing you start a plan that renews at 49 EUR"]);
    expect(texts(words, () => "By continuing you start a plan that renews at 49 EUR")).toEqual([]);
  });
  it("is told where the words that accessibility says stand elsewhere", () => {
    const words = line("This renews every month", 20, 150);
    expect(texts(words, ({ y }) => (y > 180 ? "This renews every month" : "Opening hours"))).toEqual([
      "This renews every month",
    ]);
  });
  it("is no line that the edge cuts, nothing that is not surely read, and not what stands on the target", () => {
    const words = [...line("subscrip", 540, 150), ...line("~renews ~monthly", 20, 180), ...line("Continue", 120, 108)];
    expect(texts(words, () => "")).toEqual([]);
  });
});

describe("what is read around a target", () => {
  const window: Area = { x: 50, y: 20, width: 1_000, height: 700 };

  it("has it in its middle, with text around it", () => {
    const button = { x: 500, y: 300, width: 100, height: 30 };
    expect(cropAround(button, { x: 510, y: 301 }, window)).toEqual({ x: 190, y: 205, width: 720, height: 220 });
  });
  it("is around the point of a large one, and stays within its window", () => {
    expect(cropAround(window, { x: 1_040, y: 30 }, window)).toEqual({ x: 330, y: 20, width: 720, height: 220 });
    const small = { x: 0, y: 0, width: 300, height: 100 };
    expect(cropAround(small, { x: 10, y: 10 }, small)).toEqual(small);
  });
  it("is nothing outside its window", () => {
    expect(cropAround({ x: 10, y: 10, width: 1, height: 1 }, { x: 10, y: 10 }, window)).toBeNull();
  });
});
